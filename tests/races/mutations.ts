import type { ApiKey } from '#contract/api.ts';
import type { RegistrationOptions } from '#contract/base/passkeys.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { AnyInput } from '#tests/support/client.ts';
import { Authenticator, outcomeOfPasskey } from '#tests/support/authenticator.ts';
import { password } from '#tests/support/factories.ts';
import { newSubscription } from '#tests/support/push-service.ts';
import { tokenForm } from '#tests/support/tokens.ts';
import { codeAt } from '#tests/support/codes.ts';
import { withCode, type TwoStepKeys } from '#tests/support/two-step.ts';
import { by, ofUser, type Input, type Mutation } from './mutation.ts';
import { reportMutations, decisionMutations, blockMutations, savedDocument } from './safety.ts';
import { doorMutations } from './door.ts';
import { guestMutations } from './guests.ts';
import { importMutations } from './imports.ts';
import { answerMutations } from './answers.ts';
import { openToMutations, placeMutations } from './open-to.ts';
import type { Role, RaceFixture } from './fixture.ts';

const ofGroup: Input = ({ group }) => ({ params: { id: group.id } });
const ofEvent: Input = ({ event }) => ({ params: { id: event.id } });
const ofFull =
  (body?: unknown): Input =>
  ({ full }) => ({ params: { id: full.id }, ...(body !== undefined && { body }) });
const ofOffered =
  (body?: unknown): Input =>
  ({ offered }) => ({ params: { id: offered.id }, ...(body !== undefined && { body }) });
const ofMember =
  (role: Role, body?: unknown): Input =>
  ({ group, people }) => ({ params: { id: group.id, userId: people[role].id }, body });

const twoStep = 'POST /api/auth/user/two-step';
const cleanup = 'POST /api/admin/users/:id/cleanup';
const member = 'PATCH /api/groups/:id/members/:userId';
const removal = 'DELETE /api/groups/:id/members/:userId';
const handOver =
  (role: Role): Input =>
  (fixture) => ({
    ...ofGroup(fixture),
    body: { userId: fixture.people[role].id },
  });
const groupForm = {
  name: 'Fell Walkers',
  description: 'Walks in all weathers, and tea in most of them.',
  groupType: 'outdoorsAdventure',
  chargeForEvents: 'free',
  joinPolicy: 'open',
};
const under18s = {
  audience: 'under18',
  safeguardingLead: 'Ruth Okafor',
  safeguardingContact: '01632 960 142',
};
const eventForm = {
  title: 'A walk by the lake',
  description: 'Once round the lake, with a stop at the jetty.',
  location: 'The Landing Stage',
  startTime: '2026-06-20T10:00:00Z',
  endTime: '2026-06-20T12:00:00Z',
  categoryId: 2,
};

/** Three hours from now, an hour before an offer made now ends. */
const soon = '2026-06-10T15:00:00Z';
const near = { startTime: soon, endTime: '2026-06-10T17:00:00Z' };

/** Signs in from a new browser, with all steps. */
const signingIn = (name: string, codeOf: (keys: TwoStepKeys) => string): Mutation => ({
  name: `attendee: ${name}`,
  run: async ({ people, keys, visitor }) => {
    const browser = visitor();
    const body = { email: people.attendee.email, password };
    const shown = await browser.outcome('POST /api/login', { body });
    return shown === 200 ? withCode(browser, codeOf(keys)) : shown;
  },
});

type Adding = () => Promise<number | ErrorCode>;

/** Begins to add a passkey to the outsider's account, on a phone of its own. */
const withPasskey = (
  name: string,
  run: (add: Adding, phone: Authenticator, fixture: RaceFixture) => ReturnType<Adding>,
): Mutation => ({
  name: `outsider: ${name}`,
  run: async (fixture) => {
    const { outsider } = fixture.clients;
    const phone = new Authenticator();
    const begun = await outsider.send('POST /api/passkeys/registration-options', {
      body: { password },
    });
    if (begun.statusCode !== 200) return begun.json<{ code: ErrorCode }>().code;
    const response = phone.create(begun.json<RegistrationOptions>());
    return run(
      () => outsider.outcome('POST /api/passkeys', { body: { response } }),
      phone,
      fixture,
    );
  },
});

