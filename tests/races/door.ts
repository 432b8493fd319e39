import { by, type Input, type Mutation } from './mutation.ts';

const at = '2026-06-10T12:00:00.000Z';

const words =
  (device: string, wordsOf: (party: Record<'attendee' | 'member', string>) => unknown[]): Input =>
  ({ tonight }) => ({
    params: { id: tonight.id },
    body: { device, arrivals: wordsOf(tonight.parties) },
  });

const save = 'PUT /api/events/:id/arrivals';
const wanda = { walkIn: { id: 'phone-0001', name: 'Wanda', people: 2 }, here: 2, at };
const ofTonight: Input = ({ tonight }) => ({ params: { id: tonight.id } });
const link: Input = ({ tonight }) => ({ params: { id: tonight.id }, body: { name: 'Sam' } });

/** Each kind of change at the door of an event, and of what it is about. */
export const doorMutations: readonly Mutation[] = [
  by(
    'organiser',
    'says that somebody is here',
    save,
    words('phone-one', ({ attendee }) => [{ id: attendee, here: 1, at }]),
  ),
  by(
    'owner',
    'says that nobody is, and lets somebody in',
    save,
    words('phone-two', ({ attendee, member }) => [
      { id: attendee, here: 0, at },
      { id: member, here: 1, at },
    ]),
  ),
  by(
    'organiser',
    'adds who walked in',
    save,
    words('phone-one', () => [wanda]),
  ),
  by(
    'admin',
    'adds the same',
    save,
    words('phone-two', () => [wanda]),
  ),
  by('owner', 'makes a link for a helper', 'POST /api/events/:id/door-links', link),
  by('organiser', 'makes a link, too', 'POST /api/events/:id/door-links', link),
  by('attendee', 'comes no more tonight', 'DELETE /api/events/:id/rsvps', ofTonight),
  by('organiser', 'calls tonight off', 'DELETE /api/events/:id', ofTonight),
  by('owner', 'records no more who comes', 'PATCH /api/groups/:id', ({ group }) => ({
    params: { id: group.id },
    body: { recordsAttendance: false },
  })),
];
