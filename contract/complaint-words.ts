import { daysUntil, formatDay } from './dates.ts';

/** 'due in 10 days', 'due tomorrow', 'due today', 'overdue since Jul 10, 2026': of a complaint that is open. */
export function whenDue(
  { dueBy, overdue }: { dueBy: string; overdue: boolean },
  now: Date,
): string {
  if (overdue) return `overdue since ${formatDay(dueBy)}`;
  const days = daysUntil(new Date(dueBy), now);
  if (days === 0) return 'due today';
  return days === 1 ? 'due tomorrow' : `due in ${days} days`;
}
