import { describe, expect, it, test } from 'vitest';
import { endpoints, type ApiKey } from '../contract/api.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { startTestApp } from '../tests/support/app.ts';
import type { AnyInput, Client } from '../tests/support/client.ts';
import {
  completeProfile,
  password,
  type Event,
  type Group,
  type User,
} from '../tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;

/** What somebody is to the group; the newcomer's profile is not complete, every other's is. */
const roles = [
  'visitor',
  'newcomer',
  'outsider',
  'member',
  'pending',
  'organiser',
  'owner',
  'admin',
  'banned',
] as const;
type Role = (typeof roles)[number];

/** The status of a success or the code of a refusal. */
type Outcome = number | ErrorCode;

interface Scene {
  group: Group & { owner: Pick<User, 'id'> };
  event: Event;
  /** Another member of the group, who has commented on the event. */
  other: User;
  comment: { id: number };
  person: User | null;
}

/** Makes the person of a role in a group; null for a visitor without an account. */
const people: Record<Role, (group: Group) => Promise<User | null>> = {
  visitor: async () => null,
  newcomer: () => make.newcomer(),
  outsider: () => make.user(),
  member: (group) => make.member(group),
  pending: (group) => make.pendingMember(group),
  organiser: (group) => make.organiser(group),
  owner: async () => null,
  admin: () => make.admin(),
  banned: (group) => make.member(group, { isActive: false }),
};

async function play(
  role: Role,
  status: Group['status'] = 'approved',
): Promise<Scene & { client: Client }> {
  const owner = await make.user();
  const group = await make.group({ owner, status });
  const event = await make.event({ group });
  const other = await make.member(group);
  const comment = await make.comment(event, other);
  const person = role === 'owner' ? owner : await people[role](group);
  const client = person ? await app.as(person) : app.visitor();
  return { group, event, other, comment, person, client };
}

const groupForm = {
  name: 'Derwent Swimmers',
  description: 'Cold water at dawn, hot porridge afterwards.',
  groupType: 'healthWellness',
  chargeForEvents: 'free',
};

/** The smallest GIF there is. */
const dot = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';

let registered = 0;

