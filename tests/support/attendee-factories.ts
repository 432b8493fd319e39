import { eq, sql } from 'drizzle-orm';
import { openSigner } from '#features/base/settings/mutations.ts';
import {
  addedAttendees,
  guestLinks,
  guestRsvps,
  rsvps,
  waitlist,
} from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { hashOfAddress } from '#features/events/guests/queries.ts';
import { readConfig } from '#platform/config.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import type { Database } from '#platform/db/database.ts';
import type { TestClock } from './clock.ts';

interface ToEvent {
  id: number;
}

interface Person {
  id: string;
}

type GuestColumns = Partial<Omit<typeof guestRsvps.$inferInsert, 'eventId' | 'turn'>>;

/** A guest's row, and the token of a link to their page. */
export type GuestRsvpRow = typeof guestRsvps.$inferSelect & { token: string };

/** Creates the people of events, each kind with the event's counters. */
export function attendeeFactoriesFor(
  db: Database,
  clock: Pick<TestClock, 'read' | 'inHours'>,
  next: () => number,
) {
  const count = async (to: ToEvent, { attendees = 0, places = 0 }) => {
    await db
      .update(events)
      .set({
        attendeeCount: sql`${events.attendeeCount} + ${attendees}`,
        placesTaken: sql`${events.placesTaken} + ${places}`,
      })
      .where(eq(events.id, to.id));
  };

  async function rsvp(
    to: ToEvent,
    person: Person,
    createdAt = clock.read(),
    guests = 0,
  ): Promise<void> {
    await db.insert(rsvps).values({ eventId: to.id, userId: person.id, guests, createdAt });
    await count(to, { attendees: 1, places: 1 + guests });
  }

  /**
   * Creates a person on an event's waiting list; with a moment, a place is offered to them until
   * then.
   */
  async function waiting(
    at: ToEvent,
    person: Person,
    { guests = 0, offerExpiresAt = null }: { guests?: number; offerExpiresAt?: Date | null } = {},
  ): Promise<void> {
    const createdAt = clock.read();
    const row = { eventId: at.id, userId: person.id, guests, offerExpiresAt, createdAt };
    await db.insert(waitlist).values(row);
    if (offerExpiresAt) await count(at, { places: 1 + guests });
  }

  /** Creates a guest without an account, who has a place by default, and a link to their page. */
  async function guestRsvp(to: ToEvent, columns: GuestColumns = {}): Promise<GuestRsvpRow> {
    const number = next();
    const { status = 'going', email = `guest${number}@example.org`, ...rest } = columns;
    const now = clock.read();
    const signer = await openSigner(db, readConfig({}), now);
    const isConfirmed = status === 'going' || status === 'waiting';
    const [row] = await db
      .insert(guestRsvps)
      .values({
        firstName: status === 'cancelled' ? null : `Guest ${number}`,
        email: status === 'cancelled' ? null : email,
        emailHash: email === null ? null : hashOfAddress(email, signer),
        turn:
          status === 'waiting' ? sql`nextval(pg_get_serial_sequence('waitlist', 'turn'))` : null,
        confirmedAt: isConfirmed ? now : null,
        expiresAt: status === 'unconfirmed' ? clock.inHours(24) : null,
        requestedAt: now,
        createdAt: now,
        ...rest,
        status,
        eventId: to.id,
      })
      .returning();
    if (!row) throw new Error('an insert returned no row');
    const token = newToken();
    await db.insert(guestLinks).values({ id: tokenHash(token), guestId: row.id, createdAt: now });
    const takesPlaces = status === 'going' || row.offerExpiresAt !== null;
    await count(to, {
      attendees: status === 'going' ? 1 : 0,
      places: takesPlaces ? 1 + row.guests : 0,
    });
    return { ...row, token };
  }

  /** Creates somebody whom an organiser has added by hand. */
  async function addedAttendee(
    to: ToEvent,
    columns: Partial<Omit<typeof addedAttendees.$inferInsert, 'eventId'>> = {},
  ): Promise<typeof addedAttendees.$inferSelect> {
    const [row] = await db
      .insert(addedAttendees)
      .values({
        name: `Added ${next()}`,
        people: 1,
        createdAt: clock.read(),
        ...columns,
        eventId: to.id,
      })
      .returning();
    if (!row) throw new Error('an insert returned no row');
    await count(to, { attendees: 1, places: row.people });
    return row;
  }

  return { rsvp, waiting, guestRsvp, addedAttendee };
}
