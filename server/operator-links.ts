import { eq } from 'drizzle-orm';
import { email as Email, type Account } from '../contract/accounts.ts';
import { accountColumns } from './features/accounts/queries.ts';
import { users } from './features/accounts/tables.ts';
import { recordAction } from './features/audit/mutations.ts';
import {
  addressOfAccountKey,
  linkHours,
  type Purpose,
} from './features/sign-in/mutations/links.ts';
import { transaction, type Database, type Transaction } from './platform/db/database.ts';

/** What the operator can do something about, in a line. */
export class OperatorError extends Error {}

const whatFor: Record<Purpose, string> = {
  confirm_email: `To confirm the address, for ${linkHours.confirm_email / 24} days, by who is logged in to the account:`,
  reset_password: 'To choose a new password, once, within an hour:',
};

interface From {
  /** What links begin with. */
  origin: string;
  now: Date;
}

/**
 * Fresh links for whoever has the machine's shell to hand on to the owner of an address: to confirm it where that is
 * still to be done, and to choose a new password; each with a sentence of what it is for and how long it works.
 * @throws OperatorError
 */
export async function linksInWords(db: Database, address: string, from: From): Promise<string> {
  const { data: email } = Email.safeParse(address);
  return transaction(db, async (tx) => {
    const account = email === undefined ? undefined : await heldAccount(tx, email);
    if (!account) {
      throw new OperatorError(`No account has the address ${address}: sign up with it first.`);
    }
    if (!account.isActive) throw new OperatorError(`The account of ${account.email} is suspended.`);
    return [
      `Whoever has one of these links has the account: give them to nobody but the owner of ${account.email}.`,
      ...(await makeLinks(tx, account, from)),
    ].join('\n\n');
  });
}

async function heldAccount(tx: Transaction, email: string): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(eq(users.email, email))
    .for('no key update');
  return account;
}

async function makeLinks(
  tx: Transaction,
  { id: userId, emailVerified }: Account,
  { origin, now }: From,
): Promise<string[]> {
  const purposes: Purpose[] = emailVerified
    ? ['reset_password']
    : ['confirm_email', 'reset_password'];
  const action = { action: 'user.links', target: { type: 'user', id: userId }, before: null };
  await recordAction(tx, { id: 'shell' }, { ...action, after: { opens: purposes }, now });
  const links = [];
  for (const opens of purposes) {
    const url = await addressOfAccountKey({ opens, userId }, { db: tx, origin, now });
    links.push(`${whatFor[opens]}\n${url}`);
  }
  return links;
}
