import { sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { openSigner } from '#features/base/settings/mutations.ts';
import { doorLinks } from '#features/events/arrivals/tables.ts';
import { countsOfRsvps } from '#features/events/attendance/queries/rsvps.ts';
import { childPlaces, rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { hashOfAddress } from '#features/events/guests/queries.ts';
import { guestLinks } from '#features/events/guests/tables.ts';
import { childAdults, childInvitations, children } from '#features/events/household/tables.ts';
import { readConfig } from '#platform/config.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import type { TestClock } from './clock.ts';

interface ToEvent {
  id: number;
}

interface Person {
  id: string;
}

type Columns = Omit<
  typeof rsvps.$inferInsert,
  'eventId' | 'kind' | 'status' | 'turn' | 'companions'
>;

interface GuestColumns extends Raw<Partial<Omit<Columns, 'name'>>> {
  firstName?: string | null;
  guests?: number;
  status?: 'unconfirmed' | 'going' | 'waiting' | 'cancelled';
}

interface AddedColumns extends Raw<Partial<Columns>> {
  people?: number;
}

type RsvpRow = typeof rsvps.$inferSelect;

/** A guest's row, and the token of a link to their page. */
export interface GuestRsvpRow extends RsvpRow {
  token: string;
}

const nextTurn = sql`nextval('rsvps_turn')`;

/** Creates the people of events, each with the event's counters. */
export function attendeeFactoriesFor(
  db: Database,
  clock: Pick<TestClock, 'read' | 'inHours'>,
  next: () => number,
) {
  const insert = (row: PgInsertValue<typeof rsvps>): Promise<RsvpRow> =>
    transaction(db, async (tx) => {
      const isOfRow = sql`${events.id} = ${row.eventId}`;
      await tx.select({ id: events.id }).from(events).where(isOfRow).for('no key update');
      const [inserted] = await tx.insert(rsvps).values(row).returning();
      if (!inserted) throw new Error('an insert returned no row');
      await tx.update(events).set(countsOfRsvps).where(isOfRow);
      return inserted;
    });

  async function rsvp(
    to: ToEvent,
    person: Person,
    createdAt = clock.read(),
    guests = 0,
    withChild?: ToEvent,
  ): Promise<void> {
    const eventId = to.id;
    const party = { children: withChild ? 1 : 0, companions: guests };
    const { id: rsvpId } = await insert({ eventId, userId: person.id, ...party, createdAt });
    if (withChild) await db.insert(childPlaces).values({ eventId, childId: withChild.id, rsvpId });
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
    await insert({
      eventId: at.id,
      userId: person.id,
      status: offerExpiresAt ? 'offered' : 'waiting',
      turn: nextTurn,
      companions: guests,
      offerExpiresAt,
      createdAt: clock.read(),
    });
  }

  /** Creates a guest without an account, who has a place by default, and a link to their page. */
  async function guestRsvp(to: ToEvent, columns: GuestColumns = {}): Promise<GuestRsvpRow> {
    const number = next();
    const { status = 'going', email = `guest${number}@example.org`, ...rest } = columns;
    const { firstName = `Guest ${number}`, guests = 0, ...more } = rest;
    const now = clock.read();
    const signer = await openSigner(db, readConfig({}), now);
    const waits = status === 'waiting';
    const isErased = status === 'cancelled';
    const row = await insert({
      turn: waits ? nextTurn : null,
      ...cleanTexts({
        kind: 'guest' as const,
        name: isErased ? null : firstName,
        email: isErased ? null : email,
        emailHash: email === null ? null : hashOfAddress(email, signer),
        confirmedAt: waits || status === 'going' ? now : null,
        expiresAt: status === 'unconfirmed' ? clock.inHours(24) : null,
        requestedAt: now,
        createdAt: more.confirmedAt ?? now,
        companions: guests,
        ...more,
        status: waits && more.offerExpiresAt ? ('offered' as const) : status,
        eventId: to.id,
      }),
    });
    const token = newToken();
    await db.insert(guestLinks).values({ id: tokenHash(token), guestId: row.id, createdAt: now });
    return { ...row, token };
  }

  /** Creates somebody whom an organiser has added by hand. */
  async function addedAttendee(
    to: ToEvent,
    { people = 1, ...columns }: AddedColumns = {},
  ): Promise<RsvpRow> {
    return insert(
      cleanTexts({
        kind: 'added' as const,
        name: `Added ${next()}`,
        companions: people - 1,
        createdAt: clock.read(),
        ...columns,
        eventId: to.id,
      }),
    );
  }

  /** Creates a helper's link to the door of an event. */
  async function doorLink(to: ToEvent, madeBy: Person): Promise<{ id: number; token: string }> {
    const token = newToken();
    const values = { eventId: to.id, tokenHash: tokenHash(token), createdById: madeBy.id };
    const [row] = await db
      .insert(doorLinks)
      .values(cleanTexts({ ...values, name: 'Sam at the door', notes: false }))
      .returning({ id: doorLinks.id });
    if (!row) throw new Error('no link was made');
    return { id: row.id, token };
  }

  return { rsvp, child, secondAdult, waiting, guestRsvp, addedAttendee, doorLink };
}
