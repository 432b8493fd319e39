import { day } from '#contract/platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';

export const maxPerDay = 5;
export const limitSpan = day;

/**
 * Organisers reply to the sender's own confirmed address. Without a mail server nobody can confirm
 * one.
 */
export const addressRefusal = (
  sender: { emailVerified: boolean },
  sendsMail: boolean,
): Refusal | null =>
  sender.emailVerified || !sendsMail
    ? null
    : new Refusal(
        'forbidden',
        'Please confirm your email address first, so that the organisers can answer you',
      );

/** `recent` has the times of the sender's messages of the last day, latest first. */
export function limitRefusal(recent: Date[], now: Date): Refusal | null {
  const oldest = recent[maxPerDay - 1];
  if (!oldest) return null;
  const left = oldest.getTime() + limitSpan - now.getTime();
  return new Refusal(
    'too_many_requests',
    `You can write to organisers ${maxPerDay} times a day. Please try again tomorrow.`,
    { retryAfter: Math.max(1, Math.ceil(left / 1000)) },
  );
}
