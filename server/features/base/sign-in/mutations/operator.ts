import { eq } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Account } from '#contract/base/accounts.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { operatorActor } from '#platform/viewer.ts';
import { addressOfAccountKey, type Purpose } from './links.ts';
import { promoteToAdmin } from './session-start.ts';

/**
 * Makes an account an admin by its address, for an operator with shell access. Suspended accounts
 * are refused. Returns undefined if there is no such account.
 */
export async function makeAdmin(
  db: Database,
  address: CleanText,
  now: Date,
): Promise<{ account: Account; already: boolean } | undefined> {
  return transaction(db, async (tx) => {
    const account = await lockUsableAccount(tx, address);
    if (!account) return undefined;
    const already = account.role === 'admin';
    if (!already && account.isActive)
      await promoteToAdmin(tx, operatorActor, account, 'shell', now);
    return { account, already };
  });
}

interface AccountLink {
  opens: Purpose;
  url: string;
}

/**
 * Creates links for the owner of an address: to confirm it if needed, and to choose a new password;
 * none for a suspended account. Returns undefined if there is no such account.
 */
export async function makeAccountLinks(
  db: Database,
  address: CleanText,
  origin: string,
  now: Date,
): Promise<{ account: Account; links: AccountLink[] } | undefined> {
  return transaction(db, async (tx) => {
    const account = await lockUsableAccount(tx, address);
    if (!account) return undefined;
    const purposes = account.isActive ? purposesFor(account) : [];
    if (purposes.length === 0) return { account, links: [] };
    const change = { before: null, after: { opens: purposes } };
    await record(tx, operatorActor, 'user.links', account.id, change, now);
    const links: AccountLink[] = [];
    for (const opens of purposes) {
      const url = await addressOfAccountKey(tx, { opens, userId: account.id }, origin, now);
      links.push({ opens, url });
    }
    return { account, links };
  });
}

const purposesFor = ({ emailVerified }: Account): Purpose[] =>
  emailVerified ? ['reset_password'] : ['confirm_email', 'reset_password'];

async function lockUsableAccount(
  tx: Transaction,
  address: CleanText,
): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(eq(users.email, address))
    .for('no key update');
  return account;
}
