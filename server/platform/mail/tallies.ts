import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { talliedAs } from './bounds.ts';
import { letterTallies, type Effect } from './tables.ts';

const slots = 8;

/** Counts what became of a letter that goes to many, in the transaction in which it did. */
export async function tally(
  tx: Transaction,
  effect: Pick<Effect, 'id' | 'kind' | 'cause'>,
  { delivered = 0, failed = 0 }: { delivered?: number; failed?: number },
): Promise<void> {
  const cause = talliedAs(effect);
  if (cause === null) return;
  await tx
    .insert(letterTallies)
    .values({ cause, slot: effect.id % slots, delivered, failed })
    .onConflictDoUpdate({
      target: [letterTallies.cause, letterTallies.slot],
      set: {
        delivered: sql`${letterTallies.delivered} + ${delivered}`,
        failed: sql`${letterTallies.failed} + ${failed}`,
      },
    });
}

/** How many letters of a cause, an expression of the query around, have gone out and were given up. */
export const tallied = (cause: unknown, column: 'delivered' | 'failed') =>
  sql<number>`(select coalesce(sum(${sql.identifier(column)}), 0)::int from ${letterTallies} tallied where tallied.cause = ${cause})`;
