import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addressOfOffer } from '#features/events/attendance/queries/links.ts';
import { openSigner } from '#features/base/settings/mutations.ts';
import { waitlistEntryOf } from '#features/events/attendance/queries/state.ts';
import { readConfig } from '#platform/config.ts';
import { plantPendingContact } from '#tests/support/contacts.ts';
import { plantPasskey } from '#tests/support/passkeys.ts';
import { plantImport } from '#tests/support/imports.ts';
import { plantReport } from '#tests/support/reports.ts';
import { tokenIn } from '#tests/support/links.ts';
import { media, mediaUploads } from '#features/base/media/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import type { TestApp, TestClock } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { User } from '#tests/support/factories.ts';
import { plantTwoStep, type TwoStepKeys } from '#tests/support/two-step.ts';

const roles = [
  'owner',
  'organiser',
  'member',
  'attendee',
  'pending',
  'outsider',
  'admin',
  'deputy',
] as const;
export type Role = (typeof roles)[number];

export type GuestRole = 'going' | 'offered' | 'waiting' | 'unconfirmed';

/** Everybody who can meet in one group and its event. */
export interface RaceFixture {
  people: Record<Role, User>;
  clients: Record<Role, Client>;
  /** The attendee's keys; the attendee uses two-step sign-in. */
  keys: TwoStepKeys;
  visitor: () => Client;
  clock: TestClock;
  group: { id: number };
  event: { id: number };
  /**
   * A full event: the attendee and the organiser have its three places, and the member and the
   * pending member wait.
   */
  full: { id: number };
  /** An event whose second place is offered to the member, while the pending member waits. */
  offered: { id: number };
  /**
   * A full event that is open to anyone. The attendee, a guest with another, somebody added by hand
   * and an offer have its five places; a guest and the pending member wait.
   */
  open: { id: number };
  /** An event that begins in an hour, with the parties at its door. */
  tonight: { id: number; parties: Record<'attendee' | 'member', string> };
  /** Tokens of the links of its guests; the one who goes has the outsider's address. */
  guests: Record<GuestRole, { id: number; token: string }>;
  added: { id: number };
  /**
   * A child of the attendee and the member, who comes to the full event with the attendee, and the
   * link of a child of the organiser.
   */
  child: { id: number };
  invitation: { id: number; token: string };
  /**
   * A series of three dates with two places each; the attendee goes to the first two, and the
   * pending member waits for the first.
   */
  weekly: { id: number; dates: number[] };
  /** A calendar that nobody has published. */
  imported: { id: number };
  /** One of the nine passkeys of the outsider. */
  passkey: { id: number };
  /** The token of the link by which the member accepts or declines that offer. */
  link: string;
  comment: { id: number };
  /** The attendee's comment, which awaits an admin's review. */
  pendingComment: { id: number };
  /** The attendee's message to the organisers, which awaits an admin's review. */
  pendingContact: { id: number };
  /** An open complaint by the attendee. */
  complaint: { id: number };
  /** A message to the members by the organiser, whose grace ends in five minutes. */
  /** An undecided report of the comment. */
  reported: { id: number };
  /** A report of the event by the member, which was rejected. */
  settled: { id: number; reference: string };
  /** A report of the attendee by the member, who has appealed. */
  appealed: { id: number };
  message: { id: number };
  /** A message to the attendees by the owner. */
  eventMessage: { id: number };
  /** The address of the event's picture, which another event may use too. */
  picture: string;
}

