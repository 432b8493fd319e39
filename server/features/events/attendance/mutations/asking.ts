import { eq, sql } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { groups } from '#features/community/groups/tables.ts';
import { asksEverybody } from '#features/events/events/queries/cards.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { askRefusal } from '../policy/answers.ts';
import { afterNight } from '../policy/offer-clock.ts';
import { membersWithoutAnswer } from '../queries/asks.ts';

/**
 * Asks the members who haven't said whether they are coming, now or at eight in the morning.
 * @throws Refusal `not_found`, `forbidden`, and `conflict` for an event that has begun, is
 * cancelled or doesn't ask everybody, and within a day of the last time
 */
export async function askMembers(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<{ asked: number; sendAt?: string }> {
  return transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    const [asking] = await tx
      .select({ asksEverybody, askedAt: events.askedAt })
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .where(eq(events.id, eventId));
    if (!asking) throw notFound('Event');
    demand(askRefusal(viewer, event, asking, now));
    const sendAt = afterNight(now);
    const asked = await enqueueQuestion(tx, eventId, sendAt, now);
    return { asked, ...(sendAt > now && { sendAt: sendAt.toISOString() }) };
  });
}

/**
 * Enqueues one email for each member who hasn't said. The event's row must be locked.
 * @returns how many members are asked
 */
export async function enqueueQuestion(
  tx: Transaction,
  eventId: number,
  dueAt: Date,
  now: Date,
): Promise<number> {
  await tx.update(events).set({ askedAt: now }).where(eq(events.id, eventId));
  const to = sql`select id, null::text from (${membersWithoutAnswer(eventId)}) silent`;
  const uniqueKey = sql`${`attendance_asked:${eventId}:${now.getTime()}:`} || recipient.id`;
  const email = { kind: 'attendance_asked', payload: { eventId }, now, dueAt } as const;
  return enqueueMany(tx, email, { to, uniqueKey });
}
