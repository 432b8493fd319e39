import type { KnownGuest } from '#contract/events/events.ts';

/** Leads to the page of the guest whom this browser knows. A whole document: it sends no referrer. */
export const guestPagePath = (eventId: number) => `/api/events/${eventId}/guest-rsvps/page`;

/** The guest's next step there. */
export const guestLinkLabels: Record<KnownGuest['state'], string> = {
  going: 'Change or cancel',
  waiting: 'Change or leave the list',
  offered: 'Accept it or pass it on',
  cancelled: 'Come after all',
  unconfirmed: 'Come after all',
};
