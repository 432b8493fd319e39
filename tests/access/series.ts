import { signedIn } from './roles.ts';
import {
  forAccounts,
  forReaders,
  forInsiders,
  forMembers,
  forOrganisers,
  sending,
  of,
  type Rows,
} from './rows.ts';

const tuesdays = {
  startTime: '2027-01-05T19:30:00Z',
  endTime: '2027-01-05T21:30:00Z',
  rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
};

export const series = {
  // A group that the caller can't see is an invalid choice.
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
    whileHidden: {
      ...signedIn('invalid'),
      member: 'forbidden',
      pending: 'forbidden',
      organiser: 201,
      owner: 201,
      admin: 201,
    },
  },
  'POST /api/series/preview': forAccounts(200, sending(tuesdays)),
  'GET /api/series/:id': forReaders(200, of('weekly')),
  'GET /api/series/:id/calendar.ics': forReaders(200, of('weekly')),
  'PATCH /api/series/:id': forOrganisers(200, of('weekly', { scope: 'all', title: 'Sunset swim' })),
  'POST /api/series/:id/preview': forOrganisers(
    200,
    of('weekly', { scope: 'all', title: 'Sunset swim' }),
  ),
  'DELETE /api/series/:id': forOrganisers(204, of('weekly', { scope: 'all' })),
  'PUT /api/series/:id/answer': forMembers(200, of('weekly', { answer: 'cant' })),
  'POST /api/series/:id/rsvps': forMembers(200, of('weekly')),
  'DELETE /api/series/:id/rsvps': forInsiders(200, of('weekly')),
} satisfies Rows;
