import { day, hour } from '#contract/platform/durations.ts';
import { purgeHours } from '#contract/platform/limits.ts';
import { notFound, Refusal } from '#platform/refusal.ts';

const undoTime = purgeHours * hour;

/** The deadline for undoing a removal. */
export const undoUntil = (removedAt: Date): Date => new Date(removedAt.getTime() + undoTime);

/** Purges from before this time can't be undone. */
export const lastUndone = (now: Date): Date => new Date(now.getTime() - undoTime);

/** Attendees of an event that starts this soon must learn of the cancellation at once. */
export const isSoon = (startTime: Date, removedAt: Date): boolean =>
  startTime.getTime() < removedAt.getTime() + 2 * day;

export function undoRefusal(removedAt: Date | null | undefined, now: Date): Refusal | null {
  if (!removedAt) return notFound('Clean-up');
  return undoUntil(removedAt) > now
    ? null
    : new Refusal(
        'conflict',
        'It’s too late to undo this: what was removed is deleted for good after a day',
      );
}
