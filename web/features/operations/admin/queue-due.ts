import { capitalise } from '#contract/platform/counted.ts';
import { daysUntil } from '#contract/platform/dates.ts';
import { whenDue } from '#contract/safety/complaint-words.ts';
import type { QueueItem } from '#contract/operations/admin.ts';
import { timeLeft } from '#web/features/safety/report-cases/time-left.ts';

type DueItem = Pick<QueueItem, 'kind' | 'overdue'> & { dueBy: string };

/** 'Due in 5 hours'; a complaint, which has a month, counts days as in its own list. */
export const dueWords = (item: DueItem, now: Date): string =>
  item.kind === 'complaint'
    ? capitalise(whenDue({ ...item, daysLeft: daysUntil(new Date(item.dueBy), now) }))
    : timeLeft(item.dueBy, now).words;
