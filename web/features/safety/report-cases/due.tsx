import { Clock } from 'lucide-react';
import { formatDay } from '#contract/platform/dates.ts';
import type { ReportCase } from '#contract/safety/reports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { timeLeft } from './time-left.ts';

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
