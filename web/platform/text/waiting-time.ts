import { pluralise } from '#contract/platform/counted.ts';
import { day, hour } from '#contract/platform/durations.ts';

/** Formats a waiting time: 'less than an hour', '5 hours', '3 days'. */
export function waitingTime(since: string, now: Date): string {
  const passed = now.getTime() - Date.parse(since);
  if (passed < hour) return 'less than an hour';
  return passed < 2 * day
    ? pluralise(Math.floor(passed / hour), 'hour')
    : pluralise(Math.floor(passed / day), 'day');
}
