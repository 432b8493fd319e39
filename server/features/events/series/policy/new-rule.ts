import type { CleanText } from '#contract/platform/clean-text.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { momentOf } from '#contract/platform/london-time.ts';
import {
  occurrenceOn,
  occurrencesOf,
  shiftTime,
  type Occurrence,
  type Times,
} from './occurrences.ts';
import { firstDayOf } from './rule-dates.ts';
import { readRule } from './rrule.ts';
import { invalid } from '#platform/refusal.ts';
import type { ChangeReach, RuleDate, SeriesDate } from './plan.ts';

/** How a series repeats, as stored. */
export interface StoredRule {
  rrule: CleanText;
  firstDate: string;
  exdates: string[];
}

/** The new rule, with its dates within the change's reach. */
export interface NewRule extends StoredRule {
  text: string;
  dates: (RuleDate & Pick<Occurrence, 'note'>)[];
}

interface RuleContext {
  dates: readonly SeriesDate[];
  /** The dates within the change's reach, in order, and the first that takes place. */
  within: readonly SeriesDate[];
  first: SeriesDate;
  reach: ChangeReach;
}

export interface RuleRequest {
  startTime?: Date | undefined;
  rrule?: CleanText | undefined;
  exdates?: string[] | undefined;
  /** The rule begins at `startTime` and is all there is from now on, whatever was before. */
  isWholeRule?: boolean;
}

/**
 * Returns the rule from the first date on, from which COUNT counts; undefined if the days stay as
 * they are.
 * @throws Refusal `invalid` naming `rrule`, or `startTime` for a day that the rule doesn't have
 */
export function newRule(
  stored: StoredRule,
  context: RuleContext,
  base: Times,
  { startTime, rrule, exdates, isWholeRule }: RuleRequest,
): NewRule | undefined {
  const { first } = context;
  const day = dateOf(base.startTime);
  const moves = startTime !== undefined && ![first.day, dateOf(first.startTime)].includes(day);
  if (rrule !== undefined && isWholeRule) {
    return ruleFrom({ rrule, firstDate: day, exdates: exdates ?? [] }, base);
  }
  if (rrule !== undefined && (rrule !== stored.rrule || moves)) {
    const named = startTime && (moves || day === first.day);
    const firstDate = named ? day : firstDayOf(readRule(rrule, first.day), first.day);
    requireAfterOthers(firstDate, context);
    return ruleFrom({ rrule, firstDate, exdates: exdates ?? stored.exdates }, base);
  }
  if (moves) {
    const sentence = `The first date is ${formatDay(first.startTime)}. To start on another day, please change the rule.`;
    throw invalid({ startTime: sentence });
  }
  const isSame = !exdates || exdates.toSorted().join() === stored.exdates.toSorted().join();
  return isSame ? undefined : withoutDays({ ...stored, exdates }, context, base);
}

/** The changed dates come after all others. */
function requireAfterOthers(day: string, { dates, reach: { fromDay } }: RuleContext): void {
  const before = dates.filter((date) => fromDay !== undefined && date.day < fromDay);
  const last = before
    .map((date) => date.day)
    .toSorted()
    .at(-1);
  if (last !== undefined && day <= last) {
    throw invalid({ startTime: `These dates must come after ${formatDay(`${last}T12:00:00Z`)}` });
  }
}

function ruleFrom(rule: StoredRule, base: Times): NewRule {
  const { exdates, rrule } = rule;
  const { text, dates } = occurrencesOf({ ...timesOn(rule.firstDate, base), rrule, exdates });
  return { ...rule, text, dates: dates.map(ruleDate) };
}

/** Replaces the rule's left-out days: days that are no longer left out become dates again. */
function withoutDays(rule: StoredRule, { within, first }: RuleContext, base: Times): NewRule {
  const { firstDate, rrule, exdates } = rule;
  const { text, dates } = occurrencesOf({ ...timesOn(firstDate, base), rrule, exdates: [] });
  const there = within.filter(({ status }) => status === 'scheduled').map(({ day }) => day);
  const named = dates.map(({ date }) => date).filter((day) => day >= first.day);
  const days = new Set([...there, ...named].filter((day) => !exdates.includes(day)));
  const left = [...days].toSorted().map((day) => ruleDate(occurrenceOn(day, base)));
  return { ...rule, text, dates: left };
}

const ruleDate = ({ date: day, ...occurrence }: Occurrence) => ({ day, ...occurrence });

/** Moves the first date's times to another day. */
const timesOn = (day: string, { startTime, endTime }: Times): Times => ({
  startTime: momentOf(shiftTime(startTime, startTime, day)).moment,
  endTime: momentOf(shiftTime(endTime, startTime, day)).moment,
});
