import { and, eq, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AnswerStatus, giveAnswer } from '#contract/events/answers.ts';
import { day } from '#contract/platform/durations.ts';
import { guestDays } from '#contract/platform/limits.ts';
import { events } from '#features/events/events/tables.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { answerRefusal } from '../policy/answers.ts';
import type { AttendanceState } from '../policy/places.ts';
import { answers, childPlaces } from '../tables.ts';
import { takeOut } from './children.ts';
import { requireAttendanceState, withAttendanceLock } from './lock.ts';
import { enqueueCalendarRemoval } from './notifications.ts';
import { attendInTransaction } from './rsvps.ts';
import { withdrawInTransaction } from './withdrawal.ts';

type Said = z.output<(typeof giveAnswer)['body']>;

/**
 * Takes the viewer's answer. 'Can't come' gives up their place or their turn, or that of the people
 * it names, and offers free places to the next.
 * @returns where the viewer stands now
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid`, `full`, `conflict`
 * for an event that has begun or is cancelled, or whose RSVPs have closed
 */
export const answer = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  { answer: given, note, guests, who }: Said,
  now: Date,
): Promise<AnswerStatus> =>
  withOwnAnswer(
    db,
    viewer,
    eventId,
    async (tx, event, locked) => {
      const kept = note ?? (note === undefined ? await noteOf(tx, eventId, viewer.id) : null);
      let status: AnswerStatus = given;
      if (given === 'going') {
        await attendInTransaction(tx, viewer, event, locked, { guests, who, confirm: true }, now);
      } else if (who) {
        const left = await takeOut(tx, eventId, viewer.id, { own: locked.own, who }, now);
        status = left?.status ?? 'cant';
      } else await leave(tx, eventId, viewer.id, now);
      await forget(tx, eventId, viewer.id);
      const cant = status === 'cant';
      if (cant || kept !== null) {
        const row = { eventId, userId: viewer.id, cant, note: kept, answeredAt: now };
        await tx.insert(answers).values(row);
      }
      return status;
    },
    now,
  );

/**
 * Takes the viewer's answer back, and gives up their place.
 * @throws Refusal `not_found`, `not_a_member`, `conflict` for an event that has begun or is cancelled
 */
export const takeAnswerBack = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> =>
  withOwnAnswer(
    db,
    viewer,
    eventId,
    async (tx) => {
      await leave(tx, eventId, viewer.id, now);
      await forget(tx, eventId, viewer.id);
    },
    now,
  );

/** Runs `work` with the event and the viewer's place locked, if they may change their answer. */
const withOwnAnswer = <T>(
  db: Database,
  viewer: Viewer,
  eventId: number,
  work: (tx: Transaction, event: EventFacts, locked: AttendanceState) => Promise<T>,
  now: Date,
): Promise<T> =>
  withAttendanceLock(
    db,
    viewer,
    eventId,
    viewer.id,
    async (tx, event, locked) => {
      demand(answerRefusal(viewer, event, locked?.own ?? null, now));
      return work(tx, event, requireAttendanceState(locked));
    },
    now,
  );

async function leave(tx: Transaction, eventId: number, userId: string, now: Date): Promise<void> {
  const { left } = await withdrawInTransaction(tx, userId, [eventId], now);
  await enqueueCalendarRemoval(tx, userId, left, now);
}

const isOwn = (eventId: number, userId: string) =>
  and(eq(answers.eventId, eventId), eq(answers.userId, userId));

async function noteOf(tx: Transaction, eventId: number, userId: string): Promise<string | null> {
  const [found] = await tx
    .select({ note: answers.note })
    .from(answers)
    .where(isOwn(eventId, userId));
  return found?.note ?? null;
}

const forget = (tx: Transaction, eventId: number, userId: string) =>
  tx.delete(answers).where(isOwn(eventId, userId));

const atOnce = 500;

/**
 * Deletes what members have said 30 days after an event, and which children came.
 * @returns how many answers there were
 */
export async function forgetAnswers(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - guestDays * day);
  await forgetPast(db, childPlaces, before);
  return forgetPast(db, answers, before);
}

async function forgetPast(
  db: Database,
  table: typeof answers | typeof childPlaces,
  before: Date,
): Promise<number> {
  for (let total = 0; ;) {
    const past = db
      .select({ eventId: table.eventId, userId: table.userId })
      .from(table)
      .innerJoin(events, eq(events.id, table.eventId))
      .where(lte(events.endTime, before))
      .limit(atOnce);
    const { rowCount } = await db
      .delete(table)
      .where(sql`(${table.eventId}, ${table.userId}) in ${past}`);
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < atOnce) return total;
  }
}
