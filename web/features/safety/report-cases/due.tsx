import { Clock } from 'lucide-react';
import { formatDay } from '#contract/platform/dates.ts';
import type { ReportCase } from '#contract/safety/reports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { waitingTime } from '#web/platform/text/waiting-time.ts';

interface DueProps {
  of: Pick<ReportCase, 'dueBy' | 'decidedAt' | 'isIllegal'>;
  now: Date;
}

/** Shows the time left until the deadline, in red once it has passed. */
export function Due({ of: { dueBy, decidedAt, isIllegal }, now }: DueProps) {
  if (!dueBy) return <span>{decidedAt ? `Decided on ${formatDay(decidedAt)}` : '–'}</span>;
  const { words, isOverdue } = timeLeft(dueBy, now);
  return (
    <Badge
      tone={isOverdue ? 'danger' : isIllegal ? 'accent' : 'neutral'}
      icon={<Clock aria-hidden="true" />}
    >
      {words}
    </Badge>
  );
}

/** 'Due in 5 hours', 'Overdue by 3 days' */
export function timeLeft(dueBy: string, now: Date): { words: string; isOverdue: boolean } {
  const [due, at] = [Date.parse(dueBy), now.getTime()];
  return due < at
    ? { words: `Overdue by ${waitingTime(dueBy, now)}`, isOverdue: true }
    : { words: `Due in ${waitingTime(now.toISOString(), new Date(due))}`, isOverdue: false };
}
