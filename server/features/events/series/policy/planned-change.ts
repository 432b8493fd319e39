import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { formatDay } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { closesTooLate, endsTooEarly } from '#contract/events/event-times.ts';
import {
  pickFields,
  untimedFields,
  type EventField,
  type EventTime,
} from '#contract/events/event-fields.ts';
import type { SeriesChanges } from '#contract/events/series/series-changes.ts';
import { momentOf } from '#contract/platform/london-time.ts';
import { venueChanges } from '#features/events/events/policy/venue.ts';
import { occurrenceOn, shiftTime, type Times } from './occurrences.ts';
import { demand, invalid } from '#platform/refusal.ts';
import { datesRefusal, nothingToCome } from './series.ts';
import { newRule, type NewRule, type RuleRequest, type StoredRule } from './new-rule.ts';
import {
  planChange,
  reachableDates,
  type MovedDate,
  type ChangeReach,
  type RuleDate,
  type SeriesDate,
} from './plan.ts';

export type Changes = z.output<typeof SeriesChanges> & Pick<RuleRequest, 'isWholeRule'>;

type EventFields = { [Field in EventField]: Exclude<Changes[Field], undefined> };
type SharedFields = Omit<EventFields, EventTime>;

/** Picks the given fields that the dates of a series share. */
export function sharedFieldsOf(date: DateRow): SharedFields;
export function sharedFieldsOf(changes: Changes): Partial<SharedFields>;
export function sharedFieldsOf(source: DateRow | Changes): Partial<SharedFields> {
  return pickFields(
    source as Partial<SharedFields>,
    untimedFields.filter((field) => source[field] !== undefined),
  );
}

/** A date with all fields that a change can set. */
export interface DateRow extends SeriesDate, EventFields {
  startTime: Date;
  endTime: Date;
  attendeeCount: number;
}

/** A date before and after the change. */
export interface ChangedDate {
  before: DateRow;
  after: DateRow;
}

/** A new date, with fields copied from the nearest existing one. */
export interface AddedDate extends RuleDate {
  rsvpClosesAt: Date | null;
  like: DateRow;
}

export interface PlannedChange {
  /** The first upcoming date in reach, before the change: the change's times refer to it. */
  first: DateRow;
  /** The new fields of every changed date, except its times. */
  fields: Partial<SharedFields>;
  changed: ChangedDate[];
  revived: ChangedDate[];
  added: AddedDate[];
  cancelled: DateRow[];
  leftAlone: DateRow[];
  rule: NewRule | undefined;
  /** The dates that the rule gives from now on. */
  ofRule: number[];
}

/** @throws Refusal `invalid` if the change begins at a date that doesn't exist */
export function reachOf(
  dates: readonly DateRow[],
  { scope, fromEventId }: Pick<Changes, 'scope' | 'fromEventId'>,
): ChangeReach {
  if (scope === 'all') return { scope };
  const from = dates.find(({ id }) => id === fromEventId);
  if (!from) throw invalid({ fromEventId: 'Please say which date the change starts from' });
  return { scope, fromDay: from.day };
}

/**
 * Computes a series change, for the preview and for the change itself.
 * @throws Refusal `invalid`, `conflict` if no date is upcoming
 */
export function plannedChange(
  stored: StoredRule,
  dates: readonly DateRow[],
  changes: Changes,
  now: Date,
): PlannedChange {
  const reach = reachOf(dates, changes);
  const within = reachableDates(dates, reach, now).toSorted(byDay);
  const first = within.find(({ status }) => status === 'scheduled');
  if (!first) throw nothingToCome();
  const base = baseOf(first, changes, now);
  const context = { dates, within, first, reach };
  const rule = newRule(stored, context, base, changes);
  const timesOf = (date: DateRow): Times => timesFrom(date, base, changes);
  const { includeEdited } = changes;
  const made = planChange(dates, { rule: rule?.dates, timesOf, includeEdited }, reach, now);
  const fields = sharedFieldsOf(changes);
  const become = (moved: MovedDate<DateRow>) => changeOfDate(moved, fields, base, changes);
  const staying = made.staying.map(become);
  const revived = made.revived.map(become);
  const plan = {
    first,
    fields,
    changed: staying.filter(isChange),
    revived,
    added: addedTo(made.added, [...staying, ...revived], dates),
    cancelled: made.cancelled,
    leftAlone: made.leftAlone,
    rule,
    ofRule: [...staying, ...revived].map(({ before }) => before.id),
  };
  demand(datesRefusal(toCome(dates, plan, now)));
  return plan;
}

