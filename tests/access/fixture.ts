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

/** Creates the fixture for a role in a group of a status, and signs the person in. */
export async function enterRole(
  { db, clock, make, as, visitor }: Planting & Pick<TestApp, 'make' | 'as' | 'visitor'>,
  role: Role,
  status: Status = 'approved',
): Promise<AccessFixture & { client: Client }> {
  const people: Record<Role, (group: Group) => Promise<User | null>> = {
    visitor: async () => null,
    newcomer: () => make.newcomer(),
    outsider: () => make.user(),
    member: (inGroup) => make.member(inGroup),
    pending: (inGroup) => make.pendingMember(inGroup),
    organiser: (inGroup) => make.organiser(inGroup),
    owner: async () => owner,
    admin: () => make.admin(),
    banned: (inGroup) => make.member(inGroup, { isActive: false }),
  };
  const [owner, cleaned, complaint] = await Promise.all([
    make.user(),
    make.banned(),
    make.complaint(),
  ]);
  const group = await make.group({ owner, status });
  const [
    event,
    full,
    openEvent,
    other,
    offered,
    person,
    weekly,
    imported,
    message,
    pendingMessage,
  ] = await Promise.all([
    make.event({ group }),
    make.event({ group, capacity: 2 }),
    make.event({ group, openTo: 'anyone', guestsAllowed: 2 }),
    make.member(group),
    make.member(group),
    people[role](group),
    make.series({ group }),
    plantImport({ db, clock }, group),
    make.message(group, { sentById: owner.id }),
    make.message(group, { sentById: owner.id, state: 'held' }),
  ]);
  const comment = await make.comment(event, other);
  const offer = { offerExpiresAt: full.startTime };
  const [
    pendingComment,
    guest,
    offeredGuest,
    added,
    doorLink,
    child,
    pendingContact,
    reported,
    settled,
  ] = await Promise.all([
    make.pendingComment(event, other),
    make.guestRsvp(openEvent),
    make.guestRsvp(openEvent, { status: 'waiting', ...offer }),
    make.addedAttendee(event, { addedById: owner.id }),
    make.doorLink(event, owner),
    make.child(other),
    plantPendingContact({ db, clock }, group, other),
    plantReport(db, { type: 'comment', id: comment.id }, other),
    plantReport(db, { type: 'event', id: event.id }, owner, 'nothing'),
    make.removedComment(event, cleaned),
    make.rsvp(full, other),
    make.waiting(full, offered, offer),
  ]);
  const decided = { reference: settled.reference, token: await linkOf(db, settled.reference) };
  const client = person ? await as(person) : visitor();
  const session = tokenHash(client.session ?? '');
  const device = person?.isActive ? await plantDevice(db, person.id, session) : 1;
  const { id: token } = person ? await plantToken({ db, clock }, person) : { id: 1 };
  const { id: passkey } = person ? await plantPasskey({ db, clock }, person) : { id: 1 };
  return {
    group,
    event,
    other,
    comment,
    pendingComment,
    complaint,
    cleaned,
    full,
    offered,
    openEvent,
    guest,
    offeredGuest,
    added,
    doorLink,
    child,
    weekly,
    imported,
    message,
    pendingMessage,
    pendingContact,
    reported,
    decided,
    person,
    session,
    passkey,
    token,
    device,
    client,
  };
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
