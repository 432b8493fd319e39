import { waitingTime } from '#web/platform/text/waiting-time.ts';

/** 'Due in 5 hours', 'Overdue by 3 days' */
export function timeLeft(dueBy: string, now: Date): { words: string; isOverdue: boolean } {
  const [due, at] = [Date.parse(dueBy), now.getTime()];
  return due < at
    ? { words: `Overdue by ${waitingTime(dueBy, now)}`, isOverdue: true }
    : { words: `Due in ${waitingTime(now.toISOString(), new Date(due))}`, isOverdue: false };
}
