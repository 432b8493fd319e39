import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import type { Database } from '#platform/db/database.ts';
import { groups } from '#features/community/groups/tables.ts';
import { forEachDueEvent } from '#features/events/events/mutations/due-events.ts';
import { asksEverybody } from '#features/events/events/queries/cards.ts';
import { events } from '#features/events/events/tables.ts';
import { enqueueQuestion } from '../mutations/asking.ts';
import { askPause } from '../policy/answers.ts';
import { afterNight } from '../policy/offer-clock.ts';

const askLeadTime = 3 * day;

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
    lte(events.startTime, new Date(now.getTime() + askLeadTime)),
    sql`${events.askedOf} is distinct from ${events.startTime}`,
    or(isNull(events.rsvpClosesAt), gt(events.rsvpClosesAt, now)),
    or(isNull(events.askedAt), lte(events.askedAt, new Date(now.getTime() - askPause))),
  );
  return forEachDueEvent(db, isDue, async (tx, { id, startTime }) => {
    await enqueueQuestion(tx, id, now, now);
    await tx.update(events).set({ askedOf: startTime }).where(eq(events.id, id));
  });
}
