import { eq } from 'drizzle-orm';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { DemoPerson } from '#contract/base/sign-in.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import { beginSession, type SignedIn, type SignInAttempt } from './session-start.ts';

/**
 * Signs in to an account of a public demonstration, and lifts a suspension that another visitor has
 * put on it.
 * @throws Refusal `not_found` on any other site
 */
export async function signInToDemo(
  db: Database,
  person: DemoPerson,
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignedIn> {
  if (!config.publicDemo) throw notFound('Page');
  return transaction(db, async (tx) => {
    const [account] = await tx
      .update(users)
      .set({ isActive: true, suspendedUntil: null })
      .where(eq(users.email, cleanText(`${person}@example.com`)))
      .returning(accountColumns);
    if (!account) throw notFound('Account');
    return beginSession(tx, account, visit, config, signer, now);
  });
}
