import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { csvLines } from '#contract/platform/csv.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { UserId } from '#contract/platform/values.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { blockedWith } from '#features/trust/blocks/queries.ts';
import type { Reader } from '#platform/db/database.ts';
import { seesAttendees } from '../policy/attendees.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { searchAttendeesRefusal } from '../policy/rsvp.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { holds, patternsOf } from '#platform/db/search.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import { namelessPage } from '#platform/http/nameless-page.ts';
import type { Viewer } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { rsvps } from '../tables.ts';

const attendeeKey = z.tuple([CursorTime, UserId]);
const attendeeCursor = cursorOf(attendeeKey);
const keyOf = (row: { createdAt: Date; userId: string }): z.input<typeof attendeeKey> => [
  row.createdAt.getTime(),
  row.userId,
];

const isAfter = sql`(${rsvps.createdAt}, ${rsvps.userId}) > (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`;

const isOwn = eq(rsvps.userId, boundParam('viewer', 'text'));

const matchesSearch = holds(sql`${users.firstName}`, 'q');

/** Neither has blocked the other; organisers and attendees see each other's names regardless. */
const isNotBlocked = sql`${rsvps.userId} <> all (array(
  select apart.person from (${blockedWith(boundParam('viewer', 'text'))}) apart where not exists (
    select from ${memberships}
      join ${events} on ${events.groupId} = ${memberships.groupId} and ${events.id} = ${boundParam('event', 'int')}
    where ${memberships.userId} = apart.person and ${memberships.isOrganizer})))`;

interface Attendees {
  /** Reads only the viewer's own row: they may not see other names. */
  alone: boolean;
  /** Leaves out users who block the viewer or are blocked by them. */
  apart: boolean;
  named: boolean;
  q: string | undefined;
}

/** Reads attendees in order of their RSVPs, from a cursor on. */
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
          eq(rsvps.eventId, boundParam('event', 'int')),
          after && isAfter,
          alone ? isOwn : undefined,
          apart ? isNotBlocked : undefined,
          q ? matchesSearch : undefined,
        ),
      )
      .orderBy(rsvps.createdAt, rsvps.userId)
      .limit(sql.placeholder('limit')),
  );
  const { q: pattern, literal } = patternsOf(q);
  return list.execute({
    event: eventId,
    viewer: viewer?.id ?? '',
    q: pattern,
    literal,
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
 * Lists attendees in order of their RSVPs, all or by first name. Organisers also read users that a
 * block hides from them. A viewer who may not see names reads only their own row. Visitors read
 * pseudonyms.
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

/** Lists attendees by pseudonyms of this event, for visitors. */
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

/** Returns names and guests of attendees as CSV. */
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

/** Lists ids of all events the user has an RSVP to, past ones included. */
export async function eventIdsOf(db: Reader, userId: string): Promise<number[]> {
  const rows = await db
    .select({ eventId: rsvps.eventId })
    .from(rsvps)
    .where(eq(rsvps.userId, userId))
    .orderBy(rsvps.eventId);
  return rows.map((row) => row.eventId);
}
