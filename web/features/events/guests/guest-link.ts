/** Leads to the page of the guest whom this browser knows. A whole document: it sends no referrer. */
export const guestPagePath = (eventId: number) => `/api/events/${eventId}/guest-rsvps/page`;
