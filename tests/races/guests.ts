import type { ApiKey } from '#contract/api.ts';
import { by, type Input, type Mutation } from './mutation.ts';
import type { GuestRole } from './fixture.ts';

const ofOpen =
  (body?: unknown): Input =>
  ({ open }) => ({ params: { id: open.id }, ...(body !== undefined && { body }) });

const ofAdded =
  (body?: unknown): Input =>
  ({ open, added }) => ({
    params: { id: open.id, addedId: added.id },
    ...(body !== undefined && { body }),
  });

const ofGuest =
  (role: GuestRole, query: object = {}): Input =>
  ({ open, guests }) => ({
    params: { id: open.id, guestId: guests[role].id },
    query: { ...query },
  });

/** A guest's answer by the link of an email, without a session. */
const answers = (role: GuestRole, name: string, action: string, more: object = {}): Mutation => ({
  name: `${role} guest: ${name}`,
  run: ({ visitor, guests }) =>
    visitor().outcome(`POST /api/guest-rsvps/${action}` as ApiKey, {
      body: { token: guests[role].token, ...more },
    }),
});

const asks: Mutation = {
  name: 'visitor: asks to come',
  run: ({ visitor, open }) =>
    visitor().outcome('POST /api/events/:id/guest-rsvps', {
      params: { id: open.id },
      body: { firstName: 'Ada', email: `asks-${open.id}@example.org` },
    }),
};

const asksOrganisers: Mutation = {
  name: 'visitor: asks the organisers',
  run: ({ visitor, open }) =>
    visitor().outcome('POST /api/events/:id/questions', {
      params: { id: open.id },
      body: { firstName: 'Ada', email: `asks-${open.id}@example.org`, ...words },
    }),
};

const words = { subject: 'Parking', text: 'Where can I leave the car?' };
const attendees = 'POST /api/events/:id/added-attendees';
const one = '/api/events/:id/added-attendees/:addedId';
const guest = 'DELETE /api/events/:id/guest-rsvps/:guestId';

/** Each kind of change to a full event that is open to anyone. */
export const guestMutations: readonly Mutation[] = [
  asks,
  asksOrganisers,
  answers('unconfirmed', 'confirms', 'confirm'),
  answers('unconfirmed', 'confirms with a friend', 'confirm', { guests: 1 }),
  answers('unconfirmed', 'cancels', 'cancel'),
  answers('going', 'brings nobody', 'change', { guests: 0 }),
  answers('going', 'brings more', 'change', { guests: 2 }),
  answers('going', 'cancels', 'cancel'),
  answers('going', 'takes no messages', 'messages', { on: false }),
  answers('going', 'writes to the organisers', 'contact', words),
  answers('offered', 'takes the place', 'accept'),
  answers('offered', 'passes the place on', 'pass-on'),
  answers('offered', 'would bring a friend', 'change', { guests: 1 }),
  answers('waiting', 'looks for a place', 'confirm'),
  answers('waiting', 'would bring a friend', 'change', { guests: 1 }),
  answers('waiting', 'waits no longer', 'cancel'),
  by('outsider', 'finds the RSVP made as a guest', 'GET /api/user/event-rsvps'),
  by('outsider', 'comes after all', 'POST /api/events/:id/rsvps', ofOpen()),
  by('outsider', 'comes no more', 'DELETE /api/events/:id/rsvps', ofOpen()),
  by('attendee', 'makes room for a guest', 'DELETE /api/events/:id/rsvps', ofOpen()),
  by('member', 'waits beside guests', 'PUT /api/events/:id/waitlist', ofOpen()),
  by('organiser', 'adds somebody', attendees, ofOpen({ name: 'Mary Jones' })),
  by('organiser', 'adds two more to one', `PATCH ${one}`, ofAdded({ people: 3 })),
  by('owner', 'takes somebody off the list', `DELETE ${one}`, ofAdded()),
  by('organiser', 'removes a guest', guest, ofGuest('going')),
  by('admin', 'removes a guest who has an offer', guest, ofGuest('offered')),
  by('owner', 'keeps a guest away', guest, ofGuest('waiting', { block: 'true' })),
  by('owner', 'lets a guest in', 'POST /api/events/:id/waitlist/:userId', ({ open, guests }) => ({
    params: { id: open.id, userId: String(guests.waiting.id) },
  })),
  by('organiser', 'makes room for guests', 'PATCH /api/events/:id', ofOpen({ capacity: 8 })),
  by('organiser', 'closes it to guests', 'PATCH /api/events/:id', ofOpen({ openTo: 'members' })),
  by('organiser', 'moves it for guests', 'PATCH /api/events/:id', ofOpen({ location: 'The barn' })),
  by('organiser', 'calls it off for guests', 'DELETE /api/events/:id', ofOpen()),
  by('admin', 'deletes it for guests', 'DELETE /api/admin/events/:id', ofOpen()),
];
