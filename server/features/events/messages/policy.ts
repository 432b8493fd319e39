import type { MessageState } from '#contract/events/messages.ts';
import { day, minute } from '#contract/platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';

/** How long a message can be undone. */
export const gracePeriod = 5 * minute;

/** Each event has this many of its own, besides those to the group's members. */
export const maxPerDay = 2;
export const limitSpan = day;

/** `recent` has the times of the last day's messages that count, latest first. */
export function limitRefusal(recent: Date[], about: 'group' | 'event', now: Date): Refusal | null {
  const oldest = recent[maxPerDay - 1];
  if (!oldest) return null;
  const left = oldest.getTime() + limitSpan - now.getTime();
  const retryAfter = Math.max(1, Math.ceil(left / 1000));
  const whom = about === 'group' ? 'a group' : 'the people of an event';
  return new Refusal(
    'too_many_requests',
    `You can write to ${whom} twice in 24 hours, so that nobody mutes you. Please try again later.`,
    { retryAfter },
  );
}

export const isUndoable = (state: MessageState): boolean => state === 'waiting' || state === 'held';

/** Allows undoing a message until it goes out. */
export const undoRefusal = (state: MessageState): Refusal | null =>
  state === 'sent' ? new Refusal('conflict', 'This message has already gone out') : null;

/** If the site sends email, a test goes only to a confirmed address. */
export const testRefusal = (
  sender: { emailVerified: boolean },
  sendsMail: boolean,
): Refusal | null =>
  sender.emailVerified || !sendsMail
    ? null
    : new Refusal('forbidden', 'Please confirm your email address to send yourself a test');
