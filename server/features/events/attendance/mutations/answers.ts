import type { z } from 'zod';
import type { AnswerStatus, giveAnswer } from '#contract/events/answers.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { answerRefusal } from '../policy/answers.ts';
import type { LockedRsvp } from '../queries/state.ts';
import { removePeople } from './children.ts';
import { requireActive, withRsvpLock } from './lock.ts';
import { enqueueCalendarRemoval } from './notifications.ts';
import { settleOffers } from './offers.ts';
import { declineRsvp } from './rows.ts';
import { rsvpInTransaction, leaveEvents } from './rsvps.ts';

type AnswerForm = z.output<(typeof giveAnswer)['body']>;

/**
 * Takes the viewer's answer. 'Can't come' gives up their place or their turn, or that of the people
 * it names, and offers free places to the next.
 * @returns the viewer’s present status
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid`, `full`, `conflict`
 * for an event that has begun or is cancelled, or whose RSVPs have closed
 */
export const saveAnswer = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  { answer, note: given, guests: companions, who, phone }: AnswerForm,
  now: Date,
): Promise<AnswerStatus> =>
  withOwnAnswer(
    db,
    viewer,
    eventId,
    async (tx, event, locked) => {
      const own = { eventId, userId: viewer.id, ...locked };
      const note = given === undefined ? (own.row?.note ?? null) : given;
      if (answer === 'cant' && who) {
        const left = await removePeople(tx, own, { who, note }, now);
        return left?.status ?? 'cant';
      }
      if (answer === 'cant') {
        await declineRsvp(tx, own, note, now);
        if (own.own) await settleOffers(tx, [eventId], now);
        await enqueueCalendarRemoval(tx, own, own.row ? [own.row] : [], now);
        return answer;
      }
      const answerNote = { note, answeredAt: note === null ? null : now };
      const wanted = { status: answer, companions, who, phone, answerNote, confirm: true };
      await rsvpInTransaction(tx, viewer, event, locked, wanted, now);
      return answer;
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
    async (tx, _, { row }) => {
      const ended = row && (await leaveEvents(tx, viewer.id, [eventId], [row.status], now));
      await enqueueCalendarRemoval(tx, { userId: viewer.id }, ended ?? [], now);
    },
    now,
  );

/** Runs `work` with the event and the viewer's RSVP locked, if they may change their answer. */
const withOwnAnswer = <T>(
  db: Database,
  viewer: Viewer,
  eventId: number,
  work: (tx: Transaction, event: EventFacts, locked: LockedRsvp) => Promise<T>,
  now: Date,
): Promise<T> =>
  withRsvpLock(
    db,
    viewer,
    { eventId, userId: viewer.id },
    async (tx, event, locked) => {
      demand(answerRefusal(viewer, event, locked?.own ?? null, now));
      return work(tx, event, requireActive(locked));
    },
    now,
  );
