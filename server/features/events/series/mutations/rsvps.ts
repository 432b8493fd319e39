import type { z } from 'zod';
import type {
  answerSeries,
  ForEachDate,
  SeriesAnswers,
} from '#contract/events/series/series-changes.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { leaveEvents, rsvpInTransaction } from '#features/events/attendance/mutations/rsvps.ts';
import { declineRsvps } from '#features/events/attendance/mutations/rows.ts';
import {
  enqueueCalendarRemoval,
  notifyOtherAdults,
} from '#features/events/attendance/mutations/notifications.ts';
import { comingOrWaiting } from '#features/events/attendance/queries/rsvps.ts';
import { lockRsvp, type LockedRsvp } from '#features/events/attendance/queries/state.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { requireActive, type RequestedParty } from '#features/events/attendance/mutations/lock.ts';
import { answerRefusal } from '#features/events/attendance/policy/answers.ts';
import { requireOwnChildren } from '#features/events/household/queries.ts';
import { answerSeriesRefusal, attendSeriesRefusal, seeSeriesRefusal } from '../policy/series.ts';
import { lockUpcomingDates, lockSeries } from './lock.ts';

interface LockedDate {
  event: EventFacts;
  attendance: LockedRsvp | undefined;
}

/**
 * RSVPs to every upcoming date, each by its own rules: if no place is left, the viewer joins the
 * waiting list if there is one. Expired offers are deleted first, in a separate transaction.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `suspended`
 */
export const attendAll = (
  db: Database,
  viewer: Viewer,
  seriesId: number,
  { guests: companions }: { guests?: number | undefined },
  now: Date,
): Promise<ForEachDate> =>
  withUpcomingDates(
    db,
    viewer,
    seriesId,
    attendSeriesRefusal,
    (tx, dates) => attendEach(tx, viewer, dates, { companions }, now),
    now,
  );

/**
 * Gives one answer for every upcoming date that the viewer has neither answered nor an entry for.
 * @throws Refusal `not_found`, `not_a_member`, `suspended`, `invalid` for a child of others, and
 * `profile_incomplete` for 'going'
 */
export const answerAll = (
  db: Database,
  viewer: Viewer,
  seriesId: number,
  { answer, who, phone }: z.output<(typeof answerSeries)['body']>,
  now: Date,
): Promise<SeriesAnswers> =>
  withUpcomingDates(
    db,
    viewer,
    seriesId,
    answer === 'going' ? attendSeriesRefusal : answerSeriesRefusal,
    async (tx, dates) => {
      const open = dates.filter(({ attendance }) => !attendance?.row);
      if (answer === 'cant') return declineEach(tx, viewer, open, now);
      if (who) await requireOwnChildren(tx, viewer.id, who.household);
      const given = await attendEach(tx, viewer, open, { who, phone }, now);
      const [eventId, ...others] = [...given.going, ...given.waiting];
      if (who && eventId !== undefined) {
        const childIds = who.household;
        const told = { eventId, userId: viewer.id, childIds, otherDates: others.length };
        await notifyOtherAdults(tx, told, now);
      }
      return { ...given, cant: [] };
    },
    now,
  );

/**
 * Runs `work` with the upcoming dates and the viewer's place at each locked. Expired offers are
 * deleted first, in a separate transaction.
 */
async function withUpcomingDates<T>(
  db: Database,
  viewer: Viewer,
  seriesId: number,
  refusal: typeof attendSeriesRefusal,
  work: (tx: Transaction, dates: LockedDate[]) => Promise<T>,
  now: Date,
): Promise<T> {
  for (;;) {
    const done = await transaction(db, async (tx) => {
      const dates = await lockDatesForRsvp(tx, viewer, seriesId, refusal, now);
      const due = dates.filter(({ attendance }) => attendance?.hasExpiredOffers);
      for (const { event } of due) await offerPlaces(tx, event.id, now);
      return due.length > 0 ? undefined : { result: await work(tx, dates) };
    });
    if (done) return done.result;
  }
}

