import { eq, sql } from 'drizzle-orm';
import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { openSigner } from '#features/base/settings/mutations.ts';
import {
  addedAttendees,
  childPlaces,
  guestLinks,
  guestRsvps,
  rsvps,
  waitlist,
} from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { childAdults, childInvitations, children } from '#features/events/household/tables.ts';
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

type GuestColumns = Raw<Partial<Omit<typeof guestRsvps.$inferInsert, 'eventId' | 'turn'>>>;

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
    withChild?: ToEvent,
  ): Promise<void> {
    const row = { eventId: to.id, userId: person.id };
    const more = withChild ? 1 : 0;
    await db.insert(rsvps).values({ ...row, children: more, guests, createdAt });
    if (withChild) await db.insert(childPlaces).values({ ...row, childId: withChild.id });
    await count(to, { attendees: 1, places: 1 + more + guests });
  }

  /** Makes a person the second adult of a child. */
  async function secondAdult(of: ToEvent, person: Person): Promise<void> {
    const row = { childId: of.id, userId: person.id, invited: true, createdAt: clock.read() };
    await db.insert(childAdults).values(row);
  }

  /** Creates a child that a person answers for, and the token of a link for a second adult. */
  async function child(
    person: Person,
    {
      firstName = `Child ${next()}`,
      note = null,
    }: { firstName?: string; note?: string | null } = {},
  ): Promise<{ id: number; firstName: string; token: string }> {
    const createdAt = clock.read();
    const [row] = await db
      .insert(children)
      .values(cleanTexts({ firstName, note, createdAt }))
      .returning({ id: children.id });
    if (!row) throw new Error('no child was made');
    const of = { childId: row.id, createdAt };
    await db.insert(childAdults).values({ ...of, userId: person.id });
    const token = newToken();
    await db.insert(childInvitations).values({
      ...of,
      id: tokenHash(token),
      invitedById: person.id,
      expiresAt: clock.inHours(168),
    });
    return { id: row.id, firstName, token };
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
        turn:
          status === 'waiting' ? sql`nextval(pg_get_serial_sequence('waitlist', 'turn'))` : null,
        ...cleanTexts({
          firstName: status === 'cancelled' ? null : `Guest ${number}`,
          email: status === 'cancelled' ? null : email,
          emailHash: email === null ? null : hashOfAddress(email, signer),
          confirmedAt: isConfirmed ? now : null,
          expiresAt: status === 'unconfirmed' ? clock.inHours(24) : null,
          requestedAt: now,
          createdAt: now,
          ...rest,
          status,
          eventId: to.id,
        }),
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
    columns: Raw<Partial<Omit<typeof addedAttendees.$inferInsert, 'eventId'>>> = {},
  ): Promise<typeof addedAttendees.$inferSelect> {
    const [row] = await db
      .insert(addedAttendees)
      .values(
        cleanTexts({
          name: `Added ${next()}`,
          people: 1,
          createdAt: clock.read(),
          ...columns,
          eventId: to.id,
        }),
      )
      .returning();
    if (!row) throw new Error('an insert returned no row');
    await count(to, { attendees: 1, places: row.people });
    return row;
  }

  return { rsvp, child, secondAdult, waiting, guestRsvp, addedAttendee };
}
