import type { Mailbox } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { LeasedEmail } from './tables.ts';

/**
 * Returns an email's Message-ID, equal for all attempts. Nobody guesses it who has not seen the
 * email, so a bounce that names it is no forgery. The creation time distinguishes rows with the
 * same id in two databases.
 */
export function messageIdOf(
  { id, createdAt }: Pick<LeasedEmail, 'id' | 'createdAt'>,
  from: Mailbox,
  signer: Signer,
): string {
  const domain = from.address.split('@').at(-1);
  return `<effect-${id}-${signer.pseudonym('message', `${id} ${createdAt.getTime()}`)}@${domain}>`;
}

/** Returns the id of the email that a Message-ID of this site is about. */
export function effectIdIn(messageId: string): number | undefined {
  const [, id] = /^<effect-(\d{1,10})-/.exec(messageId) ?? [];
  return id !== undefined && Number(id) <= largestId ? Number(id) : undefined;
}

/** PostgreSQL's `integer`. */
const largestId = 2 ** 31 - 1;