/**
 * Locks the upcoming dates, then the viewer's account, and returns the viewer's RSVP to each date.
 */
async function lockDatesForRsvp(
  tx: Transaction,
  viewer: Viewer,
  seriesId: number,
  refusal: typeof attendSeriesRefusal,
  now: Date,
): Promise<LockedDate[]> {
  const series = await lockSeries(tx, viewer, seriesId, 'share');
  if (!series) throw notFound('Series');
  demand(refusal(viewer, series));
  const coming = await lockUpcomingDates(tx, series, now);
  return Promise.all(
    coming.map(async (event) => ({
      event,
      attendance: await lockRsvp(tx, event.id, { userId: viewer.id }, now),
    })),
  );
}

async function attendEach(
  tx: Transaction,
  viewer: Viewer,
  dates: LockedDate[],
  wanted: RequestedParty,
  now: Date,
): Promise<ForEachDate> {
  const answer: ForEachDate = { going: [], waiting: [], refused: [] };
  const added: number[] = [];
  const party = { ...wanted, confirm: false };
  for (const { event, attendance } of dates) {
    const state = attendance?.isActive ? attendance : undefined;
    const ask = (status: 'going' | 'waiting') =>
      unlessRefused(tx, wanted, (part) =>
        rsvpInTransaction(part, viewer, event, state, { ...party, status }, now),
      );
    const goes = await ask('going');
    if (!(goes instanceof Refusal)) {
      answer.going.push(event.id);
      if (goes) added.push(event.id);
      continue;
    }
    const waits = goes.code === 'full' ? await ask('waiting') : goes;
    if (waits instanceof Refusal) answer.refused.push({ id: event.id, code: goes.code });
    else answer.waiting.push(event.id);
  }
  if (added.length > 0) {
    await enqueue(tx, 'rsvp_confirmed', viewer.id, { eventIds: added }, now);
  }
  return answer;
}

async function declineEach(tx: Transaction, viewer: Viewer, dates: LockedDate[], now: Date) {
  const own = dates.map(({ event, attendance }) => {
    requireActive(attendance?.isActive ? attendance : undefined);
    return { id: event.id, refusal: answerRefusal(viewer, event, null, now) };
  });
  const cant = own.flatMap(({ id, refusal }) => (refusal ? [] : id));
  const refused = own.flatMap(({ id, refusal }) => (refusal ? { id, code: refusal.code } : []));
  await declineRsvps(tx, viewer.id, cant, now);
  return { going: [], waiting: [], cant, refused };
}

/**
 * Returns a date's own refusal, with nothing of the work written, and throws on refusals that apply
 * to every date. Only children are written before a refusal.
 */
async function unlessRefused<T>(
  tx: Transaction,
  { who }: RequestedParty,
  work: (part: Transaction) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await (who ? tx.transaction(work) : work(tx));
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'suspended') return error;
    throw error;
  }
}

/**
 * Deletes the viewer's RSVPs and waiting list entries of upcoming dates.
 * @returns the dates they were attending and those they were waiting for
 * @throws Refusal `not_found`
 */
export async function withdrawFromAll(
  db: Database,
  viewer: Viewer,
  seriesId: number,
  now: Date,
): Promise<ForEachDate> {
  return transaction(db, async (tx) => {
    const series = await lockSeries(tx, viewer, seriesId, 'share');
    if (!series) throw notFound('Series');
    demand(seeSeriesRefusal(viewer, series.group, series.membership));
    const ids = (await lockUpcomingDates(tx, series, now)).map(({ id }) => id);
    const ended = await leaveEvents(tx, viewer.id, ids, comingOrWaiting, now);
    const going = ended.filter(({ status }) => status === 'going');
    const waiting = ended.filter(({ status }) => status !== 'going');
    await enqueueCalendarRemoval(tx, { userId: viewer.id }, going, now);
    const idsOf = (rsvps: typeof ended) => rsvps.map(({ eventId }) => eventId);
    return { going: idsOf(going), waiting: idsOf(waiting), refused: [] };
  });
}
