import type { Event } from '#contract/events/events.ts';

/** Button props shared by all RSVP states. */
export const rsvpLook = { size: 'lg', block: true } as const;

/** The way that a full event still offers, if any. */
export const fullWords = ({ waitlistEnabled }: Pick<Event, 'waitlistEnabled'>): string =>
  waitlistEnabled ? 'Join the waiting list' : "It's full";
