import {
  mostDates,
  weekdays,
  writePattern,
  type Pattern,
} from '#contract/events/series/recurrence.ts';
import { readRule } from '#features/events/series/policy/rrule.ts';
import { daysOf } from '#features/events/series/policy/rule-dates.ts';
import { momentOf, type WallTime } from '#contract/platform/london-time.ts';

/** A rule that events here can have, with its dates that are still to come. */
export interface CalendarRule {
  rrule: string;
  /** Days in London, at least one. */
  dates: string[];
  warnings: string[];
}

/** A rule that none here can have; the sentence says why. */
export class UnknownRule extends Error {}

type Parts = Partial<Record<string, string>>;

/**
 * Translates a rule (RFC 5545, section 3.3.10) into one of `recurrence.ts`, from today on.
 * @param first the first date by the clock of London
 * @param excluded days without a date
 * @param today no date before it is listed, unless all are
 * @throws UnknownRule for one that can't be translated
 */
export function translateRule(
  text: string,
  first: WallTime,
  excluded: ReadonlySet<string>,
  today: string,
): CalendarRule {
  const parts = partsOf(text);
  const pattern = patternOf(parts, first.date);
  const { days, isCut } = datesOf(pattern, parts, first, today);
  const dates = days.filter((day) => !excluded.has(day));
  const [begin] = dates;
  const last = days.at(-1);
  if (begin === undefined || last === undefined) throw new UnknownRule('It has no date.');
  const named = days.length - days.indexOf(begin);
  const end = parts.UNTIL ? `UNTIL=${last.replaceAll('-', '')}` : `COUNT=${named}`;
  const warnings = isCut ? [`It goes on for longer. Here it has its next ${mostDates} dates.`] : [];
  return { rrule: `${writePattern(pattern)};${end}`, dates, warnings };
}

function partsOf(text: string): Parts {
  const pairs = text
    .trim()
    .replace(/;$/, '')
    .split(';')
    .map((part) => part.split('=').map((side) => side.trim().toUpperCase()));
  return Object.fromEntries(pairs);
}

const supportedParts = new Set(
  'FREQ INTERVAL BYDAY BYMONTHDAY BYSETPOS COUNT UNTIL WKST'.split(' '),
);

/** @throws UnknownRule */
function patternOf(parts: Parts, first: string): Pattern {
  const other = Object.keys(parts).find((part) => !supportedParts.has(part));
  if (other) throw new UnknownRule(`It repeats by ${other}, which events here can't.`);
  const sent = writtenHere(parts);
  try {
    return readRule(`${sent};COUNT=1`, first);
  } catch {
    throw new UnknownRule("It repeats in a way that events here can't.");
  }
}

/** Writes the pattern of a rule with the parts that rules have here. */
function writtenHere(parts: Parts): string {
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, BYSETPOS, WKST = 'MO' } = parts;
  const interval = Number(INTERVAL);
  if (FREQ === 'DAILY' && !BYMONTHDAY && !BYSETPOS) {
    if (interval === 1) return `FREQ=WEEKLY;BYDAY=${BYDAY ?? weekdays.join(',')}`;
    if (interval % 7 === 0 && !BYDAY) return `FREQ=WEEKLY;INTERVAL=${interval / 7}`;
  }
  if (FREQ === 'WEEKLY' && interval > 1 && WKST !== 'MO' && BYDAY?.includes(',')) {
    throw new UnknownRule('Its weeks begin on another day than Monday.');
  }
  const nth =
    FREQ === 'MONTHLY' && BYSETPOS && BYDAY && !BYMONTHDAY ? `${BYSETPOS}${BYDAY}` : BYDAY;
  if (BYSETPOS && (nth === BYDAY || BYDAY?.includes(','))) {
    throw new UnknownRule('It repeats on some days of a list, which events here can’t.');
  }
  return [
    `FREQ=${FREQ}`,
    `INTERVAL=${INTERVAL}`,
    ...(nth ? [`BYDAY=${nth}`] : []),
    ...(BYMONTHDAY ? [`BYMONTHDAY=${BYMONTHDAY}`] : []),
  ].join(';');
}

/** Lists the days from today on; those of a rule that is over from its beginning. */
function datesOf(pattern: Pattern, parts: Parts, first: WallTime, today: string) {
  const isOver = endOf(parts, first);
  const count = parts.COUNT === undefined ? Infinity : Number(parts.COUNT);
  if (!(count >= 1)) throw new UnknownRule("COUNT can't be read.");
  const all: string[] = [];
  const coming: string[] = [];
  let number = 0;
  for (const day of daysOf(pattern, startOf(pattern, parts, first.date, today), new Set())) {
    number += 1;
    if (number > count || isOver(day)) break;
    if (coming.length === mostDates) return { days: coming, isCut: true };
    if (all.length < mostDates) all.push(day);
    if (day >= today) coming.push(day);
  }
  return { days: coming.length > 0 ? coming : all, isCut: false };
}

/**
 * A rule of every week or month may begin today: it has the same days. COUNT counts from its
 * beginning.
 */
const startOf = ({ interval }: Pattern, parts: Parts, first: string, today: string) =>
  interval === 1 && parts.COUNT === undefined && !isPast(parts.UNTIL, today) && first < today
    ? today
    : first;

const isPast = (until: string | undefined, today: string) =>
  until !== undefined && until.slice(0, 8) < today.replaceAll('-', '');

const untilPattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/** Returns a function that tells whether the rule has ended before a day. */
function endOf({ UNTIL }: Parts, { time }: WallTime): (day: string) => boolean {
  if (UNTIL === undefined) return () => false;
  const [, year, month, date, hours, minutes, seconds, utc] = untilPattern.exec(UNTIL) ?? [];
  if (year === undefined) throw new UnknownRule("UNTIL can't be read.");
  const last = `${year}-${month}-${date}`;
  if (hours === undefined || !utc) return (day) => day > last;
  const moment = Date.parse(`${last}T${hours}:${minutes}:${seconds}Z`);
  return (day) => momentOf({ date: day, time }).moment.getTime() > moment;
}
