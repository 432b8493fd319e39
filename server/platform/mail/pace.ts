import { second, minute } from '#contract/platform/durations.ts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { letterPace } from './tables.ts';

/** The one row that all processes share. */
const site = 1;
/** How far ahead emails get their sending times. */
const planned = second;
/** Urgent emails go this far ahead of all others. */
const ahead = minute;

/** The moments at which the next letters may go: `most` of them, from `from` on. */
export interface Moments {
  from: Date;
  most: number;
}

/**
 * Which moments are free by the site's pace; held until the transaction ends, so that processes take turns. What nobody
 * waits for takes them once none is taken ahead, and so never stands in the way of what somebody does.
 */
export async function freeMoments(
  tx: Transaction,
  everyMs: number,
  { awaited, limit }: { awaited: boolean; limit: number },
  now: Date,
): Promise<Moments> {
  const [row] = await tx
    .insert(letterPace)
    .values({ id: site, nextAt: now })
    .onConflictDoUpdate({ target: letterPace.id, set: { nextAt: sql`${letterPace.nextAt}` } })
    .returning({ nextAt: letterPace.nextAt });
  const wait = (row?.nextAt ?? now).getTime() - now.getTime();
  // A sending time further ahead was set by a clock that ran ahead.
  const isTaken = wait > 0 && wait <= ahead + planned + everyMs;
  const from = isTaken ? new Date(now.getTime() + wait) : now;
  if (isTaken && wait > (awaited ? ahead : 0)) return { from, most: 0 };
  return { from, most: Math.min(limit, Math.max(1, Math.floor(planned / everyMs))) };
}

/** Takes the first of them. */
export async function takeMoments(
  tx: Transaction,
  everyMs: number,
  from: Date,
  count: number,
): Promise<Date[]> {
  const moments = Array.from({ length: count + 1 }, (_, n) => from.getTime() + n * everyMs);
  await tx.update(letterPace).set({ nextAt: new Date(moments.at(-1) ?? from) });
  return moments.slice(0, count).map((at) => new Date(at));
}
