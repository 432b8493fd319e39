import { hiddenFromMembers, organisers } from './roles.ts';
import type { AccessFixture, Rows } from './fixture.ts';

const ofAdded = ({ event, added }: AccessFixture) => ({
  params: { id: event.id, addedId: added.id },
});

/** Only organisers and admins change the attendee list. */
const byOrganisers = (outcome: number) => ({
  answers: organisers(outcome),
  whileHidden: hiddenFromMembers(outcome),
});

export const addedAttendees = {
  'POST /api/events/:id/added-attendees': {
    request: ({ event }) => ({ params: { id: event.id }, body: { name: 'Mary Jones' } }),
    ...byOrganisers(201),
  },
  'PATCH /api/events/:id/added-attendees/:addedId': {
    request: (fixture) => ({ ...ofAdded(fixture), body: { people: 2 } }),
    ...byOrganisers(200),
  },
  'DELETE /api/events/:id/added-attendees/:addedId': {
    request: ofAdded,
    ...byOrganisers(204),
  },
  'DELETE /api/events/:id/guest-rsvps/:guestId': {
    request: ({ openEvent, guest }) => ({ params: { id: openEvent.id, guestId: guest.id } }),
    ...byOrganisers(204),
  },
} satisfies Rows;