const waitlist = 'PUT /api/events/:id/waitlist';

/** Each kind of change to places at a full event. */
const placed: readonly Mutation[] = [
  by('attendee', 'gives the places up', 'DELETE /api/events/:id/rsvps', ofFull()),
  by('attendee', 'brings nobody', 'POST /api/events/:id/rsvps', ofFull({ guests: 0 })),
  by('attendee', 'brings more', 'POST /api/events/:id/rsvps', ofFull({ guests: 3 })),
  by('organiser', 'gives the place up', 'DELETE /api/events/:id/rsvps', ofFull()),
  by('member', 'comes', 'POST /api/events/:id/rsvps', ofFull()),
  by('member', 'would bring more', waitlist, ofFull({ guests: 2 })),
  by('member', 'waits no longer', 'DELETE /api/events/:id/waitlist', ofFull()),
  by('pending', 'comes', 'POST /api/events/:id/rsvps', ofFull()),
  by('pending', 'passes it on', 'DELETE /api/events/:id/waitlist', ofFull()),
  by('owner', 'comes', 'POST /api/events/:id/rsvps', ofFull({ guests: 1 })),
  by('owner', 'waits', waitlist, ofFull({ guests: 0 })),
  by('owner', 'lets somebody in', 'POST /api/events/:id/waitlist/:userId', (fixture) => ({
    params: { id: fixture.full.id, userId: fixture.people.pending.id },
  })),
  by('organiser', 'makes room', 'PATCH /api/events/:id', ofFull({ capacity: 5 })),
  by('organiser', 'takes room away', 'PATCH /api/events/:id', ofFull({ capacity: 2 })),
  by('organiser', 'opens it to all', 'PATCH /api/events/:id', ofFull({ capacity: null })),
  by('organiser', 'moves it near', 'PATCH /api/events/:id', ofFull(near)),
  by('organiser', 'closes it soon', 'PATCH /api/events/:id', ofFull({ rsvpClosesAt: soon })),
  by('organiser', 'calls it off', 'DELETE /api/events/:id', ofFull()),
  by('admin', 'deletes it', 'DELETE /api/admin/events/:id', ofFull()),
];

const byLink = (name: string, key: ApiKey): Mutation => ({
  name: `member: ${name} by the link`,
  run: ({ visitor, link }) => visitor().outcome(key, { body: { token: link } }),
});

/** Each kind of change to an event whose last place is offered to somebody. */
const offered: readonly Mutation[] = [
  byLink('takes the place', 'POST /api/offers/accept'),
  byLink('passes the place on', 'POST /api/offers/pass-on'),
  by('member', 'takes the place', 'POST /api/events/:id/rsvps', ofOffered()),
  by('member', 'passes the place on', 'DELETE /api/events/:id/waitlist', ofOffered()),
  by('pending', 'no longer waits for it', 'DELETE /api/events/:id/waitlist', ofOffered()),
  by('attendee', 'gives a place up beside it', 'DELETE /api/events/:id/rsvps', ofOffered()),
  by('organiser', 'moves it near', 'PATCH /api/events/:id', ofOffered(near)),
  by('organiser', 'cancels it', 'DELETE /api/events/:id', ofOffered()),
  by('owner', 'puts it back', 'POST /api/events/:id/restore', ofOffered()),
];

/** One browser that two accounts may sign in at. */
const browser = newSubscription();
const ofBrowser: Input = () => ({ body: browser });

const ofSeries =
  (body?: unknown): Input =>
  ({ weekly }) => ({ params: { id: weekly.id }, ...(body !== undefined && { body }) });
const ofDate =
  (index: number, body?: unknown): Input =>
  ({ weekly }) => ({ params: { id: weekly.dates[index] }, body });
const following =
  (index: number, body: object): Input =>
  ({ weekly: { id, dates } }) => ({
    params: { id },
    body: { scope: 'following', fromEventId: dates[index], ...body },
  });

