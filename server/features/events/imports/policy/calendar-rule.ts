import { isDeepStrictEqual } from 'node:util';
import { mostDates, weekdays, writePattern } from '#contract/events/series/recurrence.ts';
import { hour, minute, second } from '#contract/platform/durations.ts';
import { wallTimeOf, type WallTime } from '#contract/platform/london-time.ts';
import { readRule, type Rule } from '#features/events/series/policy/rrule.ts';
import { datesOf } from '#features/events/series/policy/rule-dates.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CalendarTime } from './calendar-times.ts';
import { utc, wallTimeIn } from './calendar-zones.ts';
import { ruleParts, ruleTimes, type RuleParts } from './rule-expansion.ts';

/** The dates of a rule by its own clock. */
export interface ListedDates {
  /** The next ones, as many as a series here has at most; the first ones if all are over. */
  times: WallTime[];
  isOver: boolean;
  /** It goes on for longer. */
  isCut: boolean;
}

/**
 * Lists the dates of a rule from one day on.
 * @param hasEnded whether a date is over
 */
export function listDates(
  rule: string,
  start: CalendarTime,
  from: string,
  hasEnded: (time: WallTime) => boolean,
): ListedDates {
  const times: WallTime[] = [];
  for (const time of timesUntilEnd(rule, start, from)) {
    if (times.length === 0 && hasEnded(time)) continue;
    if (times.length === mostDates) return { times, isOver: false, isCut: true };
    times.push(time);
  }
  if (times.length > 0) return { times, isOver: false, isCut: false };
  for (const time of timesUntilEnd(rule, start, start.wall.date)) {
    if (times.push(time) === mostDates) break;
  }
  return { times, isOver: true, isCut: false };
}

/** A counted rule with more dates before those to come isn't followed. */
const mostCounted = 50_000;

function* timesUntilEnd(rule: string, start: CalendarTime, from: string): Generator<WallTime> {
  const parts = ruleParts(rule);
  const isOver = endOf(parts, start);
  const count = Math.min(Number(parts.COUNT) || mostCounted, mostCounted);
  let number = 0;
  for (const time of ruleTimes(parts, start.wall, from)) {
    number += 1;
    if (number > count || isOver(time)) return;
    yield time;
  }
}

const untilPattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/;

/** Reads the end of a rule: a day, or a moment as if it were in UTC. */
function untilOf(text: string): { date: string; moment?: Date; isUtc: boolean } | undefined {
  const [, year, month, day, hours, minutes, seconds, z] = untilPattern.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const moment = new Date(`${date}T${hours ?? '00'}:${minutes ?? '00'}:${seconds ?? '00'}Z`);
  if (Number.isNaN(moment.getTime())) return undefined;
  return { date, ...(hours && { moment }), isUtc: z === 'Z' };
}

/** Returns a function that tells whether a rule has ended before a time. */
function endOf({ UNTIL = '' }: RuleParts, start: CalendarTime): (time: WallTime) => boolean {
  const until = untilOf(UNTIL);
  if (!until) return () => false;
  const { date, moment, isUtc } = until;
  if (!moment) return (time) => time.date > date;
  const clock = wallTimeIn(isUtc ? start.zone : utc, moment);
  return start.isWholeDay ? (time) => time.date > clock.date : (time) => isAfter(time, clock);
}

const isAfter = (one: WallTime, other: WallTime): boolean =>
  one.date > other.date || (one.date === other.date && one.time > other.time);

/** A rule that none here can have; the sentence says why. */
export class UnknownRule extends Error {}

/**
 * Translates a rule (RFC 5545, section 3.3.10) into one of `recurrence.ts` that has the same days.
 * @param days its days in London
 * @param ahead by how many days London's are later than those of its own clock
 * @throws UnknownRule for one that can't be translated
 */
export function translateRule(
  rule: string,
  start: CalendarTime,
  days: readonly string[],
  ahead: number,
): string {
  const parts = partsHere(ruleParts(rule), start);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new UnknownRule('It has no date.');
  const end = parts.UNTIL ? `UNTIL=${last.replaceAll('-', '')}` : `COUNT=${days.length}`;
  const pattern = patternWith(
    `${writtenHere(parts, ahead)};${end}`,
    days,
    wallTimeOf(start.moment),
  );
  if (pattern) return `${writePattern(pattern)};${end}`;
  throw new UnknownRule(
    parts.WKST && parts.WKST !== 'MO'
      ? 'We can’t repeat this one, whose weeks don’t begin on Monday.'
      : otherWay,
  );
}

