import type { ForEachDate } from '../../../../contract/series-changes.ts';
import { transaction, type Database, type Transaction } from '../../../platform/db/database.ts';
import { demand, notFound, Refusal } from '../../../platform/refusal.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { EventFacts } from '../../events/policy/event.ts';
import type { Turnout } from '../../events/policy/places.ts';
import { attendHeld, withdrawHeld } from '../../rsvps/mutations/rsvps.ts';
import { enqueueConfirmation, tellTakenOut } from '../../rsvps/mutations/telling.ts';
import { lockedTurnout } from '../../rsvps/queries.ts';
import { offerPlaces } from '../../waitlist/mutations/offers.ts';
import { waitHeld } from '../../waitlist/mutations/turns.ts';
import { attendSeriesRefusal, seeSeriesRefusal } from '../policy/series.ts';
import { lockedComing, lockedSeries } from './held.ts';

interface HeldDate {
  event: EventFacts;
  turnout: (Turnout & { isActive: boolean; offersDue: boolean }) | undefined;
}

/**
 * Says that the viewer goes to every date to come, each by the rules of its own: where no place is left they wait for
 * one, if there is a list. Offers that have run out are let go before, in a transaction of their own.
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
      const dates = await heldDates(tx, viewer, seriesId, now);
      const due = dates.filter(({ turnout }) => turnout?.offersDue);
      for (const { event } of due) await offerPlaces(tx, event.id, now);
      return due.length > 0 ? undefined : attendEach(tx, viewer, dates, wanted, now);
    });
    if (answer) return answer;
  }
}

/** The dates to come with how the viewer stands at each, all held; their account is held last. */
async function heldDates(
  tx: Transaction,
  viewer: Viewer,
  seriesId: number,
  now: Date,
): Promise<HeldDate[]> {
  const series = await lockedSeries(tx, viewer, seriesId, 'share');
  if (!series) throw notFound('Series');
  demand(attendSeriesRefusal(viewer, series));
  const coming = await lockedComing(tx, series, now);
  return Promise.all(
    coming.map(async (event) => ({
      event,
      turnout: await lockedTurnout(tx, event.id, viewer.id, now),
    })),
  );
}

async function attendEach(
  tx: Transaction,
  viewer: Viewer,
  dates: HeldDate[],
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<ForEachDate> {
  const answer: ForEachDate = { going: [], waiting: [], refused: [] };
  const added: number[] = [];
  const party = { ...wanted, confirm: false };
  for (const { event, turnout } of dates) {
    const held = turnout?.isActive ? turnout : undefined;
    const goes = await unlessRefused(attendHeld(tx, viewer, event, held, party, now));
    if (!(goes instanceof Refusal)) {
      answer.going.push(event.id);
      if (goes) added.push(event.id);
      continue;
    }
    const waits =
      goes.code === 'full'
        ? await unlessRefused(waitHeld(tx, viewer, event, held, wanted, now))
        : goes;
    if (waits instanceof Refusal) answer.refused.push({ id: event.id, code: goes.code });
    else answer.waiting.push(event.id);
  }
  if (added.length > 0) await enqueueConfirmation(tx, viewer.id, added, now);
  return answer;
}

/** A date's own refusals; what stands in the viewer's way everywhere is thrown on. They come before anything is written. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'suspended') return error;
    throw error;
  }
}

/**
 * Takes back what the viewer has said of the dates to come.
 * @returns those that they were going to, and those that they were waiting for
 * @throws Refusal `not_found`
 */
export async function withdrawFromAll(
  db: Database,
  viewer: Viewer,
  seriesId: number,
  now: Date,
): Promise<ForEachDate> {
  return transaction(db, async (tx) => {
    const series = await lockedSeries(tx, viewer, seriesId, 'share');
    if (!series) throw notFound('Series');
    demand(seeSeriesRefusal(viewer, series.group, series.membership));
    const ids = (await lockedComing(tx, series, now)).map(({ id }) => id);
    const { left, waited } = await withdrawHeld(tx, viewer.id, ids, now);
    await tellTakenOut(tx, viewer.id, left, now);
    const going = left.map(({ id }) => id);
    return { going: inOrder(going), waiting: inOrder(waited), refused: [] };
  });
}

const inOrder = (ids: number[]) => ids.toSorted((one, other) => one - other);
