import { day, hour } from '#contract/platform/durations.ts';
import { cleanupHours } from '#contract/platform/limits.ts';
import { notFound, Refusal } from '#platform/refusal.ts';

const undoTime = cleanupHours * hour;

/** Until when what was removed at a moment can be put back. */
export const undoUntil = (removedAt: Date): Date => new Date(removedAt.getTime() + undoTime);

/** What was removed before it can't be put back any more. */
export const lastUndone = (now: Date): Date => new Date(now.getTime() - undoTime);

/** Who was going to an event that begins so soon has to know at once that it is off. */
export const isSoon = (startTime: Date, removedAt: Date): boolean =>
  startTime.getTime() < removedAt.getTime() + 2 * day;

export function undoRefusal(removedAt: Date | null | undefined, now: Date): Refusal | null {
  if (!removedAt) return notFound('Clean-up');
  return undoUntil(removedAt) > now
    ? null
    : new Refusal('conflict', 'It is too late: what was removed is gone for good after a day');
}
