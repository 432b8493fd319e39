import { adminPaths } from '#contract/operations/admin-paths.ts';
import { day } from '#contract/platform/durations.ts';
import { spentSetupLink } from '#contract/operations/setup.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { Refusal } from '#platform/refusal.ts';

const purpose = 'setup';

/** How long a printed link works. */
const setupLinkMs = day;

/** Returns the link that makes the first admin. It is signed, so nothing of it is stored. */
export function setupLink(signer: Signer, origin: string, now: Date): string {
  const token = signer.sign(purpose, now.toISOString());
  return `${origin}${adminPaths.setup}?token=${token}`;
}

/** Returns when a link was made and when it ends; undefined for one that no longer works. */
export function readSetupToken(
  token: string,
  signer: Signer,
  now: Date,
): { madeAt: Date; expiresAt: Date } | undefined {
  const text = signer.read(purpose, token);
  if (text === undefined) return undefined;
  const madeAt = new Date(text);
  const expiresAt = new Date(madeAt.getTime() + setupLinkMs);
  return expiresAt > now ? { madeAt, expiresAt } : undefined;
}

/** Refuses a setup link over plain HTTP from outside: anyone on the path could become the admin. */
export const openSetupRefusal = (isConfidential: boolean): Refusal | null =>
  isConfidential
    ? null
    : new Refusal(
        'forbidden',
        'This link works over HTTPS, or on the machine that runs the site. Set PUBLIC_URL to an https address, or open the link there.',
      );

export const spentLinkRefusal = () => new Refusal('not_found', spentSetupLink);

export const testEmailRefusal = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): Refusal | null =>
  smtpUrl
    ? null
    : new Refusal(
        'conflict',
        'This site has no mail server yet. Set SMTP_URL and start it again, or go on without: admins can read every email under Mail.',
      );
