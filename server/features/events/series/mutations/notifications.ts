import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import type { Viewer } from '#platform/viewer.ts';
import { mustNotifyAttendees, emailSnapshot } from '#features/events/events/mutations/events.ts';
import {
  cancellationsDue,
  enqueueForRsvps,
  lockPendingConfirmations,
} from '#features/events/attendance/mutations/notifications.ts';
import {
  comingOrWaiting,
  isGuestAt,
  memberRsvps,
} from '#features/events/attendance/queries/rsvps.ts';
import type { ChangedDate, DateRow } from '../policy/planned-change.ts';

interface DateChanges {
  kind: 'series_changed' | 'series_cancelled';
  changed: ChangedDate[];
  cancelled: DateRow[];
}

/**
 * Notifies everybody except the actor once of all dates that concern them: those they attend, and
 * cancelled ones that they may have waited for. Call it before their entries are deleted.
 * Members with a pending confirmation of a date learn its state from that.
 */
export async function notifyOfDates(
  tx: Transaction,
  viewer: Viewer,
  seriesId: number,
  { kind, changed, cancelled }: DateChanges,
  now: Date,
): Promise<void> {
  const moved = changed.filter(({ before, after }) => isNews(before, after));
  const dates = [...moved.map(({ before }) => before), ...cancelled];
  if (dates.length === 0) return;
  const off = new Set(cancelled.map(({ id }) => id));
  const rows = dates.map((date) => ({
    id: date.id,
    off: off.has(date.id),
    was: { ...emailSnapshot(date), status: date.status },
  }));
  const unconfirmed = await lockPendingConfirmations(
    tx,
    moved.map(({ before }) => before.id),
  );
  const to = sql`
    with unconfirmed as (
      select * from jsonb_to_recordset(${JSON.stringify(unconfirmed)}::jsonb) as held ("userId" text, "eventId" int)),
    dates as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as date (id int, off boolean, was jsonb)),
    concerned as (
      select own.user_id, dates.id, was from dates join ${memberRsvps} own on own.event_id = dates.id
      where own.status in ('waiting', 'offered') and off or own.status = 'going' and (calendar_revision is not null
        or (own.user_id, dates.id) not in (select "userId", "eventId" from unconfirmed)))
    select user_id, null::text, jsonb_build_object('before', jsonb_object_agg(id, was))
    from concerned where user_id <> ${viewer.id} group by user_id`;
  await enqueueMany(
    tx,
    { kind, payload: { seriesId, before: {} }, now },
    { to, hasExtraPayload: true },
  );
  for (const date of cancelled) {
    const payload = { eventId: date.id, event: emailSnapshot(date) };
    const email = { kind: 'event_cancelled', payload, now, dueAt: cancellationsDue(now) } as const;
    await enqueueForRsvps(tx, email, isGuestAt(date.id, ...comingOrWaiting));
  }
  for (const { before, after } of moved) {
    const snapshots = { before: emailSnapshot(before), after: emailSnapshot(after) };
    const payload = { eventId: before.id, ...snapshots };
    const email = { kind: 'event_changed', payload, now } as const;
    await enqueueForRsvps(tx, email, isGuestAt(before.id, 'going'));
  }
}

const isNews = (before: DateRow, after: DateRow): boolean =>
  before.status !== after.status || mustNotifyAttendees(before, after);
