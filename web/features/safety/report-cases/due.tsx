import { Clock } from 'lucide-react';
import { formatDay } from '#contract/platform/dates.ts';
import type { ReportCase } from '#contract/safety/reports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { beginsWords } from '#contract/safety/report-words.ts';
import { timeLeft } from './time-left.ts';

interface DueProps {
  of: Pick<ReportCase, 'dueBy' | 'beginsAt' | 'decidedAt' | 'isIllegal'>;
  now: Date;
}

/** Shows the time left until the deadline, in red once it has passed, and when an event begins. */
export function Due({ of: { dueBy, beginsAt, decidedAt, isIllegal }, now }: DueProps) {
  if (!dueBy) return <span>{decidedAt ? `Decided on ${formatDay(decidedAt)}` : '–'}</span>;
  const { words, isOverdue } = timeLeft(dueBy, now);
  return (
    <>
      <Badge
        tone={isOverdue ? 'danger' : isIllegal ? 'accent' : 'neutral'}
        icon={<Clock aria-hidden="true" />}
      >
        {words}
      </Badge>
      {beginsAt && <span className="text-sm">{beginsWords(beginsAt, now)}</span>}
    </>
  );
}