/** Creates a new fixture. Its admins are the site's only ones, so earlier admins are demoted. */
export async function createRaceFixture(app: TestApp, demoteOthers: () => Promise<unknown>) {
  const { db, make, as, visitor, clock } = app;
  await demoteOthers();
  const owner = await make.user();
  const group = await make.group({
    owner,
    joinPolicy: 'approval',
    joinQuestion: 'Which pass do you like best?',
    organisersEdit: true,
    safeguardingLead: 'Ruth Okafor',
    safeguardingContact: '01632 960 142',
  });
  const [organiser, member, attendee, pending] = await Promise.all([
    make.organiser(group),
    make.member(group),
    make.member(group),
    make.pendingMember(group),
  ]);
  const id = randomBytes(32).toString('hex');
  const picture = `/media/${id}.webp`;
  const shape = { contentType: 'image/webp', bytes: Buffer.from(id), width: 1, height: 1 };
  await db.insert(media).values({ id, ...shape, ownerId: owner.id });
  await db.insert(mediaUploads).values({ ownerId: owner.id, mediaId: id, use: 'cover' });
  const [outsider, admin, deputy, event, full, offered, open] = await Promise.all([
    make.user(),
    make.admin(),
    make.admin(),
    make.event({ group, imageUrl: picture }),
    make.event({ group, capacity: 3, guestsAllowed: 3 }),
    make.event({ group, capacity: 2, guestsAllowed: 3 }),
    make.event({ group, capacity: 5, guestsAllowed: 3, openTo: 'anyone' }),
  ]);
  const evening = { startTime: clock.inHours(1), endTime: clock.inHours(3) };
  const tonight = await make.event({ group, capacity: 2, guestsAllowed: 1, ...evening });
  await make.rsvp(tonight, attendee);
  await make.waiting(tonight, member);
  const [goes, waits] = await db
    .select({ id: rsvps.id })
    .from(rsvps)
    .where(eq(rsvps.eventId, tonight.id))
    .orderBy(rsvps.id);
  const [comment, pendingComment] = await Promise.all([
    make.comment(event, attendee),
    make.pendingComment(event, attendee),
    make.rsvp(event, attendee),
    make.rsvp(event, pending),
  ]);
  const pendingContact = await plantPendingContact(app, group, attendee);
  const child = await make.child(attendee);
  await make.secondAdult(child, member);
  const invitation = await make.child(organiser);
  await make.rsvp(full, attendee, undefined, 0, child);
  await make.rsvp(full, organiser);
  await make.waiting(full, member, { guests: 1 });
  await make.waiting(full, pending);
  await make.rsvp(offered, attendee);
  await make.waiting(offered, member, { offerExpiresAt: clock.inHours(44) });
  await make.waiting(offered, pending);
  await make.rsvp(open, attendee);
  const added = await make.addedAttendee(open, { addedById: organiser.id });
  const guests = {
    going: await make.guestRsvp(open, { email: outsider.email, guests: 1 }),
    offered: await make.guestRsvp(open, { status: 'waiting', offerExpiresAt: clock.inHours(44) }),
    waiting: await make.guestRsvp(open, { status: 'waiting' }),
    unconfirmed: await make.guestRsvp(open, { status: 'unconfirmed' }),
  };
  await make.waiting(open, pending);
  const choir = await make.series({ group, capacity: 2, guestsAllowed: 1 });
  const [first, second] = choir.events;
  await make.rsvp(first!, attendee, undefined, 1);
  await make.rsvp(second!, attendee);
  await make.waiting(first!, pending);
  const weekly = { id: choir.id, dates: choir.events.map((date) => date.id) };
  const imported = await plantImport(app, group);
  const passkey = await plantPasskey(app, outsider);
  for (let each = 0; each < 8; each += 1) await plantPasskey(app, outsider);
  const complaint = await make.complaint({ userId: attendee.id });
  const message = await make.message(group, { sentById: organiser.id });
  const eventMessage = await make.message(group, {
    sentById: owner.id,
    eventId: event.id,
    audience: 'all',
  });
  // A confirmed attendee has the events in their calendar.
  await app.db.update(rsvps).set({ calendarRevision: 0 }).where(eq(rsvps.userId, attendee.id));
  const link = await linkTo(app, offered.id, member.id);
  const people = { owner, organiser, member, attendee, pending, outsider, admin, deputy };
  const keys = await plantTwoStep(app, attendee);
  const signedIn = await Promise.all(
    roles.map(async (role) => [role, await as(people[role])] as const),
  );
  const clients = Object.fromEntries(signedIn) as Record<Role, Client>;
  const reported = await plantReport(
    db,
    { type: 'comment', id: comment.id },
    attendee,
    null,
    member,
  );
  const settled = await plantReport(db, { type: 'event', id: event.id }, owner, 'nothing', member);
  const appealed = await plantReport(
    db,
    { type: 'user', id: attendee.id },
    attendee,
    'warn',
    member,
  );
  await clients.member.call('POST /api/reports/:reference/appeal', {
    params: { reference: appealed.reference },
    body: { text: 'Please look again.' },
  });
  return {
    people,
    clients,
    keys,
    visitor,
    clock,
    group,
    event,
    full,
    offered,
    open,
    tonight: { id: tonight.id, parties: { attendee: String(goes?.id), member: String(waits?.id) } },
    guests,
    added,
    child,
    invitation,
    imported,
    passkey,
    weekly,
    link,
    comment,
    pendingComment,
    pendingContact,
    complaint,
    reported,
    settled,
    appealed,
    message,
    eventMessage,
    picture,
  } satisfies RaceFixture;
}

async function linkTo({ db, clock }: TestApp, eventId: number, userId: string): Promise<string> {
  const own = await waitlistEntryOf(db, eventId, { userId });
  const signer = await openSigner(db, readConfig({}), clock.read());
  const key = { opens: 'offer' as const, eventId, userId, turn: own?.turn ?? 0 };
  return tokenIn(new URL(addressOfOffer(key, 'https://hall.example', signer)));
}
