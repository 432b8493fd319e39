import { formatDay } from '#contract/platform/dates.ts';
import { dateOf, daysAfter } from '#contract/platform/days.ts';
import { day as dayLength, hour } from '#contract/platform/durations.ts';
import { momentOf, wallTimeOf, type WallTime } from '#contract/platform/london-time.ts';
import { mostDates } from '#contract/events/series/recurrence.ts';
import { clockText } from '#contract/events/clock-changes.ts';
import { occurrenceOn, type Times } from '#features/events/series/policy/occurrences.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { listDates, translateRule, UnknownRule, type ListedDates } from './calendar-rule.ts';
import { wallTimeBy, type CalendarTime } from './calendar-times.ts';
import { london, momentIn, utc, wallTimeIn } from './calendar-zones.ts';
import type { Extra } from './event-times.ts';
import { ruleParts, ruleTimes } from './rule-expansion.ts';
import { linesText, newestOf, olderText } from './versions.ts';

/** A date that differs from the others of its series, or is none of its rule. */
export interface ChangedDate extends Times {
  /** In London, as its series has it. */
  day: string;
  /** Whose texts it has. */
  event: CalendarEvent;
}

/** How the dates of an event become dates here. */
export interface DatePlan {
  /** The times of its next date. */
  next: Times;
  /** None of its dates takes place. */
  isGone?: boolean;
  repeats?: { rrule: string; dates: number; exdates: string[]; moved: ChangedDate[] };
  /** Why it can't repeat here. */
  reason?: string;
  /** Whose texts the next date has, if not the event's own. */
  change?: CalendarEvent;
  warnings: string[];
  /** Dates to come that are no part of it here: each is an event of its own. */
  apart: ChangedDate[];
}

/** A replaced date; its day is that of its series by the series' own clock. */
interface Change extends Times {
  day: string;
  event: CalendarEvent;
  isRange: boolean;
}

interface Series {
  event: CalendarEvent;
  /** The times of its first date. */
  base: Times;
  /** The dates of its rule, or its only one. */
  listed: ListedDates;
  changes: Change[];
  /** The days, by its own clock, that the calendar leaves out. */
  leftOut: ReadonlySet<string>;
  now: Date;
}

/** Plans the dates of an event, with those that others in its calendar replace. */
export function planDates(event: CalendarEvent, replacing: CalendarEvent[], now: Date): DatePlan {
  const base = firstTimes(event);
  const listed = listedDates(event, base, now);
  const exact = newestChanges(
    replacing.flatMap((each) => changeFrom(each, event, base)),
    ({ event: { replaces } }) => replaces?.date.moment.toISOString() ?? '',
  );
  const leftOut = new Set(event.excluded.map((time) => ownDay(time, event)));
  const series: Series = { event, base, listed, changes: exact.kept, leftOut, now };
  const extra = extraDates(series);
  // A program may write the hour of a date in another way, but an extra date may be on its day, too.
  const { kept: changes, older } = newestChanges(
    exact.kept.filter((change) => !extra.used.has(change)),
    ({ day }) => day,
  );
  const others = { ...series, changes };
  const plan = event.rule === undefined ? planOne(others) : planRule(others, event.rule);
  const apart = [...plan.apart, ...extra.dates];
  return {
    ...plan,
    warnings: [
      ...plan.warnings,
      ...extra.warnings,
      ...olderText([...exact.older, ...older]),
      ...(event.isCancelled ? cancelledText(exact.kept.filter((each) => isToCome(each, now))) : []),
    ],
    apart: event.isCancelled ? [] : apart,
  };
}

const newestChanges = (changes: Change[], keyOf: (change: Change) => string) =>
  newestOf(
    changes,
    (change) => `${keyOf(change)} ${change.isRange}`,
    ({ event }) => event,
  );

const cancelledText = (changes: Change[]): string[] =>
  changes.length > 0
    ? [`Its changed dates (${linesText(changes.map(({ event }) => event))}) are cancelled with it.`]
    : [];

const usualLength = 2 * hour;

export const firstTimes = (event: CalendarEvent): Times => timesOf(event, usualLength);

function timesOf({ start: { moment }, endTime }: CalendarEvent, length: number): Times {
  return { startTime: moment, endTime: endTime ?? new Date(moment.getTime() + length) };
}

const lengthOf = ({ startTime, endTime }: Times): number => endTime.getTime() - startTime.getTime();

