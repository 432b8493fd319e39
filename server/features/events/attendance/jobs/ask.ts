import { and, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { groups } from '#features/community/groups/tables.ts';
import { asksEverybody } from '#features/events/events/queries/cards.ts';
import { events } from '#features/events/events/tables.ts';
import { enqueueQuestion } from '../mutations/asking.ts';
import { askPause } from '../policy/answers.ts';
import { afterNight } from '../policy/offer-clock.ts';

const askedBefore = 3 * day;

/**
 * Asks the members who haven't said about events that start within 72 hours, once for each start,
 * and never at night.
 * @returns how many events there were
 */
export async function askEverybody(db: Database, now: Date): Promise<number> {
  if (afterNight(now) > now) return 0;
  const isDue = and(
    eq(events.status, 'scheduled'),
    eq(groups.status, 'approved'),
    asksEverybody,
    gt(events.startTime, now),
    lte(events.startTime, new Date(now.getTime() + askedBefore)),
    sql`${events.askedOf} is distinct from ${events.startTime}`,
    or(isNull(events.rsvpClosesAt), gt(events.rsvpClosesAt, now)),
    or(isNull(events.askedAt), lte(events.askedAt, new Date(now.getTime() - askPause))),
  );
  const due = await db
    .select({ id: events.id })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(isDue)
    .orderBy(events.id);
  return forEachItem(
    due.map(({ id }) => id),
    (id) => transaction(db, (tx) => askOnce(tx, id, isDue, now)),
  );
}

/** Skips an event that another process has, or that has changed since it was read. */
async function askOnce(
  tx: Transaction,
  id: number,
  isDue: SQL | undefined,
  now: Date,
): Promise<number> {
  const [event] = await tx
    .select({ startTime: events.startTime })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(and(eq(events.id, id), isDue))
    .for('no key update', { of: events, skipLocked: true });
  if (!event) return 0;
  await enqueueQuestion(tx, id, now, now);
  await tx.update(events).set({ askedOf: event.startTime }).where(eq(events.id, id));
  return 1;
}
