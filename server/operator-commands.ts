import { cleanText } from '#contract/platform/clean-text.ts';
import type { Account } from '#contract/base/accounts.ts';
import { Email } from '#contract/platform/email-address.ts';
import type { Purpose } from './features/base/sign-in/mutations/links.ts';
import { linkHours } from './features/base/sign-in/policy/sign-in.ts';
import { makeAccountLinks, makeAdmin } from './features/base/sign-in/mutations/operator.ts';
import type { Database } from './platform/db/database.ts';

/** An error that the operator can fix, in one line. */
export class OperatorError extends Error {}

const whatFor: Record<Purpose, string> = {
  confirm_email: `To confirm the address, for ${linkHours.confirm_email / 24} days, while logged in to the account:`,
  reset_password: 'To choose a new password, once, within an hour:',
};

/**
 * Creates links for an operator to pass on to the owner of an address. Each has a sentence on its
 * purpose and how long it works; `origin` begins them.
 * @throws OperatorError
 */
export async function describeLinks(
  db: Database,
  address: string,
  origin: string,
  now: Date,
): Promise<string> {
  const made = await makeAccountLinks(db, emailIn(address), origin, now);
  const { account, links } = requireUsable(made, address);
  return [
    `Anyone with one of these links can take over the account. Give them only to the owner of ${account.email}.`,
    ...links.map(({ opens, url }) => `${whatFor[opens]}\n${url}`),
  ].join('\n\n');
}

/**
 * Makes the account of an address an admin, and returns a sentence about it.
 * @throws OperatorError
 */
export async function describeAdmin(db: Database, address: string, now: Date): Promise<string> {
  const made = await makeAdmin(db, emailIn(address), now);
  const { account, already } = requireUsable(made, address);
  const sentence = `${account.firstName} <${account.email}> is ${already ? 'already' : 'now'} an admin.`;
  return account.emailVerified ? sentence : `${sentence}\n${unconfirmedWarning}`;
}

/** Anybody can sign up with an address that isn't theirs. */
const unconfirmedWarning =
  'Nobody has confirmed that address yet. Make sure the account belongs to the person you mean, or remove the role in the Admin Panel.';

/** Text that is not an email address belongs to no account. */
const emailIn = (text: string) => Email.safeParse(text).data ?? cleanText('');

/** @throws OperatorError if there is no such account, or a suspended one */
function requireUsable<T extends { account: Account }>(made: T | undefined, address: string): T {
  if (!made) {
    throw new OperatorError(`No account has the address ${address}. Sign up with it first.`);
  }
  const { account } = made;
  if (!account.isActive) throw new OperatorError(`The account of ${account.email} is suspended.`);
  return made;
}
