import {
  all,
  signedIn,
  organisers,
  hidden,
  hiddenFromAccounts,
  hiddenFromMembers,
} from './roles.ts';
import type { Rows } from './fixture.ts';

export const events = {
  'GET /api/categories': {
    request: () => ({}),
    answers: all(200),
  },
  'GET /api/events': {
    request: () => ({}),
    answers: all(200),
  },
  'GET /api/events/towns': {
    request: () => ({ query: { near: 'Keswick' } }),
    answers: all(200),
  },
  'GET /api/events/month': {
    request: () => ({ query: { month: '2026-06' } }),
    answers: all(200),
  },
  'GET /api/events/:id': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'GET /api/events/group/:groupId': {
    request: ({ group }) => ({ params: { groupId: group.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'GET /api/groups/:id/venue': {
    request: ({ group }) => ({ params: { id: group.id }, query: { location: 'The boat house' } }),
    answers: { ...signedIn('forbidden'), organiser: 200, owner: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), organiser: 200, owner: 200 },
  },
  'POST /api/events': {
    request: ({ group }) => ({
      body: {
        title: 'Sunrise swim',
        description: 'Meet at the boat landings, bring a towel.',
        location: 'Lakeside boat landings',
        startTime: '2026-06-20T05:00:00Z',
        endTime: '2026-06-20T06:00:00Z',
        categoryId: 6,
        groupId: group.id,
      },
    }),
    answers: { ...signedIn('forbidden'), organiser: 201, owner: 201 },
    // A group that the caller can't see is an invalid choice.
    whileHidden: {
      ...signedIn('invalid'),
      member: 'forbidden',
      pending: 'forbidden',
      admin: 'forbidden',
      organiser: 201,
      owner: 201,
    },
  },
  'PATCH /api/events/:id': {
    request: ({ event }) => ({
      params: { id: event.id },
      body: { title: 'Sunset swim' },
    }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'DELETE /api/events/:id': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: organisers(204),
    whileHidden: hiddenFromMembers(204),
  },
  'GET /api/events/:id/calendar.ics': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'GET /api/user/events': {
    request: () => ({}),
    answers: signedIn(200),
  },
} satisfies Rows;