function changeFrom(event: CalendarEvent, main: CalendarEvent, base: Times): Change[] {
  if (!event.replaces) return [];
  const { date, isRange } = event.replaces;
  return [{ ...timesOf(event, lengthOf(base)), day: ownDay(date, main), event, isRange }];
}

/** The day, by the clock of an event, that a time in its calendar names. */
function ownDay(time: CalendarTime, { start }: CalendarEvent): string {
  if (time.isWholeDay || start.isWholeDay) {
    // Midnight of nearly any zone is less than half a day from London's.
    const isMoment = start.isWholeDay && time.zone === utc;
    return isMoment ? dateOf(new Date(time.moment.getTime() + dayLength / 2)) : time.wall.date;
  }
  return wallTimeBy(start.zone, time).date;
}

const daysBetween = (one: string, other: string): number =>
  (Date.parse(other) - Date.parse(one)) / dayLength;

/** The day in London on which a date of an event begins. */
const londonDay = (day: string, { start }: CalendarEvent): string =>
  daysAfter(day, daysBetween(start.wall.date, start.day));

/** The times of a date at the time of day in London that the first one has. */
const timesOn = (day: string, { event, base }: Pick<Series, 'event' | 'base'>): Times => {
  const { startTime, endTime } = occurrenceOn(londonDay(day, event), base);
  return { startTime, endTime };
};

/** The times of a date by the event's own clock. */
function exactTimes(time: WallTime, { event, base }: Pick<Series, 'event' | 'base'>): Times {
  const { zone, wall } = event.start;
  if (zone === london && time.time === wall.time) return timesOn(time.date, { event, base });
  const startTime = zone === london ? momentOf(time).moment : momentIn(zone, time);
  return { startTime, endTime: new Date(startTime.getTime() + lengthOf(base)) };
}

function listedDates(event: CalendarEvent, base: Times, now: Date): ListedDates {
  const { start, rule } = event;
  if (rule === undefined) return { times: [start.wall], isOver: false, isCut: false };
  const today = wallTimeIn(start.zone, now).date;
  const from = daysAfter(today, -2 - Math.ceil(lengthOf(base) / dayLength));
  const tomorrow = daysAfter(today, 1);
  const endOf = (time: WallTime) =>
    time.time === start.wall.time
      ? timesOn(time.date, { event, base }).endTime
      : exactTimes(time, { event, base }).endTime;
  const hasEnded = (time: WallTime) =>
    time.date < from || (time.date <= tomorrow && endOf(time) <= now);
  return listDates(rule, start, from, hasEnded);
}

/** The change of a day: its own, or the latest of those that hold from a day on. */
const changeOn = (day: string, { changes }: Series): Change | undefined =>
  changes.find((change) => !change.isRange && change.day === day) ??
  changes
    .filter((change) => change.isRange && change.day <= day)
    .reduce<Change | undefined>(
      (last, change) => (last && last.day > change.day ? last : change),
      undefined,
    );

const isToCome = ({ event, endTime }: Change, now: Date): boolean =>
  !event.isCancelled && endTime > now;

const apartFrom = (change: Change, { event }: Series): ChangedDate => ({
  day: londonDay(change.day, event),
  event: change.event,
  startTime: change.startTime,
  endTime: change.endTime,
});

/** An event that doesn't repeat; its calendar may have its date as one of a series. */
function planOne(series: Series): DatePlan {
  const { event, base, changes } = series;
  const day = event.start.wall.date;
  const change = changeOn(day, series);
  const apart = changes.filter((each) => each !== change && isToCome(each, series.now));
  return {
    next: movedDate(day, change, series)[0] ?? base,
    isGone: change ? change.event.isCancelled : series.leftOut.has(day),
    ...(change && { change: change.event }),
    warnings: change && series.leftOut.has(day) ? [bothText(series.event.start.day)] : [],
    apart: apart.map((each) => apartFrom(each, series)),
  };
}