/** Reads a rule as series here do; undefined if it doesn't have these days. */
function patternWith(rrule: string, days: readonly string[], { time }: WallTime): Rule | undefined {
  const date = days[0] ?? '';
  try {
    const rule = readRule(rrule, date);
    return isDeepStrictEqual(datesOf(rule, { date, time }).dates, days) ? rule : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const otherWay = 'We can’t repeat this one.';
const supportedParts = 'FREQ INTERVAL BYDAY BYMONTHDAY BYSETPOS COUNT UNTIL WKST'.split(' ');

/**
 * Leaves out what says nothing besides the first date.
 * @throws UnknownRule for parts that rules here don't have
 */
function partsHere(parts: RuleParts, { wall }: CalendarTime): RuleParts {
  const own: RuleParts = {
    BYHOUR: String(Math.floor(wall.time / hour)),
    BYMINUTE: String(Math.floor(wall.time / minute) % 60),
    BYSECOND: String(Math.floor(wall.time / second) % 60),
    RSCALE: 'GREGORIAN',
    SKIP: 'OMIT',
  };
  const named = Object.entries(parts).filter(
    ([name, value = '']) => value !== '' && value.replace(/^0(?=\d)/, '') !== own[name],
  );
  const here: RuleParts = Object.fromEntries(named);
  const other = Object.keys(here).find((part) => !supportedParts.includes(part));
  if (other) throw new UnknownRule(`We can’t repeat this one, which has ${other}.`);
  if (!/^(?:DAILY|WEEKLY|MONTHLY)$/.test(here.FREQ ?? '')) throw new UnknownRule(otherWay);
  if (here.UNTIL && !untilOf(here.UNTIL)) throw new UnknownRule("UNTIL can't be read.");
  if (here.COUNT && !(Number(here.COUNT) >= 1)) throw new UnknownRule("COUNT can't be read.");
  return here;
}

/**
 * Writes the pattern of a rule with the parts that rules have here.
 * @throws UnknownRule
 */
function writtenHere(parts: RuleParts, ahead: number): string {
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, BYSETPOS } = parts;
  const interval = Number(INTERVAL);
  const isPlain = !BYMONTHDAY && !BYSETPOS;
  if (FREQ === 'DAILY' && isPlain) {
    if (interval === 1) return `FREQ=WEEKLY;BYDAY=${daysAhead(BYDAY ?? weekdays.join(','), ahead)}`;
    if (interval % 7 === 0 && !BYDAY) return `FREQ=WEEKLY;INTERVAL=${interval / 7}`;
  }
  // Every such day of each month is every one.
  const isWeekly = FREQ === 'MONTHLY' && interval === 1 && isPlain && !/\d/.test(BYDAY ?? '1');
  if (FREQ === 'WEEKLY' || isWeekly) {
    const days = BYDAY ? [`BYDAY=${daysAhead(BYDAY, ahead)}`] : [];
    if (isPlain) return ['FREQ=WEEKLY', `INTERVAL=${INTERVAL}`, ...days].join(';');
  }
  const pattern = [`FREQ=${FREQ}`, `INTERVAL=${INTERVAL}`];
  const days = BYSETPOS ? placesOf(BYSETPOS, parts) : partsOf({ BYDAY, BYMONTHDAY });
  return [...pattern, ...days].join(';');
}

const partsOf = (parts: RuleParts): string[] =>
  Object.entries(parts).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));

/**
 * Writes places in a list of days: the second of all Tuesdays, the last of all days.
 * @throws UnknownRule
 */
function placesOf(places: string, { BYDAY, BYMONTHDAY }: RuleParts): string[] {
  const isAnyDay = !BYMONTHDAY && BYDAY?.split(',').length === weekdays.length;
  const isLastOf = !BYDAY && places === '-1';
  if (isAnyDay || isLastOf) return [`BYMONTHDAY=${places}`];
  if (!BYMONTHDAY && BYDAY && !BYDAY.includes(',')) {
    const named = places.split(',').map((place) => `${place}${BYDAY}`);
    return [`BYDAY=${named.join(',')}`];
  }
  throw new UnknownRule('We can’t repeat this one, on some days of a list.');
}

/** Moves days of the week: a Monday evening in New York is a Tuesday in London. */
const daysAhead = (list: string, ahead: number): string =>
  list
    .split(',')
    .map((name) => {
      const index = weekdays.findIndex((weekday) => weekday === name.slice(-2));
      return weekdays[(index + ahead + 7) % 7] ?? name;
    })
    .join(',');
