import {
  forAll,
  forAccounts,
  forReaders,
  forInsiders,
  forMembers,
  forOrganisers,
  sending,
  of,
  type Rows,
} from './rows.ts';

const withoutLink = forAll('invalid', sending({ token: 'not-signed-here' }));

// The event is weeks away, so its door is closed.
const noArrival = {
  device: 'phone-01',
  arrivals: [{ id: '1', here: 1, at: '2026-06-10T12:00:00.000Z' }],
};

export const rsvps = {
  'GET /api/events/:id/rsvps': forReaders(200, of('event')),
  'GET /api/events/:eventId/rsvp/status': forReaders(200, ({ event }) => ({
    params: { eventId: event.id },
  })),
  'POST /api/events/:id/rsvps': forMembers(201, of('event', { status: 'going' })),
  'DELETE /api/events/:id/rsvps': forInsiders(204, of('event')),
  'PUT /api/events/:id/answer': forMembers(200, of('event', { answer: 'cant' })),
  'DELETE /api/events/:id/answer': forMembers(204, of('event')),
  'GET /api/events/:id/answers': forOrganisers(200, of('event')),
  'POST /api/events/:id/ask': forOrganisers('conflict', of('event')),
  'GET /api/events/:id/door-list.csv': forOrganisers(200, of('event')),
  'GET /api/user/event-rsvps': forAccounts(200),
  'GET /api/events/:id/waitlist': forOrganisers(200, of('event')),
  'PUT /api/events/:id/waitlist': forMembers(201, of('full')),
  'DELETE /api/events/:id/waitlist': forInsiders(204, of('event')),
  'POST /api/events/:id/waitlist/:userId': forOrganisers(201, ({ full, offered }) => ({
    params: { id: full.id, userId: offered.id },
  })),
  'GET /api/events/:id/door': forOrganisers(200, of('event')),
  'PUT /api/events/:id/arrivals': forOrganisers('conflict', of('event', noArrival)),
  'POST /api/events/:id/door-links': forOrganisers(201, of('event', { name: 'Sam' })),
  'GET /api/events/:id/door-links': forOrganisers(200, of('event')),
  'DELETE /api/events/:id/door-links/:linkId': forOrganisers(204, ({ event, doorLink }) => ({
    params: { id: event.id, linkId: doorLink.id },
  })),
  'GET /api/events/:id/attendance': forOrganisers(200, of('event')),
  'GET /api/groups/:id/attendance': forOrganisers(200, of('group')),
  'GET /api/user/attendance': forAccounts(200),
  'POST /api/asks': withoutLink,
  'POST /api/asks/answer': forAll('invalid', sending({ token: 'not-signed-here', answer: 'cant' })),
  'POST /api/offers': withoutLink,
  'POST /api/offers/accept': withoutLink,
  'POST /api/offers/pass-on': withoutLink,
} satisfies Rows;
