import { email as Email } from '../contract/accounts.ts';
import { linkHours, type Purpose } from './auth/links.ts';
import type { Database } from './db/database.ts';
import { makeKeys } from './identity/mutations.ts';

/** What the operator can do something about, in a line. */
export class OperatorError extends Error {}

const whatFor: Record<Purpose, string> = {
  confirm_email: `To confirm the address, for ${linkHours.confirm_email / 24} days, by who is logged in to the account:`,
  reset_password: 'To choose a new password, once, within an hour:',
};

/**
 * Fresh links for the account of an address, each with a sentence of what it is for and how long it works.
 * @throws OperatorError
 */
export async function linksInWords(
  db: Database,
  address: string,
  from: { origin: string; now: Date },
): Promise<string> {
  const { data: email } = Email.safeParse(address);
  const made = email === undefined ? undefined : await makeKeys(db, email, from);
  if (!made)
    throw new OperatorError(`No account has the address ${address}: sign up with it first.`);
  const { account, links } = made;
  if (!account.isActive) throw new OperatorError(`The account of ${account.email} is suspended.`);
  return [
    `Whoever has one of these links has the account: give them to nobody but the owner of ${account.email}.`,
    ...links.map(({ opens, url }) => `${whatFor[opens]}\n${url}`),
  ].join('\n\n');
}
