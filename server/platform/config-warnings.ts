import leven from 'leven';
import { settingNames, type Config } from './config.ts';

/** Allows one typing mistake for every four letters. */
const isMisspelt = (name: string, setting: string) =>
  leven(name, setting) <= Math.floor(setting.length / 4);

function* misspelt(names: readonly string[]): Generator<string> {
  for (const name of names) {
    if (settingNames.includes(name)) continue;
    const meant = settingNames.find((setting) => isMisspelt(name.toUpperCase(), setting));
    if (meant) yield `${name} is not a setting of the site. Did you mean ${meant}?`;
  }
}

const isHere = (origin: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(origin).hostname);

/** Lists what an operator may have overlooked, one sentence each. The site starts anyway. */
export function configWarnings(
  { publicOrigin, smtpUrl }: Pick<Config, 'publicOrigin' | 'smtpUrl'>,
  names: readonly string[],
): string[] {
  const warnings = [...misspelt(names)];
  if (publicOrigin === undefined) return warnings;
  if (publicOrigin.startsWith('http:') && !isHere(publicOrigin)) {
    warnings.push(
      'PUBLIC_URL is not https, so others on the network can read what members type. Serve the site over https.',
    );
  }
  if (smtpUrl === undefined) {
    warnings.push(
      'SMTP_URL is not set, so emails are stored for admins and not sent. Set it to your mail server.',
    );
  }
  return warnings;
}
