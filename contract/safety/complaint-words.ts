import { formatDay } from '#contract/platform/dates.ts';

interface Due {
  dueBy: string;
  overdue: boolean;
  daysLeft: number;
}

/**
 * 'due in 10 days', 'due tomorrow', 'due today', 'overdue since Jul 10, 2026': for an open
 * complaint.
 */
export function whenDue({ dueBy, overdue, daysLeft }: Due): string {
  if (overdue) return `overdue since ${formatDay(dueBy)}`;
  if (daysLeft === 0) return 'due today';
  return daysLeft === 1 ? 'due tomorrow' : `due in ${daysLeft} days`;
}
