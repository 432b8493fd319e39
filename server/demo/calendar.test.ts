import { expect, it } from 'vitest';
import { dateOf, daysAfter } from '#contract/platform/days.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';
import { startsOf } from './calendar.ts';
import { demoContent } from './content.ts';

const weekly = demoContent().groups.flatMap(({ events }) =>
  events.filter(({ isWeekly }) => isWeekly),
);
const fortnight = Array.from({ length: 14 }, (_, days) => days);

/** Covers a year with both clock changes, at each hour of the day in turn. */
const moments = Array.from(
  { length: 380 },
  (_, days) => new Date(Date.parse('2026-03-02T00:00:00Z') + days * (day + hour) + 29 * minute),
);

it('the demo has an event each day for a fortnight from this evening, at any start time', () => {
  for (const now of moments) {
    const starts = weekly.flatMap((event) =>
      startsOf(event, now).map(({ startTime }) => ({ event, startTime })),
    );
    for (const { event, startTime } of starts) {
      expect(startTime.getTime() + event.minutes * minute).toBeGreaterThan(now.getTime());
    }
    const dates = new Set(starts.map(({ startTime }) => dateOf(startTime)));
    const isEvening = dateOf(new Date(now.getTime() + 6 * hour)) !== dateOf(now);
    const missing = fortnight
      .slice(isEvening ? 1 : 0)
      .map((days) => daysAfter(dateOf(now), days))
      .filter((date) => !dates.has(date));
    expect([now, missing]).toEqual([now, []]);
  }
});

it('the demo has daytime events on Saturdays and Sundays too', () => {
  const byDay = weekly.filter(({ start }) => start < '12:00').map(({ weekday }) => weekday);
  expect(byDay.toSorted((one, other) => one - other)).toEqual([6, 7]);
});
