import { eq, sql } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import { localPath } from '#contract/platform/paths.ts';
import { spentLink } from '#contract/base/sign-in.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { postponedEmails } from '#features/base/accounts/steps.ts';
import { ownerOfLink, spendLink } from './links.ts';
import type { Config } from '#platform/config.ts';
import { withFirstAdmin } from './session-start.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { invalid, Refusal, signInRequired } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { enqueue } from '#platform/mail/outbox.ts';

export async function confirmAddress(tx: Transaction, userId: string, now: Date): Promise<Account> {
  const [account] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` })
    .where(eq(users.id, userId))
    .returning(accountColumns);
  if (!account) throw signInRequired();
  return account;
}

/** Sends the confirmation email; its link continues to `next` if that is a path of this site. */
export async function enqueueConfirmationEmail(
  tx: Transaction,
  userId: string,
  next: string | undefined,
  now: Date,
): Promise<void> {
  const path = localPath(next);
  await enqueue(tx, 'confirm_email', userId, path ? { next: path } : {}, now);
}

/**
 * Confirms the signed-in member's address by the link sent to it.
 * @throws Refusal `invalid` for an unusable link, `forbidden` for that of another account
 */
export async function confirmEmail(
  db: Database,
  viewer: Viewer,
  token: string,
  config: Config,
  now: Date,
): Promise<Account> {
  return transaction(db, async (tx) => {
    const owner = await ownerOfLink(tx, 'confirm_email', token, now);
    if (owner && owner !== viewer.id) {
      const message = 'This link is for another account. Please sign in to that one to use it.';
      throw new Refusal('forbidden', message);
    }
    if (!(await spendLink(tx, 'confirm_email', token, now))) {
      throw invalid({ token: spentLink });
    }
    if (!viewer.emailVerified) await postponedEmails.read()(tx, viewer.id, now);
    return withFirstAdmin(tx, await confirmAddress(tx, viewer.id, now), config, now);
  });
}

/** @throws Refusal `conflict` if the address is already confirmed */
export async function resendConfirmation(db: Database, viewer: Viewer, now: Date): Promise<void> {
  if (viewer.emailVerified) {
    throw new Refusal('conflict', 'Your email address is already confirmed');
  }
  await transaction(db, (tx) => enqueueConfirmationEmail(tx, viewer.id, undefined, now));
}
