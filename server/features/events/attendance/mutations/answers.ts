import { and, eq, inArray, isNotNull, lte, notInArray, sql, type Placeholder } from 'drizzle-orm';
import type { z } from 'zod';
import type { AnswerStatus, giveAnswer } from '#contract/events/answers.ts';
import type { Who } from '#contract/events/household.ts';
import { day } from '#contract/platform/durations.ts';
import { guestDays } from '#contract/platform/limits.ts';
import { events } from '#features/events/events/tables.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { eachPart, inBatches } from '#platform/jobs/items.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { answerRefusal } from '../policy/answers.ts';
import type { AttendanceState, RsvpEntry } from '../policy/places.ts';
import { answers, childPlaces } from '../tables.ts';
import { removePeople } from './children.ts';
import { requireAttendanceState, withAttendanceLock } from './lock.ts';
import { attendInTransaction, leaveEvent } from './rsvps.ts';
import { withdrawInTransaction } from './withdrawal.ts';

type AnswerForm = z.output<(typeof giveAnswer)['body']>;

/**
 * Takes the viewer's answer. 'Can't come' gives up their place or their turn, or that of the people
 * it names, and offers free places to the next.
 * @returns where the viewer stands now
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid`, `full`, `conflict`
 * for an event that has begun or is cancelled, or whose RSVPs have closed
 */
export const saveAnswer = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  { answer: given, note, guests, who }: AnswerForm,
  now: Date,
): Promise<AnswerStatus> =>
  withOwnAnswer(
    db,
    viewer,
    eventId,
    async (tx, event, locked) => {
      const own = { eventId, userId: viewer.id };
      if (given === 'cant' && who)
        return takePeopleOut(tx, own, { before: locked.own, who, note }, now);
      // The note is kept before the RSVP and what was said before go.
      await writeAnswer(tx, own, { cant: given === 'cant', note }, now);
      if (given === 'cant') await giveUpPlace(tx, own, locked.own, now);
      else
        await attendInTransaction(tx, viewer, event, locked, { guests, who, confirm: true }, now);
      return given;
    },
    now,
  );

/**
 * Takes the viewer's answer back, and gives up their place.
 * @throws Refusal `not_found`, `not_a_member`, `conflict` for an event that has begun or is
 * cancelled
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
    async (tx, _, locked) => {
      const own = { eventId, userId: viewer.id };
      await giveUpPlace(tx, own, locked.own, now);
      await tx.delete(answers).where(isOwn(own));
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

interface Own {
  eventId: number;
  userId: string;
}

/** @param own values, or the placeholders of a prepared statement */
const isOwn = ({ eventId, userId }: Own | Record<keyof Own, Placeholder>) =>
  and(eq(answers.eventId, eventId), eq(answers.userId, userId));

/** Takes these people out of the viewer's entry, who can't come once nobody is left. */
async function takePeopleOut(
  tx: Transaction,
  own: Own,
  { before, who, note }: { before: RsvpEntry | null; who: Who; note: string | null | undefined },
  now: Date,
): Promise<AnswerStatus> {
  const [said] = await tx.select({ note: answers.note }).from(answers).where(isOwn(own));
  const left = await removePeople(tx, own.eventId, own.userId, { own: before, who }, now);
  const kept = note === undefined ? (said?.note ?? null) : note;
  await writeAnswer(tx, own, { cant: left === null, note: kept }, now);
  return left?.status ?? 'cant';
}

/** Gives up the viewer's place or turn. */
async function giveUpPlace(
  tx: Transaction,
  { eventId, userId }: Own,
  before: RsvpEntry | null,
  now: Date,
): Promise<void> {
  if (before?.status === 'going') await leaveEvent(tx, eventId, userId, now);
  else if (before) await withdrawInTransaction(tx, userId, [eventId], now);
}

/** Writes that the viewer can't come, or their note beside an RSVP; an undefined note stays. */
async function writeAnswer(
  tx: Transaction,
  { eventId: event, userId: attendee }: Own,
  { cant, note }: { cant: boolean; note: string | null | undefined },
  now: Date,
): Promise<void> {
  const said = { event, attendee, cant, now };
  if (cant || typeof note === 'string') {
    await upsertAnswer(tx, note !== undefined).execute({ ...said, note: note ?? null });
  } else if (note === undefined) await keepNote(tx).execute(said);
  else await tx.delete(answers).where(isOwn({ eventId: event, userId: attendee }));
}

const ownKeyParams = { eventId: sql.placeholder('event'), userId: sql.placeholder('attendee') };

const upsertAnswer = (tx: Transaction, withNote: boolean) =>
  statement(tx, `answer_upsert${withNote ? '_note' : ''}`, (sqlTx) =>
    sqlTx
      .insert(answers)
      .values({
        ...ownKeyParams,
        cant: sql.placeholder('cant'),
        note: sql.placeholder('note'),
        answeredAt: sql.placeholder('now'),
      })
      .onConflictDoUpdate({
        target: [answers.eventId, answers.userId],
        set: {
          cant: sql`excluded.cant`,
          answeredAt: sql`excluded.answered_at`,
          ...(withNote && { note: sql`excluded.note` }),
        },
      }),
  );

const keepNote = (tx: Transaction) =>
  statement(tx, 'answer_keep_note', (sqlTx) =>
    sqlTx
      .update(answers)
      .set({ cant: false, answeredAt: sql`${sql.placeholder('now')}` })
      .where(and(isOwn(ownKeyParams), isNotNull(answers.note))),
  );

const atOnce = 500;

/**
 * Deletes what members have said 30 days after an event, and which children came.
 * @returns how many answers there were
 */
export async function forgetAnswers(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - guestDays * day);
  const forgotten = await eachPart({
    children: () => forgetPast(db, childPlaces, before),
    answers: () => forgetPast(db, answers, before),
  });
  return forgotten.answers;
}

const forgetPast = (
  db: Database,
  table: typeof answers | typeof childPlaces,
  before: Date,
): Promise<number> =>
  inBatches<number>({
    atOnce,
    next: async (failed) => {
      const past = await db
        .selectDistinct({ eventId: table.eventId })
        .from(table)
        .innerJoin(events, eq(events.id, table.eventId))
        .where(and(lte(events.endTime, before), notInArray(table.eventId, failed)))
        .limit(atOnce);
      return past.map(({ eventId }) => eventId);
    },
    handle: async (eventIds) => {
      const { rowCount } = await db.delete(table).where(inArray(table.eventId, eventIds));
      return rowCount ?? 0;
    },
  });
