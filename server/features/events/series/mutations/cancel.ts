import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { cancelSeries } from '#contract/events/series/series-changes.ts';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { cancelledNow } from '#features/events/events/mutations/cancelling.ts';
import { events } from '#features/events/events/tables.ts';
import { offerIfOthersWait } from '#features/events/attendance/mutations/offers.ts';
import { reachOf, type DateRow } from '../policy/planned-change.ts';
import { reachableDates } from '../policy/plan.ts';
import { dateRowOf } from '../queries/date-row.ts';
import { lockDates, lockForEdit } from './lock.ts';
import { notifyOfDates } from './notifications.ts';

type Scope = z.output<(typeof cancelSeries)['body']>;

/**
 * Cancels all upcoming dates of a series, or those from one date on. Their rows stay, and attendees
 * and waiting lists are notified once. Repeating it changes nothing.
 * @throws Refusal `not_found`, `forbidden`, `invalid`
 */
export async function cancelSeriesInScope(
  db: Database,
  viewer: Viewer,
  id: number,
  scope: Scope,
  now: Date,
): Promise<void> {
  await transaction(db, (tx) => cancelWithin(tx, viewer, id, scope, now));
}

/** @throws Refusal as `cancelSeriesInScope` */
export async function cancelWithin(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  scope: Scope,
  now: Date,
): Promise<void> {
  const locked = await lockForEdit(tx, viewer, id);
  const dates = (await lockDates(tx, id)).map(dateRowOf);
  const coming = reachableDates(dates, reachOf(dates, scope), now);
  const cancelled = coming.filter(({ status }) => status === 'scheduled');
  if (cancelled.length === 0) return;
  await notifyOfDates(tx, viewer, id, { kind: 'series_cancelled', changed: [], cancelled }, now);
  await cancelDates(tx, cancelled, { byHand: true, reason: scope.reason ?? null }, now);
  if (!locked.membership?.isOrganizer) {
    const change = { before: null, after: { scope: scope.scope, dates: cancelled.length } };
    await recordAsAdmin(tx, viewer, 'series.cancel', id, change, now);
  }
}

/**
 * A date cancelled by hand stays cancelled; one that a rule dropped returns if a later rule has it.
 * Its waiting list stays while it can be put back.
 */
export async function cancelDates(
  tx: Transaction,
  dates: DateRow[],
  { byHand, reason }: { byHand: boolean; reason: CleanText | null },
  now: Date,
): Promise<void> {
  const ids = dates.map(({ id }) => id);
  await tx
    .update(events)
    .set({ status: 'cancelled', seriesEdited: byHand, ...cancelledNow(reason, now) })
    .where(inArray(events.id, ids));
  await offerIfOthersWait(tx, ids, now);
}
