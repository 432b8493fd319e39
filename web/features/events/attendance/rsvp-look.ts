import type { Event } from '#contract/events/events.ts';

/** Button props shared by all RSVP states. */
export const rsvpLook = { size: 'lg', block: true } as const;

/** Says what a full event still offers: its waiting list, or nothing. */
export const fullEventLabel = ({ waitlistEnabled }: Pick<Event, 'waitlistEnabled'>): string =>
  waitlistEnabled ? 'Join the waiting list' : "It's full";
