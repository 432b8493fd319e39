import type { AccessFixture } from './fixture.ts';
import { forAll, forVisitors, forOrganisers, of, sending, type Rows } from './rows.ts';

/** The link opens the RSVP for whoever holds it, while signed-out visitors may see the event. */
const byLink = (more: object = {}, outcome = 200) =>
  forVisitors(outcome, ({ guest }) => ({ body: { token: guest.token, ...more } }));

const ofOffer = forVisitors(200, ({ offeredGuest }) => ({ body: { token: offeredGuest.token } }));

const ofAdded = ({ event, added }: AccessFixture) => ({
  params: { id: event.id, addedId: added.id },
});

const question = {
  firstName: 'Ada',
  email: 'ada@example.org',
  subject: 'Getting in',
  text: 'Is there a ramp?',
};

export const guestRsvps = {
  'POST /api/events/:id/guest-rsvps': forVisitors(
    202,
    of('openEvent', { firstName: 'Ada', email: 'ada@example.org' }),
  ),
  'GET /api/events/:id/guest-rsvps/page': forAll(302, of('openEvent')),
  'POST /api/events/:id/guest-rsvps/forget': forAll(204, of('openEvent')),
  'POST /api/events/:id/questions': forVisitors(202, of('openEvent', question)),
  'POST /api/questions/read': forAll('not_found', sending({ token: 'of no question' })),
  'POST /api/questions/send': forAll('not_found', sending({ token: 'of no question' })),
  'POST /api/guest-rsvps/read': byLink(),
  'POST /api/guest-rsvps/confirm': byLink(),
  'POST /api/guest-rsvps/change': byLink({ guests: 1 }),
  'POST /api/guest-rsvps/accept': ofOffer,
  'POST /api/guest-rsvps/pass-on': ofOffer,
  'POST /api/guest-rsvps/cancel': byLink(),
  'POST /api/guest-rsvps/messages': byLink({ on: false }),
  'POST /api/guest-rsvps/contact': byLink({ subject: 'Parking', text: 'Where can I park?' }, 202),
  'POST /api/guest-rsvps/account': byLink(),
  'POST /api/events/:id/added-attendees': forOrganisers(201, of('event', { name: 'Mary Jones' })),
  'PATCH /api/events/:id/added-attendees/:addedId': forOrganisers(200, (fixture) => ({
    ...ofAdded(fixture),
    body: { people: 2 },
  })),
  'DELETE /api/events/:id/added-attendees/:addedId': forOrganisers(204, ofAdded),
  'DELETE /api/events/:id/guest-rsvps/:guestId': forOrganisers(204, ({ openEvent, guest }) => ({
    params: { id: openEvent.id, guestId: guest.id },
  })),
} satisfies Rows;
