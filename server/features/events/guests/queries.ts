import { and, eq, gt, sql, isNotNull, type SQL } from 'drizzle-orm';
import { cleanText } from '#contract/platform/clean-text.ts';
import { calendarFields } from '#contract/events/calendar-text.ts';
import { pickFields } from '#contract/events/event-fields.ts';
import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { demand, unlessNotFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { groups } from '#features/community/groups/tables.ts';
import { isFirstComeFirstServed, placesLeft } from '#features/events/attendance/policy/places.ts';
import { waitlistStateOf } from '#features/events/attendance/queries/state.ts';
import { comingOrWaiting, hasStatus } from '#features/events/attendance/queries/rsvps.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { isLinkOpen } from '#features/events/events/policy/venue.ts';
import { events } from '#features/events/events/tables.ts';
import { canReturn, endedLink, guestKeyOf, guestLinkRefusal, guestState } from './policy.ts';
import { guestLinks } from './tables.ts';

/** Hashes an address with the site's secret, so that the hash can't be guessed back. */
export const hashOfAddress = (email: string, signer: Signer): string =>
  signer.pseudonym('address of a guest', email);

// Written out, since a query of one table has its columns without the table's name.

/** True if an account with the guest's address is suspended. */
const isBanned = sql<boolean>`exists (
  select from users where users.email = rsvps.email and not users.is_active)`;

/** True if the organisers keep the guest's address away. */
const isBlocked = sql<boolean>`exists (
  select from guest_blocks block join events on events.group_id = block.group_id
  where events.id = rsvps.event_id and block.email_hash = rsvps.email_hash)`;

/** True if the owner of the address wants no links to come as a guest. */
const isUnwanted = sql<boolean>`exists (
  select from invitation_refusals refusal where refusal.email_hash = rsvps.email_hash)`;

const guestColumns = {
  id: rsvps.id,
  eventId: rsvps.eventId,
  firstName: rsvps.name,
  email: rsvps.email,
  status: rsvps.status,
  companions: rsvps.companions,
  offerExpiresAt: rsvps.offerExpiresAt,
  expiresAt: rsvps.expiresAt,
  confirmedAt: rsvps.confirmedAt,
  messages: rsvps.messages,
  isBanned,
  isBlocked,
  isUnwanted,
  emailHash: rsvps.emailHash,
};

export async function guestById(db: Reader, id: number) {
  const [guest] = await db
    .select(guestColumns)
    .from(rsvps)
    .where(and(eq(rsvps.id, id), eq(rsvps.kind, 'guest')));
  return guest;
}

/**
 * Returns which RSVP a link is for.
 * @throws Refusal `not_found`
 */
export async function guestIdOf(
  db: Reader,
  token: string,
): Promise<{ id: number; eventId: number }> {
  const [found] = await db
    .select({ id: rsvps.id, eventId: rsvps.eventId })
    .from(guestLinks)
    .innerJoin(rsvps, eq(rsvps.id, guestLinks.guestId))
    .where(eq(guestLinks.id, tokenHash(token)));
  if (!found) throw endedLink();
  return found;
}

/**
 * The recipient of an email to a guest; undefined once erased. A guest who is gone with a deleted
 * event has the address that the email was enqueued to.
 */
export async function guestAddresseeOf(db: Reader, guestId: number, recipientEmail: string | null) {
  const guest = await guestById(db, guestId);
  if (!guest && recipientEmail !== null) {
    const nobody = { id: null, guestId: null, firstName: null, phone: null };
    return { ...nobody, email: cleanText(recipientEmail), isActive: true, isConfirmed: true };
  }
  if (!guest?.email) return undefined;
  const { email, firstName, confirmedAt } = guest;
  return {
    id: null,
    guestId,
    email,
    // Anybody may have typed a name to an address that its owner has not confirmed.
    firstName: confirmedAt === null ? null : firstName,
    phone: null,
    isActive: !guest.isBanned,
    isConfirmed: confirmedAt !== null,
  };
}

/** Tells whether a guest with this address has pressed the button of an email. */
export async function isGuestAddressConfirmed(db: Reader, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: rsvps.id })
    .from(rsvps)
    .where(and(eq(rsvps.email, cleanText(email)), isNotNull(rsvps.confirmedAt)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns a guest's RSVP for their page.
 * @throws Refusal `not_found`
 */
export async function readGuestRsvp(db: Reader, guestId: number, now: Date): Promise<GuestRsvp> {
  const guest = await guestById(db, guestId);
  const facts = guest && (await eventFacts(db, null, guest.eventId));
  const about = guest && (await eventOf(db, guest.eventId));
  if (!guest || !facts || !about) throw endedLink();
  demand(guestLinkRefusal(guest, facts, now));
  const { position } = await waitlistStateOf(db, guest.eventId, { rsvpId: guestId }, now);
  const { location, placePublic, onlineUrl, startTime, endTime, ...event } = about;
  const state = guestState(guest, facts);
  const showsVenue = guest.confirmedAt !== null && state !== 'cancelled' && state !== 'over';
  return {
    state,
    guests: guest.companions,
    messages: guest.messages,
    ...(state === 'waiting' && { position }),
    ...(state === 'offered' && { offerExpiresAt: guest.offerExpiresAt?.toISOString() }),
    ...(state === 'cancelled' && guest.expiresAt && { returnUntil: guest.expiresAt.toISOString() }),
    event: {
      ...event,
      startTime: startTime.toISOString(),
      endTime: endTime.toISOString(),
      guestsAllowed: facts.guestsAllowed,
      placesLeft: placesLeft(facts),
      // The list closes when free places go to the first to take them.
      waitlistEnabled: facts.waitlistEnabled && !isFirstComeFirstServed(facts, now),
      ...((showsVenue || placePublic) && { location }),
      ...(onlineUrl && isLinkOpen(facts, state === 'going', now) && { onlineUrl }),
    },
  };
}

/**
 * Returns the guest whose key a browser keeps for an event, with what it keeps from now on; undefined
 * once the key has ended.
 */
export async function knownGuestAt(db: Reader, eventId: number, token: string, now: Date) {
  const link = await guestIdOf(db, token).catch(unlessNotFound);
  if (link?.eventId !== eventId) return undefined;
  const rsvp = await readGuestRsvp(db, link.id, now).catch(unlessNotFound);
  if (!rsvp || rsvp.state === 'over') return undefined;
  const guest = await guestById(db, link.id);
  if (!guest?.firstName || guest.confirmedAt === null) return undefined;
  const { state, position, offerExpiresAt } = rsvp;
  return {
    guest: { firstName: guest.firstName, state, position, offerExpiresAt },
    key: guestKeyOf(token, rsvp),
  };
}

async function eventOf(db: Reader, id: number) {
  const [event] = await db
    .select({
      id: events.id,
      title: events.title,
      startTime: events.startTime,
      endTime: events.endTime,
      location: events.location,
      placePublic: events.placePublic,
      onlineUrl: events.onlineUrl,
      audience: events.audience,
      ...pickFields(events, calendarFields),
      town: events.town,
      imageUrl: events.imageUrl,
      categoryId: events.categoryId,
      group: { id: groups.id, name: groups.name },
      contactEnabled: groups.contactEnabled,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, id));
  return event;
}

/** Lists the RSVPs that were made with an address, of these events. */
export const rsvpsOfAddress = (db: Reader, email: string, which: SQL | undefined) =>
  db
    .select({ id: rsvps.id, eventId: rsvps.eventId, turn: rsvps.turn, status: rsvps.status })
    .from(rsvps)
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(and(eq(rsvps.email, cleanText(email)), which))
    .orderBy(rsvps.eventId);

/** Lists coming RSVPs that the member made as a guest, by their confirmed address. */
export const guestRsvpsOf = async (
  db: Reader,
  viewer: Viewer,
  eventId: number | undefined,
  now: Date,
) => {
  if (!viewer.emailVerified) return [];
  const ofEvent = eventId === undefined ? undefined : eq(rsvps.eventId, eventId);
  const isComing = and(ofEvent, hasStatus(...comingOrWaiting), gt(events.endTime, now));
  return rsvpsOfAddress(db, viewer.email, isComing);
};

/**
 * Returns what the sign-up form begins with, for a guest who has confirmed.
 * @throws Refusal `not_found`
 */
export async function guestAccountOf(db: Reader, token: string, now: Date) {
  const { id } = await guestIdOf(db, token);
  await readGuestRsvp(db, id, now);
  const guest = await guestById(db, id);
  if (!guest?.email || guest.firstName === null || guest.confirmedAt === null) throw endedLink();
  return { email: guest.email, firstName: guest.firstName };
}

/** Tells whether a guest gets the organisers' messages about the event; false once cancelled. */
export async function getsMessages(db: Reader, guestId: number): Promise<boolean> {
  const guest = await guestById(db, guestId);
  return guest?.email && !canReturn(guest) ? guest.messages : false;
}

/** Tells whether a link proves an address: it was emailed there, and its button was pressed. */
export async function provesAddress(
  db: Reader,
  token: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ email: rsvps.email })
    .from(guestLinks)
    .innerJoin(rsvps, eq(rsvps.id, guestLinks.guestId))
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(
      and(
        eq(guestLinks.id, tokenHash(token)),
        hasStatus(...comingOrWaiting),
        gt(events.endTime, now),
      ),
    );
  return found?.email === email;
}
