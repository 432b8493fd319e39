import { by, type Input, type Mutation } from './mutation.ts';
import type { RaceFixture, Role } from './fixture.ts';

type At = 'full' | 'offered';

const at =
  (event: At, body?: object): Input =>
  (fixture) => ({ params: { id: fixture[event].id }, ...(body && { body }) });

/** An answer at an event for a child of the attendee and the member. */
const withChild =
  (event: At, body: { answer: 'going' | 'cant' }, self: boolean): Input =>
  (fixture: RaceFixture) => ({
    params: { id: fixture[event].id },
    body: { ...body, who: { self, household: [fixture.child.id] }, phone: '07700 900123' },
  });

const answer = 'PUT /api/events/:id/answer';
const says = (
  role: Role,
  what: string,
  given: 'going' | 'cant',
  self: boolean,
  event: At = 'full',
) => by(role, what, answer, withChild(event, { answer: given }, self));

const removed =
  (role: Role): Input =>
  ({ child, people }) => ({ params: { id: child.id, userId: people[role].id } });

/** Each kind of answer to full events, and of change to a household. */
export const answerMutations: readonly Mutation[] = [
  by('attendee', 'can’t come', answer, at('full', { answer: 'cant' })),
  by('member', 'can’t come', answer, at('full', { answer: 'cant', note: 'Ill' })),
  by('member', 'can’t take the offered place', answer, at('offered', { answer: 'cant' })),
  by('organiser', 'comes', answer, at('full', { answer: 'going', note: 'Late' })),
  by('pending', 'takes the answer back', 'DELETE /api/events/:id/answer', at('full')),
  says('attendee', 'says that the child can’t come', 'cant', false),
  says('attendee', 'brings the child again', 'going', true),
  says('attendee', 'sends the child alone', 'going', false),
  says('member', 'says that the child can’t come', 'cant', false),
  says('member', 'brings the child', 'going', false),
  says('member', 'takes the offered place for the child', 'going', false, 'offered'),
  by('member', 'waits with the child', 'PUT /api/events/:id/waitlist', ({ full, child }) => ({
    params: { id: full.id },
    body: { who: { self: true, household: [child.id] }, phone: '' },
  })),
  ...(['attendee', 'member'] as const).map((role) =>
    by(role, 'sends the child to every open date', 'PUT /api/series/:id/answer', ofSeries('going')),
  ),
  by('member', 'can’t come to any open date', 'PUT /api/series/:id/answer', ofSeries('cant')),
  by('attendee', 'removes the child', 'DELETE /api/user/household/:id', ({ child }) => ({
    params: { id: child.id },
  })),
  by(
    'member',
    'stops answering',
    'DELETE /api/user/household/:id/adults/:userId',
    removed('member'),
  ),
  by(
    'attendee',
    'removes the other adult',
    'DELETE /api/user/household/:id/adults/:userId',
    removed('member'),
  ),
  by('member', 'accepts an invitation', 'POST /api/household-invitations/accept', accepted),
  by('outsider', 'accepts an invitation', 'POST /api/household-invitations/accept', accepted),
];

function ofSeries(given: 'going' | 'cant'): Input {
  return ({ weekly, child }) => ({
    params: { id: weekly.id },
    body: {
      answer: given,
      ...(given === 'going' && { who: { self: false, household: [child.id] } }),
    },
  });
}

function accepted({ invitation }: RaceFixture) {
  return { body: { token: invitation.token } };
}