/** An event that repeats; one that can't do so here is a single event on its next date. */
function planRule(series: Series, rule: string): DatePlan {
  const { event, listed } = series;
  const days = listed.times.map(({ date }) => date);
  const gone = new Set(days.filter((day) => isGone(day, series)));
  const kept = days.filter((day) => !gone.has(day));
  const apart = changesApart(series, days, kept).map((change) => apartFrom(change, series));
  const [first] = kept;
  if (first === undefined && days.length > 0) {
    return { next: series.base, isGone: true, warnings: [], apart };
  }
  const inLondon = (day: string) => londonDay(day, event);
  try {
    const fromFirst = first === undefined ? [] : days.slice(days.indexOf(first)).map(inLondon);
    const ahead = daysBetween(event.start.wall.date, event.start.day);
    const rrule = translateRule(rule, event.start, fromFirst, ahead);
    const exdates = [...gone].map(inLondon);
    const last = fromFirst.at(-1) ?? '';
    const moved = kept.flatMap((day) => movedDate(day, changeOn(day, series), series));
    return {
      next: timesOn(first ?? '', series),
      repeats: { rrule, dates: kept.length, exdates, moved },
      warnings: [
        ...firstDateWarning(series, rule),
        ...(listed.isCut ? [longerText] : []),
        ...kept.filter((day) => series.leftOut.has(day)).map((day) => bothText(inLondon(day))),
        ...clockWarning(series, kept),
      ],
      // Later dates come once those before them are over.
      apart: listed.isCut ? apart.filter(({ day }) => day < last) : apart,
    };
  } catch (error) {
    if (!(error instanceof UnknownRule)) throw error;
    const next = planNext(series, kept, error.message);
    return { ...next, warnings: firstDateWarning(series, rule) };
  }
}

/** Tells whether a day of a rule has no date, or one that was moved over to past or future. */
function isGone(day: string, series: Series): boolean {
  const { leftOut, listed, now } = series;
  const change = changeOn(day, series);
  if (change?.event.isCancelled) return true;
  if (!change || change.isRange) return leftOut.has(day);
  return change.endTime <= now !== listed.isOver;
}

/** Finds changes to come of days that are none of those listed. */
function changesApart(series: Series, days: readonly string[], kept: readonly string[]): Change[] {
  const { listed, changes, now } = series;
  const named = new Set(days);
  const inUse = new Set(kept.map((day) => changeOn(day, series)));
  const isHere = (change: Change) =>
    change.isRange ? inUse.has(change) : !listed.isOver && named.has(change.day);
  return changes.filter((change) => isToCome(change, now) && !isHere(change));
}

function movedDate(day: string, change: Change | undefined, series: Series): ChangedDate[] {
  if (!change) return [];
  const { startTime, endTime } = timesOfChange(day, change, series);
  return [{ startTime, endTime, day: londonDay(day, series.event), event: change.event }];
}

function timesOfChange(day: string, change: Change, series: Series): Times {
  const { event, isRange, ...times } = change;
  const isAtUsualTime = event.replaces?.date.moment.getTime() === times.startTime.getTime();
  if (isAtUsualTime) {
    // The others keep their time in London, and so does this one.
    const { startTime } = timesOn(day, series);
    return { startTime, endTime: new Date(startTime.getTime() + lengthOf(times)) };
  }
  if (!isRange) return times;
  const later = daysBetween(londonDay(change.day, series.event), dateOf(times.startTime));
  return occurrenceOn(daysAfter(londonDay(day, series.event), later), times);
}

/** An event that can't repeat here, on its next date, which may be a changed one. */
function planNext(series: Series, kept: readonly string[], reason: string): DatePlan {
  const { base, listed, changes, now } = series;
  const changed = new Set(changes.filter(({ isRange }) => !isRange).map(({ day }) => day));
  const regular = listed.times.find(({ date }) => kept.includes(date) && !changed.has(date));
  const range = regular && !listed.isOver ? changeOn(regular.date, series) : undefined;
  const ranged = regular && movedDate(regular.date, range, series)[0];
  const own = listed.isOver || !regular ? base : (ranged ?? exactTimes(regular, series));
  const coming = changes
    .filter((change) => isToCome(change, now))
    .toSorted((one, two) => one.startTime.getTime() - two.startTime.getTime());
  const earliest = coming.find((change) => change !== range);
  const isOwn = !earliest || (own.endTime > now && own.startTime < earliest.startTime);
  const next: Times & { event?: CalendarEvent } = isOwn ? own : earliest;
  const which = next.endTime > now ? 'next' : 'first';
  return {
    next,
    reason: `${reason} You get its ${which} date, and can copy it.`,
    ...(next.event && { change: next.event }),
    warnings: [],
    apart: coming
      .filter((change) => change !== (isOwn ? range : earliest))
      .map((change) => apartFrom(change, series)),
  };
}

