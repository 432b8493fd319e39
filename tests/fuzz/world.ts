import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { invitations } from '#features/base/settings/tables.ts';
import type { TestApp } from '#tests/support/app.ts';
import { plantPasskey } from '#tests/support/passkeys.ts';
import type { Client } from '#tests/support/client.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import type { Caller } from './requests.ts';
import type { KnownIds } from './schemas.ts';
import { words } from './values.ts';

/**
 * Every target of the attempts, recreated from time to time because successful attempts use it up.
 */
export interface World {
  clients: Record<Caller, Client>;
  users: string[];
  emails: string[];
  groups: number[];
  events: number[];
  comments: number[];
  sessions: string[];
  messages: number[];
  guests: number[];
  guestTokens: string[];
  added: number[];
}

export async function makeWorld(app: TestApp): Promise<World> {
  const { make, as, visitor } = app;
  const organiser = await make.user();
  const group = await make.group({ owner: organiser });
  const others = [
    await make.group({ owner: organiser, status: 'pending_approval' }),
    await make.group({ joinPolicy: 'approval' }),
  ];
  const member = await make.member(group);
  const [newcomer, admin, deputy] = [await make.newcomer(), await make.admin(), await make.admin()];
  const pending = await make.pendingMember(group);
  const open = await make.event({ group, openTo: 'anyone', capacity: 4, guestsAllowed: 5 });
  const events = [
    await make.event({ group }),
    await make.pastEvent({ group }),
    await make.cancelledEvent({ group }),
    await make.event({ group: others[0] ?? group }),
    open,
    await make.event({ group, capacity: 3, guestsAllowed: 5 }),
  ];
  const [event = await make.event({ group })] = events;
  await make.rsvp(event, member);
  const full = events.at(-1) ?? event;
  await make.rsvp(full, organiser, undefined, 1);
  await make.waiting(full, pending, { offerExpiresAt: app.clock.inHours(5) });
  await make.waiting(full, member, { guests: 2 });
  const guests = [
    await make.guestRsvp(open, { guests: 1 }),
    await make.guestRsvp(open, { status: 'waiting', offerExpiresAt: app.clock.inHours(5) }),
    await make.guestRsvp(open, { status: 'waiting' }),
    await make.guestRsvp(open, { status: 'unconfirmed' }),
  ];
  const added = await make.addedAttendee(open);
  const comments = [
    await make.comment(event, member),
    await make.comment(event, organiser),
    await make.pendingComment(event, member),
  ];
  const messages = [
    await make.message(group, { sentById: organiser.id }),
    await make.message(group, { sentById: organiser.id, eventId: event.id }),
    await make.message(group, { sentById: organiser.id, state: 'held' }),
    await make.message(group, { sentById: organiser.id, state: 'sent' }),
  ];
  await make.donation({ userId: member.id });
  await plantPasskey(app, member);
  const people = { newcomer, member, organiser, admin };
  const signedIn = async (user: { id: string }) => {
    const client = await as(user);
    return { client, session: tokenHash(client.session ?? '') };
  };
  const hands = {
    newcomer: await signedIn(newcomer),
    member: await signedIn(member),
    organiser: await signedIn(organiser),
    admin: await signedIn(admin),
  };
  await app.db
    .insert(invitations)
    .values({ code: randomBytes(6).toString('hex').toUpperCase(), createdById: admin.id });
  await (await createTestMailer(app, { RATE_LIMITS: 'off' })).deliver();
  const all = [...Object.values(people), pending, deputy];
  return {
    clients: {
      visitor: visitor(),
      newcomer: hands.newcomer.client,
      member: hands.member.client,
      organiser: hands.organiser.client,
      admin: hands.admin.client,
    },
    users: all.map(({ id }) => id),
    emails: all.map(({ email }) => email),
    groups: [group, ...others].map(({ id }) => id),
    events: events.map(({ id }) => id),
    comments: comments.map(({ id }) => id),
    messages: messages.map(({ id }) => id),
    guests: guests.map(({ id }) => id),
    guestTokens: guests.map(({ token }) => token),
    added: [added.id],
    sessions: Object.values(hands).map(({ session }) => session),
  };
}

/** Refers to the n-th object of a kind, so that an attempt means the same in every world. */
const reference = (kind: keyof Omit<World, 'clients'>) =>
  fc.nat(5).map((index) => `@${kind}:${index}@`);

/** The ids in a call's path and body. */
export function knownIdsOf(key: Endpoint['key']): KnownIds {
  const [, path = ''] = key.split(' /api/');
  const ids = { users: reference('users'), emails: reference('emails') };
  const unless = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: fc.oneof(words, fc.nat()) });
  return {
    id: unless(idFor(path)),
    userId: unless(ids.users),
    ids: unless(ids.users),
    email: fc.oneof(
      { weight: 3, arbitrary: ids.emails },
      fc.emailAddress(),
      words,
      fc.constantFrom('"odd quoted"@example.com', 'a@b', 'ä@example.com', 'a@[127.0.0.1]'),
    ),
    commentId: unless(reference('comments')),
    guestId: unless(reference('guests')),
    addedId: unless(reference('added')),
    ...(path.startsWith('guest-rsvps/') && { token: unless(reference('guestTokens')) }),
    eventId: unless(reference('events')),
    groupId: unless(reference('groups')),
    group: unless(reference('groups')),
  };
}

function idFor(path: string): fc.Arbitrary<unknown> {
  if (path.includes('sessions/')) return reference('sessions');
  if (/users\//.test(path)) return reference('users');
  if (/admin\/(held-)?comments\//.test(path)) return reference('comments');
  if (/messages\//.test(path)) return reference('messages');
  if (/groups\//.test(path)) return reference('groups');
  if (/events\//.test(path)) return reference('events');
  return fc.integer({ min: 1, max: 20 });
}

/** Replaces references in a text (plain or percent-encoded) by their values. */
export function resolveReferences(textWithReferences: string, world: World): string {
  return textWithReferences.replace(
    /"?(?:@|%40)(\w+)(?::|%3A)(\d)(?:@|%40)"?/g,
    (found, kind: keyof Omit<World, 'clients'>, index: string) => {
      const things = world[kind];
      const thing = things[Number(index) % things.length] ?? 1;
      return found.startsWith('"') && typeof thing === 'string' ? `"${thing}"` : String(thing);
    },
  );
}
