import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { groups } from '#features/community/groups/tables.ts';
import { wallTimeOf } from '#contract/platform/london-time.ts';
import { applyChanges } from '#features/events/events/mutations/events.ts';
import { eventColumns } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { cancelWithin } from '#features/events/series/mutations/cancel.ts';
import { applyToSeries } from '#features/events/series/mutations/change.ts';
import { series } from '#features/events/series/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Draft } from '#platform/calendar/drafts.ts';
import {
  losesTown,
  releasedDays,
  toChanges,
  type DateChange,
  type FieldChanges,
} from '../policy/forms.ts';
import type { ChangedPart } from '../policy/preview.ts';
import { ruleFrom, upcoming } from '../policy/series-days.ts';
import type { KnownEvent } from '../queries/imports.ts';
import type { Earlier } from '../tables.ts';

type Target = Pick<KnownEvent, 'eventId' | 'seriesId'>;
/** How a series repeats. */
interface Repetition {
  rrule: CleanText;
  exdates: string[];
}

/**
 * Changes what a calendar has changed, and nothing that organisers have changed here. The dates of
 * a series that differ from the others are moved afterwards (`moveDate`).
 * @returns the earlier values of the changed fields
 */
export async function changeImported(
  tx: Transaction,
  viewer: Viewer,
  target: KnownEvent,
  { draft, parts }: { draft: Draft; parts: readonly ChangedPart[] },
  config: Config,
  now: Date,
): Promise<Earlier['fields']> {
  const { seriesId } = target;
  const changes = {
    ...toChanges(draft, parts),
    ...(losesTown(target.draft, draft, parts) && (await groupTown(tx, target))),
  };
  const isRetimed = parts.includes('time') || parts.includes('dates');
  if (seriesId === null || !draft.repeats || !isRetimed) {
    const earlier = await earlierValues(tx, target, changes, now);
    await changeEventOrSeries(tx, viewer, target, { changes, rule: undefined }, config, now);
    return earlier;
  }
  const rule = upcoming(draft, now);
  if (!rule) {
    await cancelWithin(tx, viewer, seriesId, { scope: 'all' }, now);
    return {};
  }
  const { startTime, endTime } = rule;
  const all = { ...changes, startTime, endTime };
  const earlier = await earlierValues(tx, target, all, now);
  await releaseDates(tx, seriesId, releasedDays(draft, target.draft));
  await changeEventOrSeries(tx, viewer, target, { changes: all, rule }, config, now);
  return earlier;
}

/** Makes dates follow their series again. */
const releaseDates = (tx: Transaction, seriesId: number, days: string[]) =>
  tx
    .update(events)
    .set({ seriesEdited: false })
    .where(
      and(
        eq(events.seriesId, seriesId),
        inArray(events.seriesDate, days),
        eq(events.status, 'scheduled'),
      ),
    );

/** Changes an event, or all dates to come of a series. */
export async function changeEventOrSeries(
  tx: Transaction,
  viewer: Viewer,
  { eventId, seriesId }: Target,
  { changes, rule }: { changes: FieldChanges; rule: Repetition | undefined },
  config: Config,
  now: Date,
): Promise<void> {
  if (eventId !== null) {
    const closes = changes.startTime && (await earlierClosing(tx, eventId, changes.startTime));
    await applyChanges(tx, viewer, eventId, { ...changes, ...closes }, config, now);
  }
  if (seriesId !== null) {
    const all = { scope: 'all', includeEdited: false } as const;
    const { rrule, exdates } = rule ?? {};
    const repeats = rule && { rrule, exdates, isWholeRule: true };
    await applyToSeries(tx, viewer, seriesId, { ...changes, ...repeats, ...all }, config, now);
  }
}

/** An event is in its group's town unless it says another one. */
async function groupTown(tx: Transaction, { eventId, seriesId }: Target) {
  const [group] = await tx
    .select({ town: groups.location })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eventId !== null ? eq(events.id, eventId) : eq(events.seriesId, seriesId ?? 0))
    .limit(1);
  return group;
}

/** RSVPs close at the latest when the event starts. */
async function earlierClosing(tx: Transaction, eventId: number, startTime: Date) {
  const [event] = await tx
    .select({ rsvpClosesAt: events.rsvpClosesAt })
    .from(events)
    .where(and(eq(events.id, eventId), gt(events.rsvpClosesAt, startTime)));
  return event && { rsvpClosesAt: startTime };
}

/**
 * Reads the values of the fields that are about to change, with the rule of a series from its first
 * date to come that is like the others.
 */
async function earlierValues(
  tx: Transaction,
  { eventId, seriesId }: Target,
  changes: FieldChanges,
  now: Date,
): Promise<Earlier['fields']> {
  const own = eventId !== null ? eq(events.id, eventId) : eq(events.seriesId, seriesId ?? 0);
  const [row] = await tx
    .select({ ...eventColumns, seriesDate: events.seriesDate })
    .from(events)
    .where(
      eventId !== null ? own : and(own, gt(events.startTime, now), eq(events.status, 'scheduled')),
    )
    .orderBy(asc(events.seriesEdited), asc(events.startTime))
    .limit(1);
  const [rule] = await tx
    .select({ rrule: series.rrule, exdates: series.exdates, date: series.firstDate })
    .from(series)
    .where(eq(series.id, seriesId ?? 0));
  const current: Record<string, unknown> = { ...row };
  const names = Object.keys(changes);
  const before = Object.fromEntries(names.map((name) => [name, current[name]]));
  const { date: day = '', time = 0 } = row ? wallTimeOf(row.startTime) : {};
  if (!rule || day !== row?.seriesDate) return before;
  return { ...before, ...ruleFrom(rule, { date: rule.date, time }, day) };
}

/**
 * Changes a date of a series that differs from the others in its calendar, or no longer does.
 * @returns the id of the date, unless it is over or cancelled here
 */
export async function moveDate(
  tx: Transaction,
  viewer: Viewer,
  seriesId: number,
  { day, changes, moved }: DateChange,
  config: Config,
  now: Date,
): Promise<number | undefined> {
  const [event] = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.seriesId, seriesId),
        eq(events.seriesDate, day),
        eq(events.status, 'scheduled'),
        gt(events.endTime, now),
      ),
    );
  if (!event) return undefined;
  const closes = changes.startTime && (await earlierClosing(tx, event.id, changes.startTime));
  await applyChanges(tx, viewer, event.id, { ...changes, ...closes }, config, now);
  if (!moved) await releaseDates(tx, seriesId, [day]);
  return event.id;
}
