import type { EventStatus } from '#contract/events/events.ts';
import type { Times } from './occurrences.ts';
import type { SeriesScope } from '#contract/events/series/series-changes.ts';

/** A day on which a rule puts a date. */
export interface RuleDate extends Times {
  /** In London, '2027-01-05': it identifies a date, wherever that is moved. */
  day: string;
}

/** An existing date. */
export interface SeriesDate extends RuleDate {
  id: number;
  status: EventStatus;
  /** Changed or cancelled by hand. */
  edited: boolean;
}

export interface ChangeReach {
  scope: SeriesScope;
  /** The day of the first date in the change's reach. */
  fromDay?: string | undefined;
}

interface Change<D> {
  /** The dates of a new rule; without one the days stay as they are. */
  rule?: readonly RuleDate[] | undefined;
  /** The new times of a date that stays. */
  timesOf: (date: D) => Times;
  includeEdited: boolean;
}

export type MovedDate<D> = { date: D } & Times;

export interface Plan<D> {
  staying: MovedDate<D>[];
  added: RuleDate[];
  cancelled: D[];
  /** Dates that an earlier rule left out and this one has. */
  revived: MovedDate<D>[];
  leftAlone: D[];
}

/** Selects the dates that a change can reach: dates that have begun stay as they are. */
export const reachableDates = <D extends SeriesDate>(
  dates: readonly D[],
  { scope, fromDay }: ChangeReach,
  now: Date,
): D[] =>
  dates.filter(
    ({ day, startTime }) =>
      startTime > now && (scope === 'all' || fromDay === undefined || day >= fromDay),
  );

/**
 * Plans the outcome for each date. The day identifies a date: days in both rules stay, with
 * everything attached to them. A date that an organiser cancelled by hand stays cancelled, whatever
 * the rule says.
 */
export function planChange<D extends SeriesDate>(
  dates: readonly D[],
  { rule, timesOf, includeEdited }: Change<D>,
  reach: ChangeReach,
  now: Date,
): Plan<D> {
  const plan: Plan<D> = { staying: [], added: [], cancelled: [], revived: [], leftAlone: [] };
  const wanted = rule && new Map(rule.map((each) => [each.day, each]));
  for (const date of reachableDates(dates, reach, now)) {
    const onDay = wanted?.get(date.day);
    if (date.status === 'cancelled') {
      if (onDay && !date.edited) plan.revived.push({ date, ...timesIn(onDay) });
    } else if (date.edited && !includeEdited) plan.leftAlone.push(date);
    else if (wanted && !onDay) plan.cancelled.push(date);
    else plan.staying.push({ date, ...timesIn(timesOf(date)) });
  }
  const usedDays = new Set(dates.map(({ day }) => day));
  const isNew = ({ day, startTime }: RuleDate) => startTime > now && !usedDays.has(day);
  plan.added = (rule ?? []).filter(isNew);
  return plan;
}

const timesIn = ({ startTime, endTime }: Times): Times => ({ startTime, endTime });
