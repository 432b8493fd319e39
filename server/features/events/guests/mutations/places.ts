import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { changePlacesTaken } from '#features/events/attendance/mutations/expiry.ts';
import { enqueueForGuests } from '#features/events/attendance/mutations/notifications.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { placesOf, placesTakenBy } from '#features/events/attendance/policy/places.ts';
import { guestRsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { attendanceOf, type GuestFacts } from '../policy.ts';
import type { GuestRow } from '../queries.ts';
import { deleteGuestMail } from './erase.ts';

/** Gives a guest a place at a locked event, for themselves and their guests, and confirms it. */
export async function takePlace(
  tx: Transaction,
  guest: GuestRow,
  guests: number,
  kind: 'rsvp_confirmed' | 'let_in',
  now: Date,
): Promise<void> {
  const { own } = attendanceOf(guest, false);
  await tx
    .update(guestRsvps)
    .set({
      ...offList,
      status: 'going',
      guests,
      expiresAt: null,
      confirmedAt: guest.confirmedAt ?? now,
    })
    .where(eq(guestRsvps.id, guest.id));
  await changeCounts(tx, guest.eventId, {
    attendees: 1,
    places: placesOf({ guests }) - placesTakenBy(own),
  });
  const which = eq(guestRsvps.id, guest.id);
  const { eventId } = guest;
  await (kind === 'let_in'
    ? enqueueForGuests(tx, { kind, payload: { eventId }, now }, which)
    : enqueueForGuests(tx, { kind, payload: { eventIds: [eventId] }, now }, which));
}

const offList = { turn: null, offerExpiresAt: null };

/** Puts a guest at the end of the list, behind everybody who is on it. */
export async function joinList(
  tx: Transaction,
  guest: GuestRow,
  guests: number,
  now: Date,
): Promise<void> {
  await tx
    .update(guestRsvps)
    .set({
      status: 'waiting',
      turn: sql`nextval(pg_get_serial_sequence('waitlist', 'turn'))`,
      guests,
      expiresAt: null,
      confirmedAt: guest.confirmedAt ?? now,
    })
    .where(eq(guestRsvps.id, guest.id));
  const { eventId } = guest;
  await enqueueForGuests(
    tx,
    { kind: 'waitlist_joined', payload: { eventId }, now },
    eq(guestRsvps.id, guest.id),
  );
}

/** Changes how many guests come along; fewer may free places for the list. */
export async function changeGuests(
  tx: Transaction,
  guest: GuestFacts,
  guests: number,
  now: Date,
): Promise<void> {
  if (guests === guest.guests) return;
  await tx.update(guestRsvps).set({ guests }).where(eq(guestRsvps.id, guest.id));
  const taken = placesTakenBy(attendanceOf(guest, false).own);
  if (taken > 0) await changePlacesTaken(tx, guest.eventId, placesOf({ guests }) - taken);
  if (guests < guest.guests) await offerPlaces(tx, guest.eventId, now);
}

/** Cancels, erases the guest's name and address, and offers the place to the list. */
export async function cancelPlace(tx: Transaction, guest: GuestFacts, now: Date): Promise<void> {
  const { own } = attendanceOf(guest, false);
  await deleteGuestMail(tx, [guest.id]);
  await tx
    .update(guestRsvps)
    .set({ ...offList, status: 'cancelled', firstName: null, email: null, expiresAt: null })
    .where(eq(guestRsvps.id, guest.id));
  await changeCounts(tx, guest.eventId, {
    attendees: own?.status === 'going' ? -1 : 0,
    places: -placesTakenBy(own),
  });
  if (own) await offerPlaces(tx, guest.eventId, now);
}

/** The revision rises with the attendees, so that calendars know the later state. */
export async function changeCounts(
  tx: Transaction,
  eventId: number,
  { attendees, places }: { attendees: number; places: number },
): Promise<void> {
  if (attendees === 0 && places === 0) return;
  await tx
    .update(events)
    .set({
      attendeeCount: sql`${events.attendeeCount} + ${attendees}`,
      placesTaken: sql`greatest(${events.placesTaken} + ${places}, 0)`,
      revision: sql`${events.revision} + ${Math.abs(attendees)}`,
    })
    .where(eq(events.id, eventId));
}
