/** Where notifications may go. */
export interface PushHosts {
  /** Push services beside those of browsers, by name. */
  others: readonly string[];
  /** A host and port on this machine, spoken to over http, for a trial. */
  trial: string | undefined;
}

/** The push services of Google, Mozilla, Apple and Microsoft; one with a dot stands for its subdomains. */
const browserHosts = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const ownMachine = /^(?:127\.0\.0\.1|localhost):[1-9]\d{0,4}$/;

/** Parses `PUSH_HOSTS`; undefined for anything else. */
export function parsePushHosts(value: string): PushHosts | 'off' | undefined {
  if (value === 'off') return 'off';
  const names = value
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  const [trial, ...more] = given.filter((name) => ownMachine.test(name));
  const others = given.filter((name) => !ownMachine.test(name));
  const isRight = more.length === 0 && others.every((name) => hostName.test(name));
  return isRight ? { others, trial } : undefined;
}

const isBrowserHost = (hostname: string) =>
  browserHosts.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));

/** Tells whether an address belongs to the trial's service, which is spoken to over http. */
export const isTrial = ({ protocol, host }: URL, { trial }: PushHosts): boolean =>
  protocol === 'http:' && host === trial;

/** Says why nothing may be sent to the address of a push service; null if it may be. */
export function endpointRefusal(endpoint: string, hosts: PushHosts): string | null {
  const url = URL.parse(endpoint);
  if (!url) return 'This address can’t be read';
  if (url.username || url.password) return 'This address can’t have a password in it';
  if (isTrial(url, hosts)) return null;
  if (url.protocol !== 'https:') return 'This address must start with https://';
  if (url.port !== '') return 'This address can’t have a port';
  if (isBrowserHost(url.hostname) || hosts.others.includes(url.hostname)) return null;
  return 'This address belongs to no push service that this site knows';
}
