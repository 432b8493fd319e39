import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { signIns } from '../tables.ts';

type Outcome = (typeof signIns.$inferInsert)['outcome'];

/** Logs the outcome of an attempt, even without an account, so both cases take equally long. */
export async function recordSignIn(
  db: Reader,
  userId: string | null,
  outcome: Outcome,
  network: string,
  now: Date,
): Promise<void> {
  await db
    .insert(signIns)
    .values({ userId, network, outcome, day: now.toISOString().slice(0, 10), at: now })
    .onConflictDoUpdate({
      target: [signIns.userId, signIns.network, signIns.outcome, signIns.day],
      set: { times: sql`${signIns.times} + 1`, at: now },
    });
}
