import type { CleanText } from '#contract/platform/clean-text.ts';
import { cleanText } from '#contract/platform/clean-text.ts';
import { wallTimeOf, type WallTime } from '#contract/platform/london-time.ts';
import { occurrenceOn, type Times } from '#features/events/series/policy/occurrences.ts';
import { readRule } from '#features/events/series/policy/rrule.ts';
import { datesOf } from '#features/events/series/policy/rule-dates.ts';
import type { Draft } from '#platform/calendar/drafts.ts';

/** A rule from its first date on. */
interface Rule {
  rrule: CleanText;
  exdates: string[];
}

/** Lists the days of a series in London, those without a date included. */
const namedDays = (rrule: string, first: WallTime): string[] =>
  datesOf(readRule(rrule, first.date), first).dates;

export const timesOf = ({ startTime, endTime }: Pick<Draft, 'startTime' | 'endTime'>): Times => ({
  startTime: new Date(startTime),
  endTime: new Date(endTime),
});

/** Lists the days in London on which an event of a calendar takes place. */
export function daysHere(draft: Draft): string[] {
  const leftOut = new Set<string>(draft.repeats?.exdates);
  return daysOf(draft).filter((day) => !leftOut.has(day));
}

/** Returns the last day of an event of a calendar, left out or not. */
export const lastDay = (draft: Draft): string => daysOf(draft).at(-1) ?? '';

function daysOf({ repeats, ...draft }: Draft): string[] {
  const first = wallTimeOf(timesOf(draft).startTime);
  return repeats ? namedDays(repeats.rrule, first) : [first.date];
}

/** The UID of a date that is an event of its own. */
export const uidOn = (uid: string, day: string): CleanText =>
  cleanText(`${cleanText(uid, 180)} ${day}`);

/** A date of a series as an event of its own. */
export function dateDraft(series: Draft, date: string): Draft {
  const { repeats, reason: _, ...others } = series;
  const { day: __, ...moved } = repeats?.moved.find(({ day }) => day === date) ?? { day: date };
  const usual = occurrenceOn(date, timesOf(series));
  const draft = {
    ...others,
    startTime: cleanText(usual.startTime.toISOString()),
    endTime: cleanText(usual.endTime.toISOString()),
    ...moved,
  };
  const { startTime, endTime } = draft;
  const source = { startTime, endTime, rule: cleanText(''), excluded: [] };
  return { ...draft, uid: uidOn(series.uid, date), source };
}

/** Cuts the dates before a day from a rule. */
export function ruleFrom({ rrule, exdates }: Rule, first: WallTime, day: string): Rule {
  const skipped = Math.max(namedDays(rrule, first).indexOf(day), 0);
  const counted = rrule.replace(
    /COUNT=(\d{1,3})/,
    (_, count) => `COUNT=${Number(count) - skipped}`,
  );
  return { rrule: cleanText(counted), exdates: exdates.filter((each) => each > day) };
}

/** Returns the dates of a series that have yet to begin; undefined if there are none. */
export function upcoming(draft: Draft, now: Date): (Times & Rule) | undefined {
  const first = timesOf(draft);
  if (!draft.repeats) return undefined;
  const day = daysHere(draft).find((each) => occurrenceOn(each, first).startTime > now);
  if (day === undefined) return undefined;
  const { startTime, endTime } = occurrenceOn(day, first);
  return { startTime, endTime, ...ruleFrom(draft.repeats, wallTimeOf(first.startTime), day) };
}
