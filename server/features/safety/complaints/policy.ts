import { daysUntil } from '#contract/platform/dates.ts';
import { daysAfter } from '#contract/platform/days.ts';
import { complaintDays } from '#contract/platform/limits.ts';
import { momentOf, wallTimeOf } from '#contract/platform/london-time.ts';
import { Refusal } from '#platform/refusal.ts';

/** Returns the deadline for an answer: this many days later, at the same hour by a London clock. */
export function dueBy(createdAt: Date): Date {
  const { date, time } = wallTimeOf(createdAt);
  return momentOf({ date: daysAfter(date, complaintDays.answer), time }).moment;
}

/** Returns the time left for a complaint made at this moment, open or not. */
export function timeLeft(
  { createdAt, answeredAt }: { createdAt: Date; answeredAt: Date | null },
  now: Date,
): { dueBy: string; overdue: boolean; daysLeft: number } {
  const due = dueBy(createdAt);
  const overdue = answeredAt === null && now >= due;
  return { dueBy: due.toISOString(), overdue, daysLeft: daysUntil(due, now) };
}

/** An answer is final. */
export const answerRefusal = ({ answeredAt }: { answeredAt: Date | null }): Refusal | null =>
  answeredAt === null ? null : new Refusal('conflict', 'This complaint has already been answered');