const change = 'PATCH /api/series/:id';
const everyTwoWeeks = { scope: 'all', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=3' };
const longer = { scope: 'all', rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=5', capacity: 3 };

/** Each kind of change to a series and its dates. */
const repeated: readonly Mutation[] = [
  by('organiser', 'renames the series', change, ofSeries({ scope: 'all', title: 'Late choir' })),
  by('owner', 'moves what follows', change, following(1, { startTime: '2026-06-24T13:00:00Z' })),
  by('organiser', 'moves the last', change, following(2, { startTime: '2026-07-01T13:30:00Z' })),
  by('organiser', 'drops every other date', change, ofSeries(everyTwoWeeks)),
  by('owner', 'adds dates, and places', change, ofSeries(longer)),
  by('owner', 'calls the series off', 'DELETE /api/series/:id', ofSeries({ scope: 'all' })),
  by('organiser', 'calls off what follows', 'DELETE /api/series/:id', following(1, {})),
  by('attendee', 'comes to all', 'POST /api/series/:id/rsvps', ofSeries({ guests: 0 })),
  by('member', 'comes to all', 'POST /api/series/:id/rsvps', ofSeries()),
  by('pending', 'comes to all', 'POST /api/series/:id/rsvps', ofSeries()),
  by('attendee', 'comes to none', 'DELETE /api/series/:id/rsvps', ofSeries()),
  by('member', 'comes to a date', 'POST /api/events/:id/rsvps', ofDate(1)),
  by('organiser', 'renames a date', 'PATCH /api/events/:id', ofDate(1, { title: 'Choir outside' })),
  by('organiser', 'calls a date off', 'DELETE /api/events/:id', ofDate(1)),
  by('owner', 'puts a date back', 'POST /api/events/:id/restore', ofDate(1)),
  by('admin', 'deletes a date', 'DELETE /api/admin/events/:id', ofDate(1)),
  by('organiser', 'makes a series', 'POST /api/series', ({ group }) => ({
    body: { ...eventForm, groupId: group.id, rrule: 'FREQ=WEEKLY;COUNT=3' },
  })),
];

const words = { subject: 'Tea on Saturday', text: 'The kettle is on from ten.' };
const ofMessage: Input = ({ message }) => ({ params: { id: message.id } });
const ofEventMessage: Input = ({ eventMessage }) => ({ params: { id: eventMessage.id } });

/** Each kind of change to messages to the group's members and the event's attendees. */
const written: readonly Mutation[] = [
  by('organiser', 'takes the message back', 'DELETE /api/messages/:id', ofMessage),
  by('admin', 'takes the message back', 'DELETE /api/messages/:id', ofMessage),
  by('owner', 'takes the event’s message back', 'DELETE /api/messages/:id', ofEventMessage),
  by('owner', 'writes to the members', 'POST /api/groups/:id/messages', (fixture) => ({
    ...ofGroup(fixture),
    body: { audience: 'members', ...words },
  })),
  by('organiser', 'writes to who goes', 'POST /api/events/:id/messages', (fixture) => ({
    ...ofEvent(fixture),
    body: { audience: 'going', ...words },
  })),
  by('attendee', 'mutes the group', 'PATCH /api/groups/:id/membership', (fixture) => ({
    ...ofGroup(fixture),
    body: { muted: true },
  })),
  by('attendee', 'writes to the organisers', 'POST /api/groups/:id/contact', (fixture) => ({
    ...ofGroup(fixture),
    body: words,
  })),
  by('owner', 'takes no letters', 'PATCH /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { contactEnabled: false },
  })),
];

