import { tokenHash } from '#platform/crypto/token.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { GuestRsvpRow } from '#tests/support/attendee-factories.ts';
import type { Event, Group, User } from '#tests/support/factories.ts';
import { plantPendingContact } from '#tests/support/contacts.ts';
import { plantImport } from '#tests/support/imports.ts';
import { linkOf, plantReport } from '#tests/support/reports.ts';
import { plantDevice } from '#tests/support/push-service.ts';
import { plantPasskey } from '#tests/support/passkeys.ts';
import { plantToken, type Planting } from '#tests/support/tokens.ts';
import type { Role } from './roles.ts';

/** A person of some role beside a group with one event and one comment on it. */
export interface AccessFixture {
  group: Group & { owner: Pick<User, 'id'> };
  event: Event;
  /** Another member of the group, who has commented on the event. */
  other: User;
  comment: { id: number };
  /** The other member's comment, which awaits an admin's review. */
  pendingComment: { id: number };
  /** Asked by a stranger, and not answered yet. */
  complaint: { id: number };
  /** Somebody whose comment an admin has removed, and can put back. */
  cleaned: User;
  /** Another event of the group, without free places. */
  full: Event;
  /** One of those places is offered to the member. */
  offered: User;
  /** An event of the group to which people can come without an account. */
  openEvent: Event;
  /** A guest who has a place there. */
  guest: GuestRsvpRow;
  /** A guest on its waiting list, to whom a place is offered. */
  offeredGuest: GuestRsvpRow;
  /** Somebody whom the owner has added to the event by hand. */
  added: { id: number };
  /** A helper's link to the event's door. */
  doorLink: { id: number };
  /** A child of the other member, and the token of a link that invites a second adult. */
  child: { id: number; token: string };
  /** A series of the group. */
  weekly: { id: number };
  /** A calendar that an organiser has sent and not published. */
  imported: { id: number };
  /** A message to the members that is still in its grace period. */
  message: { id: number };
  /** A message that awaits an admin's review. */
  pendingMessage: { id: number };
  /** An email to the organisers that awaits an admin's review. */
  pendingContact: { id: number };
  /** An undecided report of the comment, by a visitor without an email address. */
  reported: { id: number };
  /** The signed link of a decided report. */
  decided: { reference: string; token: string };
  /** Null for a visitor without an account. */
  person: User | null;
  /** The id of the person's session. */
  session: string;
  /** The id of the person's token for scripts. */
  token: number;
  /** The id of the person's device, which gets notifications. */
  device: number;
  /** The id of the person's passkey. */
  passkey: number;
}

type Status = Group['status'];

/** Made only for a test that names it. */
type Part = Exclude<keyof AccessFixture, 'group' | 'person' | 'session'>;

/**
 * Creates the fixture for a role in a group of a status, and signs the person in.
 * @param parts names of what the test needs; the rest is missing then
 */
export async function enterRole(
  { db, clock, make, as, visitor }: Planting & Pick<TestApp, 'make' | 'as' | 'visitor'>,
  role: Role,
  status: Status = 'approved',
  parts?: ReadonlySet<unknown>,
): Promise<AccessFixture & { client: Client }> {
  const owner = await make.user();
  const group = await make.group({ owner, status });
  const people: Record<Role, () => Promise<User | null>> = {
    visitor: async () => null,
    newcomer: () => make.newcomer(),
    outsider: () => make.user(),
    member: () => make.member(group),
    pending: () => make.pendingMember(group),
    organiser: () => make.organiser(group),
    owner: async () => owner,
    admin: () => make.admin(),
    banned: () => make.member(group, { isActive: false }),
  };
  const person = await people[role]();
  const client = person ? await as(person) : visitor();
  const session = tokenHash(client.session ?? '');

  const event = once(() => make.event({ group }));
  const openEvent = once(() => make.event({ group, openTo: 'anyone', guestsAllowed: 2 }));
  const other = once(() => make.member(group));
  const comment = once(async () => make.comment(await event(), await other()));
  const filled = once(async () => {
    const full = await make.event({ group, capacity: 2 });
    const offered = await make.member(group);
    await make.rsvp(full, await other());
    await make.waiting(full, offered, { offerExpiresAt: full.startTime });
    return { full, offered };
  });
  const makers: { [Name in Part]: () => Promise<AccessFixture[Name]> } = {
    event,
    other,
    comment,
    openEvent,
    pendingComment: async () => make.pendingComment(await event(), await other()),
    complaint: () => make.complaint(),
    cleaned: async () => {
      const member = await make.banned();
      await make.removedComment(await event(), member);
      return member;
    },
    full: async () => (await filled()).full,
    offered: async () => (await filled()).offered,
    guest: async () => make.guestRsvp(await openEvent()),
    offeredGuest: async () => {
      const { startTime: offerExpiresAt } = await openEvent();
      return make.guestRsvp(await openEvent(), { status: 'waiting', offerExpiresAt });
    },
    added: async () => make.addedAttendee(await event(), { addedById: owner.id }),
    doorLink: async () => make.doorLink(await event(), owner),
    child: async () => make.child(await other()),
    weekly: () => make.series({ group }),
    imported: () => plantImport({ db, clock }, group),
    message: () => make.message(group, { sentById: owner.id }),
    pendingMessage: () => make.message(group, { sentById: owner.id, state: 'held' }),
    pendingContact: async () => plantPendingContact({ db, clock }, group, await other()),
    reported: async () =>
      plantReport(db, { type: 'comment', id: (await comment()).id }, await other()),
    decided: async () => {
      const about = { type: 'event', id: (await event()).id } as const;
      const { reference } = await plantReport(db, about, owner, 'nothing');
      return { reference, token: await linkOf(db, reference) };
    },
    device: async () => (person?.isActive ? plantDevice(db, person.id, session) : 1),
    token: async () => (person ? (await plantToken({ db, clock }, person)).id : 1),
    passkey: async () => (person ? (await plantPasskey({ db, clock }, person)).id : 1),
  };
  const wanted = (Object.keys(makers) as Part[]).filter((name) => !parts || parts.has(name));
  const made = wanted.map(async (name) => [name, await makers[name]()] as const);
  const chosen = Object.fromEntries(await Promise.all(made)) as Pick<AccessFixture, Part>;
  return { ...chosen, group, person, session, client };
}

/** Makes something for the first who asks, and gives it to the others. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Lists what a request reads of a fixture. */
export function partsOf(
  request: (fixture: AccessFixture) => unknown,
  fixture: AccessFixture,
): ReadonlySet<unknown> {
  const parts = new Set<unknown>();
  const get = (from: AccessFixture, name: string): unknown => {
    parts.add(name);
    return Reflect.get(from, name);
  };
  request(new Proxy(fixture, { get }));
  return parts;
}

/** Shares fixtures between calls that change nothing. */
export function sharedFixtures(app: Parameters<typeof enterRole>[0]) {
  const stages = new Map<string, ReturnType<typeof enterRole>>();
  return (role: Role, status: Status, whose = 'own') => {
    const name = `${whose} ${role} ${status}`;
    const stage = stages.get(name) ?? enterRole(app, role, status);
    stages.set(name, stage);
    return stage;
  };
}