/** Some programs leave a date out that they have moved; others forget to. */
const bothText = (day: string): string =>
  `${formatDay(`${day}T12:00:00Z`)}: It is left out there and changed, too. Here it is changed.`;

const longerText = `It goes on for longer. Here it has its next ${mostDates} dates.`;

/** Some calendars begin a series on a day that its rule doesn't name. */
function firstDateWarning({ event: { start }, base, now }: Series, rule: string): string[] {
  const first = ruleTimes(ruleParts(rule), start.wall, start.wall.date).next();
  if (base.endTime <= now || first.done || first.value.date === start.wall.date) return [];
  return [`Its rule doesn’t name its first day, ${formatDay(start.moment)}, which was left out.`];
}

/** A series here keeps its time of day in London. */
function clockWarning(series: Series, days: readonly string[]): string[] {
  const { zone, wall, moment } = series.event.start;
  if (zone === london) return [];
  const isMoving = days.some((date) => {
    const { startTime } = exactTimes({ date, time: wall.time }, series);
    return startTime.getTime() !== timesOn(date, series).startTime.getTime();
  });
  if (zone === utc) {
    const kept = clockText(wallTimeOf(moment).time);
    return isMoving
      ? [
          `Its times are in UTC, which has no summer time. Here it keeps ${kept} in London all year.`,
        ]
      : [];
  }
  const isLikeLondon = zone.offsetAt(moment.getTime()) === london.offsetAt(moment.getTime());
  return isLikeLondon && !isMoving
    ? []
    : [`It repeats at a time in ${zone.name}. Here it keeps the time in London.`];
}

/** Finds dates to come that a calendar has besides a rule (RDATE), with the changes of these. */
function extraDates(series: Series) {
  const { event, changes, leftOut, listed, now } = series;
  const ruleDays = new Set(listed.times.map(({ date }) => date));
  const gone = new Set(event.excluded.map(({ moment }) => moment.getTime()));
  const used = new Set<Change>();
  const found = new Map<number, ChangedDate>();
  const own = changes.filter(({ isRange }) => !isRange);
  const changeAt = ({ start: { moment } }: Extra) =>
    own.find(({ event: { replaces } }) => replaces?.date.moment.getTime() === moment.getTime());
  const exact = new Set(event.extra.map(changeAt));
  for (const extra of event.extra) {
    const day = ownDay(extra.start, event);
    const isOnDay = (change: Change) => change.day === day && !exact.has(change);
    const change = changeAt(extra) ?? (ruleDays.has(day) ? undefined : own.find(isOnDay));
    const isDayGone = leftOut.has(day) && (event.start.isWholeDay || !ruleDays.has(day));
    const isOut = isDayGone || gone.has(extra.start.moment.getTime());
    if ((isOut && !change) || isOfRule(extra, day, series)) continue;
    if (change) used.add(change);
    const { startTime, endTime } = change ?? extraTimes(extra, day, series);
    if (change?.event.isCancelled || endTime <= now) continue;
    const date = { startTime, endTime, day: londonDay(day, event), event: change?.event ?? event };
    found.set(startTime.getTime(), date);
  }
  const dates = [...found.values()].toSorted(
    (one, two) => one.startTime.getTime() - two.startTime.getTime(),
  );
  const warnings = dates.length > mostDates ? [moreExtraText] : [];
  return { dates: dates.slice(0, mostDates), used, warnings };
}

const moreExtraText = `It has more extra dates (RDATE). Here are the next ${mostDates}.`;

const isOfRule = ({ start }: Extra, day: string, { event, listed }: Series): boolean => {
  const isDay = start.isWholeDay || event.start.isWholeDay;
  const { time } = wallTimeBy(event.start.zone, start);
  return listed.times.some((each) => each.date === day && (isDay || each.time === time));
};

function extraTimes({ start, endTime }: Extra, day: string, series: Series): Times {
  const { event, base } = series;
  if (event.start.isWholeDay) return timesOn(day, series);
  if (start.isWholeDay) return exactTimes({ date: day, time: event.start.wall.time }, series);
  const usual = new Date(start.moment.getTime() + lengthOf(base));
  return { startTime: start.moment, endTime: endTime && endTime > start.moment ? endTime : usual };
}
