import type { EmailKind } from '#platform/mail/email.ts';

/** Kinds enqueued by `enqueueOnce()` or with a unique key. */
export const deduplicatedKinds: ReadonlySet<EmailKind> = new Set([
  'group_invitation',
  'event_reminder',
  'attendance_asked',
  'group_news',
  'group_message',
  'event_message',
  'fundraising_message',
  'message_test',
  'contact',
  'donation_received',
  'new_sign_in',
  'wrong_guesses',
]);

/** Kinds sent once per event, however often they are enqueued. */
export const oncePerEvent: ReadonlySet<EmailKind> = new Set(['rsvp_confirmed']);