/** A request for each call that nothing but the caller's standing could make fail. */
const requests: Record<ApiKey, (scene: Scene) => AnyInput> = {
  'GET /api/user': () => ({}),
  'POST /api/register': () => ({
    body: {
      firstName: 'Ada',
      email: `registered${(registered += 1)}@example.com`,
      password,
      confirmPassword: password,
    },
  }),
  'POST /api/login': ({ person }) => ({
    body: { email: person?.email ?? 'nobody@example.com', password },
  }),
  'GET /api/login': () => ({}),
  'GET /api/logout': () => ({}),
  'POST /api/complete-profile': () => ({ body: completeProfile }),
  'PATCH /api/auth/user': () => ({ body: { firstName: 'Grace' } }),
  'GET /api/users': () => ({}),
  'GET /api/categories': () => ({}),
  'GET /api/events': () => ({}),
  'GET /api/events/:id': ({ event }) => ({ params: { id: event.id } }),
  'GET /api/events/group/:groupId': ({ group }) => ({ params: { groupId: group.id } }),
  'POST /api/events': ({ group }) => ({
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
  'PATCH /api/events/:id': ({ event }) => ({
    params: { id: event.id },
    body: { title: 'Sunset swim' },
  }),
  'DELETE /api/events/:id': ({ event }) => ({ params: { id: event.id } }),
  'GET /api/events/:id/calendar.ics': ({ event }) => ({ params: { id: event.id } }),
  'DELETE /api/events/:id/comments/:commentId': ({ event, comment }) => ({
    params: { id: event.id, commentId: comment.id },
  }),
  'PATCH /api/groups/:id/members/:userId': ({ group, other }) => ({
    params: { id: group.id, userId: other.id },
    body: { isOrganizer: true },
  }),
  'DELETE /api/groups/:id/members/:userId': ({ group, other }) => ({
    params: { id: group.id, userId: other.id },
  }),
  'PUT /api/groups/:id/owner': ({ group, other }) => ({
    params: { id: group.id },
    body: { userId: other.id },
  }),
  'PATCH /api/admin/groups/:id/status': ({ group }) => ({
    params: { id: group.id },
    body: { status: 'approved' },
  }),
  'GET /api/user/events': () => ({}),
  'GET /api/events/:id/rsvps': ({ event }) => ({ params: { id: event.id } }),
  'GET /api/events/:eventId/rsvp/status': ({ event }) => ({ params: { eventId: event.id } }),
  'POST /api/events/:id/rsvps': ({ event }) => ({
    params: { id: event.id },
    body: { status: 'going' },
  }),
  'DELETE /api/events/:id/rsvps': ({ event }) => ({ params: { id: event.id } }),
  'GET /api/user/event-rsvps': () => ({}),
  'GET /api/events/:id/comments': ({ event }) => ({ params: { id: event.id } }),
  'POST /api/events/:id/comments': ({ event }) => ({
    params: { id: event.id },
    body: { content: 'See you there' },
  }),
  'GET /api/locations': () => ({ query: { q: 'bath' } }),
  'GET /api/numbers': () => ({}),
  'GET /api/groups': () => ({}),
  'GET /api/groups/:id': ({ group }) => ({ params: { id: group.id } }),
  'POST /api/groups': () => ({ body: groupForm }),
  'PUT /api/groups/:id': ({ group }) => ({ params: { id: group.id }, body: groupForm }),
  'GET /api/user/groups': () => ({}),
  'GET /api/groups/:id/members': ({ group }) => ({ params: { id: group.id } }),
  'POST /api/groups/:id/members': ({ group }) => ({ params: { id: group.id } }),
  'DELETE /api/groups/:id/members': ({ group }) => ({ params: { id: group.id } }),
  'POST /api/media': () => ({ body: { image: `data:image/gif;base64,${dot}`, use: 'cover' } }),
};

const all = (outcome: Outcome): Record<Role, Outcome> => ({
  visitor: outcome,
  newcomer: outcome,
  outsider: outcome,
  member: outcome,
  pending: outcome,
  organiser: outcome,
  owner: outcome,
  admin: outcome,
  banned: outcome,
});

/** A ban ends the sessions: whoever comes with an old one is a visitor. */
const signedIn = (outcome: Outcome): Record<Role, Outcome> => ({
  ...all(outcome),
  visitor: 'sign_in_required',
  banned: 'sign_in_required',
});

/** Comments are for members, organisers and admins. */
const insiders = (outcome: Outcome): Record<Role, Outcome> => ({
  ...signedIn(outcome),
  newcomer: 'not_a_member',
  outsider: 'not_a_member',
});

/** What organisers do, and admins in their place. */
const organisers = (outcome: Outcome): Record<Role, Outcome> => ({
  ...signedIn('forbidden'),
  organiser: outcome,
  owner: outcome,
  admin: outcome,
});

const access: Record<ApiKey, Record<Role, Outcome>> = {
  'GET /api/user': all(200),
  'POST /api/register': all(201),
  'POST /api/login': { ...all(200), visitor: 'sign_in_required', banned: 'suspended' },
  'GET /api/login': all(302),
  'GET /api/logout': all(302),
  'POST /api/complete-profile': signedIn(200),
  'PATCH /api/auth/user': signedIn(200),
  'GET /api/users': signedIn(200),
  'GET /api/categories': all(200),
  'GET /api/events': all(200),
  'GET /api/events/:id': all(200),
  'GET /api/events/group/:groupId': all(200),
  'POST /api/events': { ...signedIn('forbidden'), organiser: 201, owner: 201 },
  'PATCH /api/events/:id': organisers(200),
  'DELETE /api/events/:id': organisers(204),
  'GET /api/events/:id/calendar.ics': all(200),
  'DELETE /api/events/:id/comments/:commentId': {
    ...insiders('forbidden'),
    organiser: 204,
    owner: 204,
    admin: 204,
  },
  'PATCH /api/groups/:id/members/:userId': organisers(200),
  'DELETE /api/groups/:id/members/:userId': organisers(204),
  'PUT /api/groups/:id/owner': { ...signedIn('forbidden'), owner: 204, admin: 204 },
  'PATCH /api/admin/groups/:id/status': { ...signedIn('forbidden'), admin: 200 },
  'GET /api/user/events': signedIn(200),
  'GET /api/events/:id/rsvps': all(200),
  'GET /api/events/:eventId/rsvp/status': all(200),
  'POST /api/events/:id/rsvps': { ...insiders(201), admin: 'not_a_member' },
  'DELETE /api/events/:id/rsvps': signedIn(204),
  'GET /api/user/event-rsvps': signedIn(200),
  'GET /api/events/:id/comments': insiders(200),
  'POST /api/events/:id/comments': insiders(201),
  'GET /api/locations': all(200),
  'GET /api/numbers': all(200),
  'GET /api/groups': all(200),
  'GET /api/groups/:id': all(200),
  'POST /api/groups': { ...signedIn(201), newcomer: 'profile_incomplete' },
  'PUT /api/groups/:id': { ...signedIn('forbidden'), owner: 200, admin: 200 },
  'GET /api/user/groups': signedIn(200),
  'GET /api/groups/:id/members': all(200),
  'POST /api/groups/:id/members': { ...signedIn(200), newcomer: 201, outsider: 201, admin: 201 },
  'DELETE /api/groups/:id/members': { ...signedIn(204), owner: 'conflict' },
  'POST /api/media': { ...signedIn(201), newcomer: 'profile_incomplete' },
};

test('every declared call is in the table', () => {
  expect(Object.keys(access).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
});

describe.each(endpoints.map(({ key }) => key))('%s', (key) => {
  it.each(roles)('answers a %s as the contract says', async (role) => {
    const { client, ...scene } = await play(role);
    expect(await client.outcome(key, requests[key](scene))).toBe(access[key][role]);
  });
});

/** A group that is not approved is there for its members, its owner and admins alone. */
const hidden = (insider: Outcome): Record<Role, Outcome> => ({
  ...all('not_found'),
  member: insider,
  pending: insider,
  organiser: insider,
  owner: insider,
  admin: insider,
});

/** Where signing in comes first, a visitor learns no more than that. */
const hiddenFromAccounts = (insider: Outcome): Record<Role, Outcome> => ({
  ...hidden(insider),
  visitor: 'sign_in_required',
  banned: 'sign_in_required',
});

/** Where only organisers, the owner and admins may. */
const hiddenFromMembers = (manager: Outcome): Record<Role, Outcome> => ({
  ...hiddenFromAccounts('forbidden'),
  organiser: manager,
  owner: manager,
  admin: manager,
});

const hiddenGroup = {
  'GET /api/events/:id': hidden(200),
  'GET /api/events/group/:groupId': hidden(200),
  'GET /api/events/:id/rsvps': hidden(200),
  'GET /api/events/:eventId/rsvp/status': hidden(200),
  'GET /api/groups/:id': hidden(200),
  'GET /api/groups/:id/members': hidden(200),
  'GET /api/events/:id/comments': hiddenFromAccounts(200),
  'POST /api/events/:id/comments': hiddenFromAccounts(201),
  'POST /api/events/:id/rsvps': { ...hiddenFromAccounts(201), admin: 'not_a_member' },
  'DELETE /api/events/:id/rsvps': hiddenFromAccounts(204),
  'POST /api/groups/:id/members': { ...hiddenFromAccounts(200), admin: 'conflict' },
  'DELETE /api/groups/:id/members': { ...hiddenFromAccounts(204), owner: 'conflict' },
  'PUT /api/groups/:id': { ...hiddenFromAccounts('forbidden'), owner: 200, admin: 200 },
  'PATCH /api/events/:id': hiddenFromMembers(200),
  'DELETE /api/events/:id': hiddenFromMembers(204),
  'GET /api/events/:id/calendar.ics': hidden(200),
  'DELETE /api/events/:id/comments/:commentId': hiddenFromMembers(204),
  'PATCH /api/groups/:id/members/:userId': hiddenFromMembers(200),
  'DELETE /api/groups/:id/members/:userId': hiddenFromMembers(204),
  'PUT /api/groups/:id/owner': { ...hiddenFromAccounts('forbidden'), owner: 204, admin: 204 },
} satisfies Partial<Record<ApiKey, Record<Role, Outcome>>>;

const hiddenCalls = Object.keys(hiddenGroup) as (keyof typeof hiddenGroup)[];

describe.each(['pending_approval', 'rejected'] as const)('in a group that is %s', (status) => {
  describe.each(hiddenCalls)('%s', (key) => {
    it.each(roles)('answers a %s as the contract says', async (role) => {
      const { client, ...scene } = await play(role, status);
      expect(await client.outcome(key, requests[key](scene))).toBe(hiddenGroup[key][role]);
    });
  });
});
