import type { ForEachDate } from '#contract/events/series-changes.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import type { AttendanceState } from '#features/events/attendance/policy/places.ts';
import { attendInTransaction } from '#features/events/attendance/mutations/rsvps.ts';
import { withdrawInTransaction } from '#features/events/attendance/mutations/withdrawal.ts';
import {
  enqueueConfirmation,
  enqueueCalendarRemoval,
} from '#features/events/attendance/mutations/notifications.ts';
import { lockAttendanceState } from '#features/events/attendance/queries/state.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { joinWaitlistInTransaction } from '#features/events/attendance/mutations/waitlist.ts';
import { attendSeriesRefusal, seeSeriesRefusal } from '../policy/series.ts';
import { lockUpcomingDates, lockSeries } from './lock.ts';

interface LockedDate {
  event: EventFacts;
  attendance: (AttendanceState & { isActive: boolean; hasExpiredOffers: boolean }) | undefined;
}

/**
 * RSVPs to every upcoming date, each by its own rules: if no place is left, the viewer joins the
 * waiting list if there is one. Expired offers are deleted first, in a separate transaction.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `suspended`
 */
export async function attendAll(
  db: Database,
  viewer: Viewer,
  seriesId: number,
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<ForEachDate> {
  for (;;) {
    const answer = await transaction(db, async (tx) => {
      const dates = await lockDatesForRsvp(tx, viewer, seriesId, now);
      const due = dates.filter(({ attendance }) => attendance?.hasExpiredOffers);
      for (const { event } of due) await offerPlaces(tx, event.id, now);
      return due.length > 0 ? undefined : attendEach(tx, viewer, dates, wanted, now);
    });
    if (answer) return answer;
  }
}

/**
 * Locks the upcoming dates, then the viewer's account, and returns the viewer's RSVP to each date.
 */
async function lockDatesForRsvp(
  tx: Transaction,
  viewer: Viewer,
  seriesId: number,
  now: Date,
): Promise<LockedDate[]> {
  const series = await lockSeries(tx, viewer, seriesId, 'share');
  if (!series) throw notFound('Series');
  demand(attendSeriesRefusal(viewer, series));
  const coming = await lockUpcomingDates(tx, series, now);
  return Promise.all(
    coming.map(async (event) => ({
      event,
      attendance: await lockAttendanceState(tx, event.id, viewer.id, now),
    })),
  );
}

async function attendEach(
  tx: Transaction,
  viewer: Viewer,
  dates: LockedDate[],
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<ForEachDate> {
  const answer: ForEachDate = { going: [], waiting: [], refused: [] };
  const added: number[] = [];
  const party = { ...wanted, confirm: false };
  for (const { event, attendance } of dates) {
    const state = attendance?.isActive ? attendance : undefined;
    const goes = await unlessRefused(attendInTransaction(tx, viewer, event, state, party, now));
    if (!(goes instanceof Refusal)) {
      answer.going.push(event.id);
      if (goes) added.push(event.id);
      continue;
    }
    const waits =
      goes.code === 'full'
        ? await unlessRefused(joinWaitlistInTransaction(tx, viewer, event, state, wanted, now))
        : goes;
    if (waits instanceof Refusal) answer.refused.push({ id: event.id, code: goes.code });
    else answer.waiting.push(event.id);
  }
  if (added.length > 0) await enqueueConfirmation(tx, viewer.id, added, now);
  return answer;
}

/**
 * Returns a date's own refusal, and throws on refusals that apply to every date. It runs before any
 * write.
 */
async function unlessRefused<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work;
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
    const { left, waited } = await withdrawInTransaction(tx, viewer.id, ids, now);
    await enqueueCalendarRemoval(tx, viewer.id, left, now);
    const going = left.map(({ id }) => id);
    return { going: inOrder(going), waiting: inOrder(waited), refused: [] };
  });
}

const inOrder = (ids: number[]) => ids.toSorted((one, other) => one - other);
