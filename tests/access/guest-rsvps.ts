import { all } from './roles.ts';
import type { AccessFixture, Rows } from './fixture.ts';

/** The link opens the RSVP for whoever holds it, while signed-out visitors may see the event. */
const byLink = (more: object = {}, outcome = 200) => ({
  request: ({ guest }: AccessFixture) => ({ body: { token: guest.token, ...more } }),
  answers: all(outcome),
  whileHidden: all('not_found'),
});

const ofOffer = {
  request: ({ offeredGuest }: AccessFixture) => ({ body: { token: offeredGuest.token } }),
  answers: all(200),
  whileHidden: all('not_found'),
};

export const guestRsvps = {
  'POST /api/events/:id/guest-rsvps': {
    request: ({ openEvent }) => ({
      params: { id: openEvent.id },
      body: { firstName: 'Ada', email: 'ada@example.org' },
    }),
    answers: all(202),
    whileHidden: all('not_found'),
  },
  'POST /api/guest-rsvps/read': byLink(),
  'POST /api/guest-rsvps/confirm': byLink(),
  'POST /api/guest-rsvps/change': byLink({ guests: 1 }),
  'POST /api/guest-rsvps/accept': ofOffer,
  'POST /api/guest-rsvps/pass-on': ofOffer,
  'POST /api/guest-rsvps/cancel': byLink(),
  'POST /api/guest-rsvps/messages': byLink({ on: false }),
  'POST /api/guest-rsvps/contact': byLink({ subject: 'Parking', text: 'Where can I park?' }, 202),
  'POST /api/guest-rsvps/account': byLink(),
} satisfies Rows;
