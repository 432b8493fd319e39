/**
 * A PostgreSQL address is invalid. The message completes a sentence that begins with the setting's
 * name.
 */
export class AddressError extends Error {}

interface Address {
  user: string;
  password: string;
  /** The hosts as written, with their ports. */
  hosts: string[];
  database: string;
  params: URLSearchParams;
}

/** Servers to try one after the other, each as an address for the driver. */
export interface Servers {
  endpoints: string[];
  /** True where read-only servers are skipped. */
  mustWrite: boolean;
}

const schemePattern = /^postgres(?:ql)?:\/\//;
const placePattern = /^(?<hosts>[^\s/?#@]*)(?:\/(?<database>[^/?#@]*))?(?:\?(?<params>[^#]*))?$/;
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[^:[\]]*)(?::\d{1,5})?$/i;
const paramPattern = /^(?:[a-z_]+=.*)?$/i;

/** Parses the hosts, database and parameters after the user; undefined if they are malformed. */
function placeIn(text: string): Record<string, string | undefined> | undefined {
  const { groups } = placePattern.exec(text) ?? {};
  const { hosts = '', params = '' } = groups ?? {};
  const isSound =
    hosts.split(',').every((each) => hostPattern.test(each)) &&
    params.split('&').every((each) => paramPattern.test(each));
  return isSound ? groups : undefined;
}

const encodeHint =
  'write @, /, ? and % in its password as %40, %2F, %3F and %25, or put the password into a file and name that as DATABASE_PASSWORD_FILE';

/**
 * Parses an address. A password may contain the address's own separators, as long as there is one
 * way to read it.
 * @throws AddressError
 */
function readAddress(text: string): Address {
  const [begin] = schemePattern.exec(text) ?? [];
  if (!begin)
    throw new AddressError(`must be an address that starts with postgres:// or postgresql://`);
  const body = text.slice(begin.length);
  const ends = [-1, ...Array.from(body.matchAll(/@/g), ({ index }) => index)];
  const readings = ends.flatMap((end) => {
    const groups = placeIn(body.slice(end + 1));
    return groups ? [{ login: body.slice(0, Math.max(end, 0)), groups }] : [];
  });
  const [reading, another] = readings;
  if (!reading) {
    throw new AddressError(
      'must be an address such as postgres://user:password@host:5432/database',
    );
  }
  if (another) throw new AddressError(`can be read in more than one way: ${encodeHint}`);
  const { login, groups } = reading;
  const [user = '', ...password] = login.split(':');
  const params = new URLSearchParams(groups['params']);
  return {
    user: decodePercent(user),
    password: decodePercent(password.join(':')),
    hosts: hostsIn(groups['hosts'] ?? '', params),
    database: decodePercent(groups['database'] ?? ''),
    params,
  };
}

/** Reads the hosts from the parameters `host` and `port`, or else from the address itself. */
function hostsIn(written: string, params: URLSearchParams): string[] {
  const hosts = params.get('host');
  const ports = params.get('port')?.split(',') ?? [];
  params.delete('host');
  params.delete('port');
  const named = hosts === null ? written.split(',') : hosts.split(',').map(encodeURIComponent);
  return named.map((each, at) => {
    const port = ports[at] ?? ports[0];
    return port === undefined || /:\d+$/.test(each) ? each : `${each}:${port}`;
  });
}

/** Decodes a text if it is percent-encoded throughout; otherwise leaves it as it is. */
function decodePercent(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AddressError(`has a % that can be read in more than one way: ${encodeHint}`);
  }
}

function textOf({ user, password, hosts, database, params }: Address): string {
  const login = [user, ...(password ? [password] : [])].map(encodeURIComponent).join(':');
  const query = params.size > 0 ? `?${params.toString()}` : '';
  return `postgres://${login && `${login}@`}${hosts.join(',')}/${encodeURIComponent(database)}${query}`;
}

/** Adds the password to an address that has none. */
export function withPassword(text: string, password: string): string {
  const address = readAddress(text);
  return address.password ? text : textOf({ ...address, password });
}

export const hasPassword = (text: string): boolean => readAddress(text).password !== '';

const sessionTargets = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'];
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Lists the servers of an address in order, reading `sslmode` as PostgreSQL's own programs do. With
 * several servers the writable one is meant, with or without `target_session_attrs`.
 * @throws AddressError
 */
export function serversOf(text: string): Servers {
  const address = readAddress(text);
  const target = takeParam(address.params, 'target_session_attrs', sessionTargets) ?? 'any';
  const mode = takeParam(address.params, 'sslmode', sslModes);
  const { hosts } = address;
  return {
    endpoints: hosts.flatMap((each) =>
      waysOf(mode, address.params).map((params) => textOf({ ...address, hosts: [each], params })),
    ),
    mustWrite: hosts.length > 1 || target === 'read-write' || target === 'primary',
  };
}

function takeParam(params: URLSearchParams, name: string, allowed: string[]): string | undefined {
  const value = params.get(name) ?? undefined;
  params.delete(name);
  if (value === undefined || allowed.includes(value)) return value;
  throw new AddressError(`has a ${name} that is none: it must be ${allowed.join(', ')}`);
}

/** The TLS settings for a server, in the order to try them. */
function waysOf(mode: string | undefined, params: URLSearchParams): URLSearchParams[] {
  const root = params.get('sslrootcert');
  if (root === 'system' && mode !== 'verify-full')
    throw new AddressError('has sslrootcert=system, which needs sslmode=verify-full');
  if (mode === 'verify-ca' && root === null)
    throw new AddressError('has sslmode=verify-ca, which needs sslrootcert');
  const as = (sslmode: string) => {
    const way = new URLSearchParams(params);
    way.set('sslmode', sslmode);
    if (root === 'system') way.delete('sslrootcert');
    if (sslmode !== 'no-verify') way.set('uselibpqcompat', 'true');
    return way;
  };
  if (mode === undefined) return [params];
  if (mode === 'prefer') return [as('prefer'), as('disable')];
  if (mode === 'allow') return [as('disable'), as('prefer')];
  return [as(mode)];
}
