import {
  all,
  hidden,
  hiddenFromAccounts,
  hiddenFromMembers,
  membersAndAdmins,
  organisers,
  signedIn,
} from './roles.ts';
import type { Rows } from './fixture.ts';

const tuesdays = {
  startTime: '2027-01-05T19:30:00Z',
  endTime: '2027-01-05T21:30:00Z',
  rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
};

export const series = {
  'POST /api/series': {
    request: ({ group }) => ({
      body: {
        ...tuesdays,
        title: 'Tuesday choir',
        description: 'Come and sing with us, no audition and no talent needed.',
        location: 'The Moot Hall, Market Square',
        categoryId: 6,
        groupId: group.id,
      },
    }),
    answers: { ...signedIn('forbidden'), organiser: 201, owner: 201, admin: 201 },
    // A group that the caller can't see is an invalid choice.
    whileHidden: {
      ...signedIn('invalid'),
      member: 'forbidden',
      pending: 'forbidden',
      organiser: 201,
      owner: 201,
      admin: 201,
    },
  },
  'POST /api/series/preview': {
    request: () => ({ body: tuesdays }),
    answers: signedIn(200),
  },
  'GET /api/series/:id': {
    request: ({ weekly }) => ({ params: { id: weekly.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'GET /api/series/:id/calendar.ics': {
    request: ({ weekly }) => ({ params: { id: weekly.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'PATCH /api/series/:id': {
    request: ({ weekly }) => ({
      params: { id: weekly.id },
      body: { scope: 'all', title: 'Sunset swim' },
    }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'POST /api/series/:id/preview': {
    request: ({ weekly }) => ({
      params: { id: weekly.id },
      body: { scope: 'all', title: 'Sunset swim' },
    }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'DELETE /api/series/:id': {
    request: ({ weekly }) => ({ params: { id: weekly.id }, body: { scope: 'all' } }),
    answers: organisers(204),
    whileHidden: hiddenFromMembers(204),
  },
  'PUT /api/series/:id/answer': {
    request: ({ weekly }) => ({ params: { id: weekly.id }, body: { answer: 'cant' } }),
    answers: { ...membersAndAdmins(200), admin: 'not_a_member' },
    whileHidden: { ...hiddenFromAccounts(200), admin: 'not_a_member' },
  },
  'POST /api/series/:id/rsvps': {
    request: ({ weekly }) => ({ params: { id: weekly.id } }),
    answers: { ...membersAndAdmins(200), admin: 'not_a_member' },
    whileHidden: { ...hiddenFromAccounts(200), admin: 'not_a_member' },
  },
  'DELETE /api/series/:id/rsvps': {
    request: ({ weekly }) => ({ params: { id: weekly.id } }),
    answers: signedIn(200),
    whileHidden: hiddenFromAccounts(200),
  },
} satisfies Rows;
