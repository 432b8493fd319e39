import {
  all,
  signedIn,
  membersAndAdmins,
  hidden,
  hiddenFromAccounts,
  hiddenFromMembers,
  organisers,
} from './roles.ts';
import type { Rows } from './fixture.ts';

export const rsvps = {
  'GET /api/events/:id/rsvps': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'GET /api/events/:eventId/rsvp/status': {
    request: ({ event }) => ({ params: { eventId: event.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'POST /api/events/:id/rsvps': {
    request: ({ event }) => ({
      params: { id: event.id },
      body: { status: 'going' },
    }),
    answers: { ...membersAndAdmins(201), admin: 'not_a_member' },
    whileHidden: { ...hiddenFromAccounts(201), admin: 'not_a_member' },
  },
  'DELETE /api/events/:id/rsvps': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: signedIn(204),
    whileHidden: hiddenFromAccounts(204),
  },
  'PUT /api/events/:id/answer': {
    request: ({ event }) => ({ params: { id: event.id }, body: { answer: 'cant' } }),
    answers: { ...membersAndAdmins(200), admin: 'not_a_member' },
    whileHidden: { ...hiddenFromAccounts(200), admin: 'not_a_member' },
  },
  'DELETE /api/events/:id/answer': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: { ...membersAndAdmins(204), admin: 'not_a_member' },
    whileHidden: { ...hiddenFromAccounts(204), admin: 'not_a_member' },
  },
  'GET /api/events/:id/answers': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'POST /api/events/:id/ask': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: organisers('conflict'),
    whileHidden: hiddenFromMembers('conflict'),
  },
  'GET /api/events/:id/door-list.csv': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'GET /api/user/event-rsvps': {
    request: () => ({}),
    answers: signedIn(200),
  },
} satisfies Rows;
