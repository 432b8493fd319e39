import { dateOf, daysAfter } from '../../../contract/days.ts';

/** Days of the calendar in London, both included: '2026-06-12'. */
export interface Span {
  from: string;
  to: string;
}

/** Days since Monday. */
export const placeInWeek = (date: string) => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

const [saturday, sunday] = [5, 6];

/** Monday to Sunday around a moment. */
export function thisWeek(now: Date): Span {
  const today = dateOf(now);
  const monday = daysAfter(today, -placeInWeek(today));
  return { from: monday, to: daysAfter(monday, sunday) };
}

/** The Saturday and Sunday of that week: on either of them, the weekend it is. */
export function thisWeekend(now: Date): Span {
  const { from: monday, to } = thisWeek(now);
  return { from: daysAfter(monday, saturday), to };
}