const byDay = (one: DateRow, other: DateRow) => (one.day < other.day ? -1 : 1);

/** The times of the first date from now on. */
function baseOf(first: DateRow, { startTime = first.startTime, endTime }: Changes, now: Date) {
  if (startTime <= now) throw invalid({ startTime: 'The first date must be in the future' });
  const own = shiftTime(first.endTime, first.startTime, dateOf(startTime));
  const base = { startTime, endTime: endTime ?? momentOf(own).moment };
  if (base.endTime <= startTime) throw invalid({ endTime: endsTooEarly });
  return base;
}

/** Omitted times stay as each date has them. */
function timesFrom(date: DateRow, base: Times, { startTime, endTime }: Changes): Times {
  if (startTime && endTime) return occurrenceOn(date.day, base);
  const starts = startTime
    ? momentOf(shiftTime(base.startTime, base.startTime, date.day)).moment
    : date.startTime;
  const day = dateOf(starts);
  const own = endTime ? base : date;
  const ends = startTime || endTime ? shiftTime(own.endTime, own.startTime, day) : undefined;
  return { startTime: starts, endTime: ends ? momentOf(ends).moment : date.endTime };
}

/** @throws Refusal `invalid` if the times are out of order */
function changeOfDate(
  { date: before, startTime, endTime }: MovedDate<DateRow>,
  fields: Partial<SharedFields>,
  base: Times,
  { rsvpClosesAt }: Changes,
): ChangedDate {
  if (rsvpClosesAt && rsvpClosesAt > base.startTime) throw invalid({ rsvpClosesAt: closesTooLate });
  const closes = rsvpClosesAt
    ? closesOn(dateOf(startTime), startTime, { startTime: base.startTime, rsvpClosesAt })
    : rsvpClosesAt === null
      ? null
      : before.rsvpClosesAt;
  if (endTime <= startTime) throw invalid({ endTime: alsoOn(endsTooEarly, startTime) });
  if (closes && closes > startTime) {
    throw invalid({ rsvpClosesAt: alsoOn(closesTooLate, startTime) });
  }
  const venue = venueChanges(before, fields);
  const times = { startTime, endTime, rsvpClosesAt: closes } satisfies Record<EventTime, unknown>;
  return { before, after: { ...before, ...fields, ...venue, ...times, status: 'scheduled' } };
}

const alsoOn = (words: string, date: Date) => `${words}, also on ${formatDay(date)}`;

/** Keeps the distance to a date's start, by the clock, from one date to another. */
function closesOn(day: string, startTime: Date, of: { startTime: Date; rsvpClosesAt: Date }): Date {
  const { moment } = momentOf(shiftTime(of.rsvpClosesAt, of.startTime, day));
  return moment < startTime ? moment : startTime;
}

const isChange = ({ before, after }: ChangedDate): boolean => !isDeepStrictEqual(before, after);

/** Copies the nearest date that nobody has changed by hand, with its new values. */
function addedTo(
  added: readonly RuleDate[],
  staying: readonly ChangedDate[],
  dates: readonly DateRow[],
): AddedDate[] {
  const after = new Map(staying.map((each) => [each.before.id, each.after]));
  const all = dates.map((date) => after.get(date.id) ?? date);
  const unedited = all.filter(({ edited }) => !edited);
  const models =
    unedited.length > 0 ? unedited : all.filter(({ status }) => status === 'scheduled');
  return added.map((date) => {
    const like = models.reduce((near, each) =>
      daysBetween(each.day, date.day) < daysBetween(near.day, date.day) ? each : near,
    );
    const { startTime, rsvpClosesAt } = like;
    const closes = rsvpClosesAt && closesOn(date.day, date.startTime, { startTime, rsvpClosesAt });
    return { ...date, rsvpClosesAt: closes, like };
  });
}

const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other));

function toCome(dates: readonly DateRow[], plan: PlannedChange, now: Date): number {
  const before = dates.filter(({ status, startTime }) => status === 'scheduled' && startTime > now);
  return before.length + plan.added.length + plan.revived.length - plan.cancelled.length;
}
