import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { csvLines } from '../../../contract/csv.ts';
import type { Attendee } from '../../../contract/rsvps.ts';
import { UserId } from '../../../contract/values.ts';
import { publicColumns } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import { isNotApartAtEvent } from '../blocks/queries.ts';
import type { Reader, Transaction } from '../../platform/db/database.ts';
import { seesAttendees } from '../events/policy/attendees.ts';
import type { EventFacts } from '../events/policy/event.ts';
import type { Party } from '../events/policy/places.ts';
import { searchAttendeesRefusal } from '../events/policy/rsvp.ts';
import { given, statement } from '../../platform/db/fast/statements.ts';
import { containing, holds } from '../../platform/db/search.ts';
import { cursorOf, CursorTime, cutPage } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { othersWait, offersDue } from '../waitlist/queries/turnout.ts';
import { waitlist } from '../waitlist/tables.ts';
import { rsvps } from './tables.ts';

const attendeeCursor = cursorOf(z.tuple([CursorTime, UserId]));

const isAfter = sql`(${rsvps.createdAt}, ${rsvps.userId}) > (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`;

const isOwn = eq(rsvps.userId, given('viewer', 'text'));

const isSought = holds(sql`${users.firstName}`, 'q');

/**
 * Who goes, in the order they said so, all or those of a first name; names for signed-in viewers only, and to those who
 * look after the event also of whom a block keeps apart from them. Whom names are kept from finds themself alone.
 */
export async function attendeesOf(
  db: Reader,
  viewer: Viewer | null,
  event: EventFacts,
  { q, ...paging }: { q?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const after = attendeeCursor.decode(paging.cursor);
  const named = viewer !== null;
  const alone = !seesAttendees(viewer, event);
  const apart = named && !alone && searchAttendeesRefusal(viewer, event) !== null;
  const shape = `${after ? '_after' : ''}${named ? '_named' : ''}${alone ? '_alone' : ''}${apart ? '_apart' : ''}${q ? '_sought' : ''}`;
  const list = statement(db, `attendees_of${shape}`, (sqlDb) =>
    sqlDb
      .select({
        userId: rsvps.userId,
        guests: rsvps.guests,
        createdAt: rsvps.createdAt,
        ...(named ? publicColumns : {}),
      })
      .from(rsvps)
      .innerJoin(users, eq(users.id, rsvps.userId))
      .where(
        and(
          eq(rsvps.eventId, given('event', 'int')),
          after && isAfter,
          alone ? isOwn : undefined,
          apart ? isNotApartAtEvent(rsvps.userId) : undefined,
          q ? isSought : undefined,
        ),
      )
      .orderBy(rsvps.createdAt, rsvps.userId)
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    event: event.id,
    viewer: viewer?.id ?? '',
    q: q && containing(q),
    afterTime: after?.[0],
    afterUser: after?.[1],
    limit: paging.limit + 1,
  });
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    attendeeCursor.encode([last.createdAt.getTime(), last.userId]),
  );
  return {
    items: items.map(({ createdAt: _, ...person }): Attendee => ({ ...person, status: 'going' })),
    next,
  };
}

/** How many places are taken: by those who go, and by offers that stand. */
export const placesCounted = (eventId: SQL | number | PgColumn) => sql<number>`(
  select coalesce(sum(1 + ${rsvps.guests}), 0) from ${rsvps} where ${rsvps.eventId} = ${eventId})::int + (
  select coalesce(sum(1 + ${waitlist.guests}), 0) from ${waitlist}
  where ${waitlist.eventId} = ${eventId} and ${waitlist.offerExpiresAt} is not null)::int`;

/**
 * Somebody's account, held against a ban until the transaction ends, and how they stand among those who want to come
 * to an event that is held already; undefined where there is no such account.
 */
export async function lockedTurnout(tx: Transaction, eventId: number, userId: string, now: Date) {
  const turnout = statement(tx, 'turnout_locked', (sqlTx) =>
    sqlTx
      .select({
        isActive: users.isActive,
        going: { guests: rsvps.guests },
        turn: { guests: waitlist.guests, offerExpiresAt: waitlist.offerExpiresAt },
        othersWait,
        offersDue,
      })
      .from(users)
      .leftJoin(rsvps, and(eq(rsvps.eventId, sql.placeholder('event')), eq(rsvps.userId, users.id)))
      .leftJoin(
        waitlist,
        and(eq(waitlist.eventId, sql.placeholder('event')), eq(waitlist.userId, users.id)),
      )
      .where(eq(users.id, sql.placeholder('viewer')))
      .for('share', { of: users }),
  );
  const [found] = await turnout.execute({ event: eventId, viewer: userId, now });
  if (!found) return undefined;
  const { going, turn, ...rest } = found;
  return { ...rest, own: partyOf(going, turn) };
}

function partyOf(
  going: { guests: number } | null,
  turn: { guests: number; offerExpiresAt: Date | null } | null,
): Party | null {
  if (going) return { status: 'going', guests: going.guests };
  return turn && { status: turn.offerExpiresAt ? 'offered' : 'waiting', guests: turn.guests };
}

/** Who comes, by name, each with how many they bring, as comma-separated values. */
export async function doorListOf(db: Reader, eventId: number): Promise<string> {
  const rows = await db
    .select({ firstName: users.firstName, guests: rsvps.guests })
    .from(rsvps)
    .innerJoin(users, eq(users.id, rsvps.userId))
    .where(eq(rsvps.eventId, eventId))
    .orderBy(sql`lower(${users.firstName})`, rsvps.createdAt, rsvps.userId);
  return csvLines([
    ['Name', 'Guests'],
    ...rows.map(({ firstName, guests }) => [firstName, guests]),
  ]);
}

export async function isAttending(db: Reader, eventId: number, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: rsvps.userId })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.userId, userId)));
  return Boolean(found);
}

/** The ids of every event the person goes to or went to. */
export async function eventIdsOf(db: Reader, userId: string): Promise<number[]> {
  const rows = await db
    .select({ eventId: rsvps.eventId })
    .from(rsvps)
    .where(eq(rsvps.userId, userId))
    .orderBy(rsvps.eventId);
  return rows.map((row) => row.eventId);
}
