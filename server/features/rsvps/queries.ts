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
import type { Signer } from '../../platform/crypto/signing.ts';
import { cursorOf, CursorTime, cutPage } from '../../platform/http/cursor.ts';
import { namelessPage } from '../../platform/http/nameless-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { othersWait, offersDue } from '../waitlist/queries/turnout.ts';
import { waitlist } from '../waitlist/tables.ts';
import { rsvps } from './tables.ts';

const attendeeKey = z.tuple([CursorTime, UserId]);
const attendeeCursor = cursorOf(attendeeKey);
const keyOf = (row: { createdAt: Date; userId: string }): z.input<typeof attendeeKey> => [
  row.createdAt.getTime(),
  row.userId,
];

const isAfter = sql`(${rsvps.createdAt}, ${rsvps.userId}) > (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`;

const isOwn = eq(rsvps.userId, given('viewer', 'text'));

const isSought = holds(sql`${users.firstName}`, 'q');

interface Attendees {
  /** Whom the viewer may not see the names of others finds themself alone. */
  alone: boolean;
  /** Leaves out those whom a block keeps apart from the viewer. */
  apart: boolean;
  named: boolean;
  q: string | undefined;
}

/** Attendees in the order of their RSVPs, from one on. */
function readAttendees(
  db: Reader,
  viewer: Viewer | null,
  eventId: number,
  { alone, apart, named, q }: Attendees,
  after: z.output<typeof attendeeKey> | undefined,
  limit: number,
) {
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
  return list.execute({
    event: eventId,
    viewer: viewer?.id ?? '',
    q: q && containing(q),
    afterTime: after?.[0],
    afterUser: after?.[1],
    limit,
  });
}

interface AttendeePaging {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Lists attendees in the order of their RSVPs, all or those of a first name; organisers also read those whom
 * a block keeps apart from them. A viewer from whom names are kept finds themself alone. Visitors read pseudonyms.
 */
export async function attendeesOf(
  db: Reader,
  viewer: Viewer | null,
  event: EventFacts,
  { q, limit, cursor }: AttendeePaging,
  signer: Signer,
) {
  const alone = !seesAttendees(viewer, event);
  if (!viewer)
    return alone ? { items: [] } : namelessAttendees(db, event.id, limit, cursor, signer);
  const apart = !alone && searchAttendeesRefusal(viewer, event) !== null;
  const after = attendeeCursor.decode(cursor);
  const shown = { alone, apart, named: true, q };
  const rows = await readAttendees(db, viewer, event.id, shown, after, limit + 1);
  const { items, next } = cutPage(rows, limit, (last) => attendeeCursor.encode(keyOf(last)));
  return {
    items: items.map(({ createdAt: _, ...person }): Attendee => ({ ...person, status: 'going' })),
    next,
  };
}

/** Attendees as visitors see them: by pseudonyms of this event. */
function namelessAttendees(
  db: Reader,
  eventId: number,
  limit: number,
  cursor: string | undefined,
  signer: Signer,
) {
  const name = `attendees of event ${eventId}`;
  const everybody = { alone: false, apart: false, named: false, q: undefined };
  return namelessPage(
    {
      name,
      key: attendeeKey,
      keyOf,
      read: (after, most) => readAttendees(db, null, eventId, everybody, after, most),
      toItem: ({ userId }): Attendee => ({
        userId: signer.pseudonym(name, userId),
        status: 'going',
      }),
      orderOf: ({ userId }) => userId,
      limit,
      cursor,
    },
    signer,
  );
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
