import { signedIn, hiddenFromAccounts } from './roles.ts';
import { forAll, forAccounts, forReaders, forOrganisers, of, type Rows } from './rows.ts';

export const events = {
  'GET /api/categories': forAll(200),
  'GET /api/events': forAll(200),
  'GET /api/events/count': forAll(200, () => ({ query: { near: 'Keswick' } })),
  'GET /api/events/towns': forAll(200, () => ({ query: { near: 'Keswick' } })),
  'GET /api/events/spellings': forAll(200, () => ({ query: { q: 'chses' } })),
  'GET /api/events/month': forAll(200, () => ({ query: { month: '2026-06' } })),
  'GET /api/events/:id': forReaders(200, of('event')),
  'GET /api/events/group/:groupId': forReaders(200, ({ group }) => ({
    params: { groupId: group.id },
  })),
  'GET /api/groups/:id/venue': {
    request: ({ group }) => ({ params: { id: group.id }, query: { location: 'The boat house' } }),
    answers: { ...signedIn('forbidden'), organiser: 200, owner: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), organiser: 200, owner: 200 },
  },
  // A group that the caller can't see is an invalid choice.
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
    whileHidden: {
      ...signedIn('invalid'),
      member: 'forbidden',
      pending: 'forbidden',
      admin: 'forbidden',
      organiser: 201,
      owner: 201,
    },
  },
  'PATCH /api/events/:id': forOrganisers(200, of('event', { title: 'Sunset swim' })),
  'DELETE /api/events/:id': forOrganisers(204, of('event')),
  'POST /api/events/:id/restore': forOrganisers(200, of('event')),
  'GET /api/events/:id/calendar.ics': forReaders(200, of('event')),
  'GET /api/user/events': forAccounts(200),
  'POST /api/user/calendar-feed': forAccounts(201),
  'GET /api/user/calendar-feed': forAccounts(200),
  'DELETE /api/user/calendar-feed': forAccounts(204),
} satisfies Rows;