/** Each kind of change to one group, its event, and the people of both. */
export const mutations: readonly Mutation[] = [
  ...placed,
  ...offered,
  ...repeated,
  ...written,
  ...reportMutations,
  ...decisionMutations,
  ...blockMutations,
  ...savedDocument,
  ...openToMutations,
  ...placeMutations,
  ...guestMutations,
  ...doorMutations,
  ...answerMutations,
  ...importMutations,
  by('outsider', 'joins', 'POST /api/groups/:id/members', (fixture) => ({
    ...ofGroup(fixture),
    body: { answer: 'Kirkstone, in the snow.' },
  })),
  by('owner', 'replaces the invitation link', 'POST /api/groups/:id/invitation-link', ofGroup),
  by('member', 'leaves', 'DELETE /api/groups/:id/members', ofGroup),
  by('attendee', 'leaves', 'DELETE /api/groups/:id/members', ofGroup),
  by('pending', 'takes the request back', 'DELETE /api/groups/:id/members', ofGroup),
  by('organiser', 'leaves', 'DELETE /api/groups/:id/members', ofGroup),
  by('owner', 'leaves', 'DELETE /api/groups/:id/members', ofGroup),
  by('organiser', 'approves', member, ofMember('pending', { status: 'approved' })),
  by('owner', 'approves', member, ofMember('pending', { status: 'approved' })),
  by('organiser', 'declines', removal, ofMember('pending')),
  by('owner', 'makes an organiser', member, ofMember('member', { isOrganizer: true })),
  by('owner', 'unmakes an organiser', member, ofMember('organiser', { isOrganizer: false })),
  by('organiser', 'removes a member', removal, ofMember('attendee')),
  by('admin', 'removes an organiser', removal, ofMember('organiser')),
  by('owner', 'hands over', 'PUT /api/groups/:id/owner', handOver('member')),
  by('admin', 'hands over', 'PUT /api/groups/:id/owner', handOver('organiser')),
  by('owner', 'has the group charge', 'PUT /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { ...groupForm, chargeForEvents: 'paid' },
  })),
  by('admin', 'makes the group one for under 18s', 'PUT /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { ...groupForm, ...under18s },
  })),
  by('owner', 'takes the safeguarding lead away', 'PUT /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { ...groupForm, safeguardingLead: '' },
  })),
  by('organiser', 'edits the group', 'PATCH /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { description: groupForm.description, location: 'Ambleside' },
  })),
  by('owner', 'lets organisers edit no more', 'PATCH /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { organisersEdit: false },
  })),
  by('deputy', 'approves the group', 'PATCH /api/admin/groups/:id/status', (fixture) => ({
    ...ofGroup(fixture),
    body: { status: 'approved' },
  })),
  by('owner', 'shows the picture of the event', 'PUT /api/groups/:id', (fixture) => ({
    ...ofGroup(fixture),
    body: { ...groupForm, imageUrl: fixture.picture },
  })),
  by('organiser', 'takes the picture off the event', 'PATCH /api/events/:id', (fixture) => ({
    ...ofEvent(fixture),
    body: { imageUrl: null },
  })),
  by('member', 'RSVPs', 'POST /api/events/:id/rsvps', ofEvent),
  by('attendee', 'RSVPs again', 'POST /api/events/:id/rsvps', ofEvent),
  by('attendee', 'cancels the RSVP', 'DELETE /api/events/:id/rsvps', ofEvent),
  by('pending', 'cancels the RSVP', 'DELETE /api/events/:id/rsvps', ofEvent),
  by('organiser', 'makes an event', 'POST /api/events', ({ group }) => ({
    body: { ...eventForm, groupId: group.id },
  })),
  by('organiser', 'moves the event', 'PATCH /api/events/:id', (fixture) => ({
    ...ofEvent(fixture),
    body: { startTime: eventForm.startTime, endTime: eventForm.endTime },
  })),
  by('organiser', 'makes the event one for under 18s', 'PATCH /api/events/:id', (fixture) => ({
    ...ofEvent(fixture),
    body: { audience: 'under18' },
  })),
  by('organiser', 'calls the event off', 'DELETE /api/events/:id', ofEvent),
  by('attendee', 'comments', 'POST /api/events/:id/comments', (fixture) => ({
    ...ofEvent(fixture),
    body: { content: 'See you there' },
  })),
  by('attendee', 'deletes the comment', 'DELETE /api/events/:id/comments/:commentId', commented),
  by('organiser', 'deletes the comment', 'DELETE /api/events/:id/comments/:commentId', commented),
  by('admin', 'removes the comment', 'DELETE /api/admin/comments/:id', ({ comment }) => ({
    params: { id: comment.id },
  })),
  by(
    'attendee',
    'deletes the pending comment',
    'DELETE /api/events/:id/comments/:commentId',
    pendingOnEvent,
  ),
  by(
    'organiser',
    'releases the comment in place',
    'POST /api/events/:id/comments/:commentId/release',
    pendingOnEvent,
  ),
  by(
    'organiser',
    'drops the comment in place',
    'DELETE /api/events/:id/comments/:commentId',
    pendingOnEvent,
  ),
  by('admin', 'releases a comment', 'POST /api/admin/held-comments/:id/release', ofPendingComment),
  by('deputy', 'drops the comment', 'DELETE /api/admin/held-comments/:id', ofPendingComment),
  by('admin', 'releases an email', 'POST /api/admin/held-contacts/:id/release', ofPendingContact),
  by('deputy', 'deletes an email', 'DELETE /api/admin/held-contacts/:id', ofPendingContact),
  by('admin', 'rejects the group', 'PATCH /api/admin/groups/:id/status', (fixture) => ({
    ...ofGroup(fixture),
    body: { status: 'rejected', reason: 'Not for this site' },
  })),
  by('admin', 'deletes the event', 'DELETE /api/admin/events/:id', ofEvent),
  by('admin', 'deletes the group', 'DELETE /api/admin/groups/:id', ofGroup),
  by('admin', 'appoints an organiser', 'PUT /api/admin/groups/:id/organizer', handOver('member')),
  by('admin', 'bans a member', 'PATCH /api/admin/users/:id/status', ban('attendee')),
  by('admin', 'bans the organiser', 'PATCH /api/admin/users/:id/status', ban('organiser')),
  by('admin', 'signs a member out', 'DELETE /api/admin/users/:id/sessions', ofUser('attendee')),
  by('admin', 'deletes a member', 'DELETE /api/admin/users/:id', ofUser('attendee')),
  by('admin', 'deletes somebody', 'DELETE /api/admin/users/:id', ofUser('outsider')),
  by('admin', 'deletes the owner', 'DELETE /api/admin/users/:id', ofUser('owner')),
  by('deputy', 'deletes an admin', 'DELETE /api/admin/users/:id', ofUser('admin')),
  by('admin', 'cleans up after a member', cleanup, ofUser('attendee')),
  by('admin', 'cleans up after the organiser', cleanup, ofUser('organiser')),
  by('deputy', 'cleans up after the owner', cleanup, ofUser('owner')),
  by('admin', 'cleans up after somebody', cleanup, ofUser('outsider')),
  undone('attendee'),
  undone('owner'),
  by('outsider', 'starts a group', 'POST /api/groups', () => ({ body: groupForm })),
  by('admin', 'demotes the deputy', 'PATCH /api/admin/users/:id/role', demotion('deputy')),
  by('deputy', 'demotes the admin', 'PATCH /api/admin/users/:id/role', demotion('admin')),
  by('member', 'leaves the site', 'DELETE /api/auth/user', () => ({ body: { password } })),
  by('pending', 'leaves the site', 'DELETE /api/auth/user', () => ({ body: { password } })),
  by('organiser', 'leaves the site', 'DELETE /api/auth/user', () => ({ body: { password } })),
  by('owner', 'leaves the site', 'DELETE /api/auth/user', () => ({ body: { password } })),
  by('admin', 'leaves the site', 'DELETE /api/auth/user', () => ({ body: { password } })),
  by('deputy', 'leaves the site', 'DELETE /api/auth/user', () => ({ body: { password } })),
  by('attendee', 'leaves the site', 'DELETE /api/auth/user', ({ keys }) => ({
    body: { password, code: keys.code() },
  })),
  by('attendee', 'changes the profile', 'PATCH /api/auth/user', () => ({
    body: { firstName: 'Ada' },
  })),
  by('attendee', 'turns mail off', 'PATCH /api/user/mail-preferences', () => ({
    body: { reminders: false },
  })),
  by('attendee', 'signs in', 'POST /api/login', ({ people }) => ({
    body: { email: people.attendee.email, password },
  })),
  signingIn('signs in by a code', ({ code }) => code()),
  signingIn('signs in by a recovery code', ({ recoveryCodes: [code = ''] }) => code),
  by('attendee', 'renews the recovery codes', `${twoStep}/recovery-codes`, ({ keys }) => ({
    body: { password, code: keys.code(1) },
  })),
  by('attendee', 'switches the second step off', 'DELETE /api/auth/user/two-step', ({ keys }) => ({
    body: { password, code: keys.code() },
  })),
  by('admin', 'resets a second step', 'DELETE /api/admin/users/:id/two-step', ofUser('attendee')),
  {
    name: 'outsider: switches the second step on',
    run: async ({ clients: { outsider }, clock }) => {
      const begun = await outsider.send(`${twoStep}/setup`, { body: { password } });
      if (begun.statusCode !== 200) return begun.json<{ code: ErrorCode }>().code;
      const { key, ticket } = begun.json<{ key: string; ticket: string }>();
      return outsider.outcome(twoStep, { body: { ticket, code: codeAt(key, clock.read()) } });
    },
  },
  withPasskey('adds a passkey', (add) => add()),
  withPasskey('signs in by a new passkey', async (add, phone, { visitor }) => {
    const added = await add();
    return added === 201 ? outcomeOfPasskey(visitor(), phone) : added;
  }),
  by('outsider', 'removes a passkey', 'DELETE /api/passkeys/:id', ({ passkey }) => ({
    params: { id: passkey.id },
  })),
  by('attendee', 'makes a token', 'POST /api/user/tokens', () => ({ body: tokenForm })),
  by('attendee', 'gets notifications', 'POST /api/user/push-devices', ofBrowser),
  by('outsider', 'gets notifications there', 'POST /api/user/push-devices', ofBrowser),
  by('member', 'gets notifications elsewhere', 'POST /api/user/push-devices', () => ({
    body: newSubscription(),
  })),
  by('attendee', 'logs out', 'GET /api/logout'),
  by('member', 'chooses notifications', 'PATCH /api/user/notifications', () => ({
    body: { topics: { fullEvents: { email: true }, messages: { email: false, push: true } } },
  })),
  by('attendee', 'makes the address of a calendar', 'POST /api/user/calendar-feed'),
  by('attendee', 'ends the address of a calendar', 'DELETE /api/user/calendar-feed'),
  by('attendee', 'signs out elsewhere', 'DELETE /api/auth/user/sessions'),
  by('attendee', 'changes the password', 'POST /api/auth/user/password', () => ({
    body: {
      currentPassword: password,
      password: 'Another-secret2',
      confirmPassword: 'Another-secret2',
    },
  })),
];

function commented({ event, comment }: RaceFixture): AnyInput {
  return { params: { id: event.id, commentId: comment.id } };
}

function pendingOnEvent({ event, pendingComment }: RaceFixture): AnyInput {
  return { params: { id: event.id, commentId: pendingComment.id } };
}

function ofPendingContact({ pendingContact }: RaceFixture): AnyInput {
  return { params: { id: pendingContact.id } };
}

function ofPendingComment({ pendingComment }: RaceFixture): AnyInput {
  return { params: { id: pendingComment.id } };
}

/** A purge by the admin, and its undo by the deputy at the same moment as the other change. */
function undone(role: Role): Mutation {
  return {
    name: `deputy: undoes the clean-up of the ${role}`,
    run: async (fixture) => {
      const input = ofUser(role)(fixture);
      const done = await fixture.clients.admin.outcome(cleanup, input);
      if (typeof done !== 'number') return done;
      return fixture.clients.deputy.outcome('DELETE /api/admin/users/:id/cleanup', input);
    },
  };
}

function ban(role: Role): Input {
  return ofUser(role, { isActive: false });
}

function demotion(role: Role): Input {
  return ofUser(role, { role: 'user' });
}
