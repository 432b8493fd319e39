import { formatDay } from '#contract/platform/dates.ts';
import { dateOf, daysAfter } from '#contract/platform/days.ts';

/** A range of London dates, inclusive: '2026-06-12'. */
export interface Span {
  from: string;
  to: string;
}

/** Days since Monday. */
export const placeInWeek = (date: string) => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

const [saturday, sunday] = [5, 6];

/** Monday to Sunday of the current week. */
export function thisWeek(now: Date): Span {
  const today = dateOf(now);
  const monday = daysAfter(today, -placeInWeek(today));
  return { from: monday, to: daysAfter(monday, sunday) };
}

/** Saturday and Sunday of the current week. */
export function thisWeekend(now: Date): Span {
  const { from: monday, to } = thisWeek(now);
  return { from: daysAfter(monday, saturday), to };
}

/** The ranges that have quick filters. */
export const namedSpans = (now: Date) => [
  { label: 'This week', span: thisWeek(now) },
  { label: 'This weekend', span: thisWeekend(now) },
];

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

export const isSpan = (days: Days, { from, to }: Span) => days.from === from && days.to === to;

/** Describes days in the address that no quick filter covers. */
export function daysOf({ from, to }: Days): string | undefined {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `From ${formatDay(from)}`;
  return to && `Until ${formatDay(to)}`;
}

/** 'this weekend', 'from Jan 5, 2026', 'on Jan 5, 2026'; undefined without days. */
export function daysInWords(days: Days, now: Date): string | undefined {
  const named = namedSpans(now).find(({ span }) => isSpan(days, span));
  if (named) return lowerFirst(named.label);
  const words = daysOf(days);
  if (!words || !days.from) return words && lowerFirst(words);
  if (!days.to) return lowerFirst(words);
  return days.from === days.to
    ? `on ${words}`
    : `from ${formatDay(days.from)} to ${formatDay(days.to)}`;
}

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
