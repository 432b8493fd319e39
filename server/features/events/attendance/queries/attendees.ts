import { and, eq, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { csvLines } from '#contract/platform/csv.ts';
import type { Person } from '#contract/events/household.ts';
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
import { containsText, patternsOf } from '#platform/db/search.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import { namelessPage } from '#platform/http/nameless-page.ts';
import type { Viewer } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { childrenNoted, hasChildNamed } from '#features/events/household/queries.ts';
import { addedAttendees, guestRsvps, rsvps } from '../tables.ts';
import { peopleOf } from './answers.ts';

const attendeeKey = z.tuple([CursorTime, UserId]);
const attendeeCursor = cursorOf(attendeeKey);
const keyOf = (row: { createdAt: Date; userId: string }): z.input<typeof attendeeKey> => [
  row.createdAt.getTime(),
  row.userId,
];

const isAfterCursor = sql`(${rsvps.createdAt}, ${rsvps.userId}) > (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`;

const isOwnRsvp = eq(rsvps.userId, boundParam('viewer', 'text'));

const matchesSearch = containsText(sql`${users.firstName}`, 'q');

/** Neither has blocked the other; organisers and attendees see each other's names regardless. */
const isNotBlocked = sql`${rsvps.userId} <> all (array(
  select apart.person from (${blockedWith(boundParam('viewer', 'text'))}) apart where not exists (
    select from ${memberships}
      join ${events} on ${events.groupId} = ${memberships.groupId} and ${events.id} = ${boundParam('event', 'int')}
    where ${memberships.userId} = apart.person and ${memberships.isOrganizer})))`;

interface Attendees {
  /** Also reads children by name, and who comes to the group for the first time, for organisers. */
  whole?: boolean;
  /** Reads only the viewer's own row: they may not see other names. */
  alone: boolean;
  /** Leaves out users who block the viewer or are blocked by them. */
  apart: boolean;
  named: boolean;
  q: string | undefined;
}

const wholeColumns = {
  self: rsvps.self,
  children: childrenNoted(rsvps.eventId, rsvps.userId),
  firstTime: sql<boolean>`not exists (
    select from ${rsvps} before join ${events} earlier on earlier.id = before.event_id
    join ${events} own on own.id = ${rsvps.eventId}
    where before.user_id = ${rsvps.userId} and earlier.group_id = own.group_id and earlier.start_time < own.start_time)`,
};

/** Reads attendees in order of their RSVPs, from a cursor on. */
function readAttendees(
  db: Reader,
  viewer: Viewer | null,
  eventId: number,
  { whole = false, alone, apart, named, q }: Attendees,
  after: z.output<typeof attendeeKey> | undefined,
  limit: number,
) {
  const shape = `${after ? '_after' : ''}${named ? '_named' : ''}${alone ? '_alone' : ''}${apart ? '_apart' : ''}${whole ? '_whole' : ''}${q ? '_sought' : ''}`;
  const list = statement(db, `attendees_of${shape}`, (sqlDb) =>
    sqlDb
      .select({
        userId: rsvps.userId,
        // Others can't tell a child from a guest.
        guests: whole ? rsvps.guests : sql<number>`${rsvps.children} + ${rsvps.guests}`,
        createdAt: rsvps.createdAt,
        ...(named ? publicColumns : {}),
        ...(whole ? wholeColumns : {}),
      })
      .from(rsvps)
      .innerJoin(users, eq(users.id, rsvps.userId))
      .where(
        and(
          eq(rsvps.eventId, boundParam('event', 'int')),
          after && isAfterCursor,
          alone ? isOwnRsvp : undefined,
          apart ? isNotBlocked : undefined,
          q
            ? whole
              ? or(matchesSearch, hasChildNamed(rsvps.eventId, rsvps.userId))
              : matchesSearch
            : undefined,
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
 * Lists attendees in order of their RSVPs. Organisers find them by first name, and also read guests
 * without an account, people added by hand, and users that a block hides from them. A viewer who
 * may not see names reads only their own row. Visitors read pseudonyms.
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
  if (!searchAttendeesRefusal(viewer, event)) {
    return everyAttendee(db, viewer, event.id, { q, limit, cursor });
  }
  const apart = !alone;
  const after = attendeeCursor.decode(cursor);
  const shown = { alone, apart, named: true, q };
  const rows = await readAttendees(db, viewer, event.id, shown, after, limit + 1);
  const { items, next } = cutPage(rows, limit, (last) => attendeeCursor.encode(keyOf(last)));
  return {
    items: items.map(({ userId, guests, firstName, profileImageUrl }): Attendee => ({
      userId,
      status: 'going',
      guests,
      ...(firstName !== undefined && { firstName }),
      ...(profileImageUrl !== undefined && { profileImageUrl }),
    })),
    next,
  };
}

/** The kinds of attendees in the order of those who came at the same moment. */
const attendeeKinds = ['member', 'guest', 'added'] as const;

const mixedKey = z.tuple([CursorTime, z.enum(attendeeKinds), z.union([UserId, z.int()])]);
const mixedCursor = cursorOf(mixedKey);

type Row = Omit<Attendee, 'status' | 'kind' | 'id'> & {
  kind: (typeof attendeeKinds)[number];
  id: string | number;
  createdAt: Date;
};

/** Lists attendees of every kind, for those who look after the event. */
async function everyAttendee(
  db: Reader,
  viewer: Viewer,
  eventId: number,
  { q, limit, cursor }: AttendeePaging,
) {
  const after = mixedCursor.decode(cursor);
  const lists = await Promise.all([
    membersAfter(db, viewer, eventId, q, after, limit + 1),
    guestsAfter(db, eventId, q, after, limit + 1),
    addedAfter(db, eventId, q, after, limit + 1),
  ]);
  const order = (row: Row) => [row.createdAt.getTime(), attendeeKinds.indexOf(row.kind)] as const;
  const rows = lists.flat().toSorted((one, other) => {
    const [[time, kind], [otherTime, otherKind]] = [order(one), order(other)];
    return time - otherTime || kind - otherKind;
  });
  const { items, next } = cutPage(rows.slice(0, limit + 1), limit, ({ createdAt, kind, id }) =>
    mixedCursor.encode([createdAt.getTime(), kind, id]),
  );
  return {
    items: items.map(({ createdAt: _, ...row }): Attendee => ({ ...row, status: 'going' })),
    next,
  };
}

type After = z.output<typeof mixedKey> | undefined;

async function membersAfter(
  db: Reader,
  viewer: Viewer,
  eventId: number,
  q: string | undefined,
  after: After,
  limit: number,
): Promise<Row[]> {
  const shown = { whole: true, alone: false, apart: false, named: true, q };
  const rows = await readAttendees(db, viewer, eventId, shown, memberAfter(after), limit);
  return rows.map(({ self = true, children = null, firstTime, ...row }) => ({
    ...row,
    kind: 'member',
    id: row.userId,
    ...((!self || children) && {
      self,
      who: peopleOf({ firstName: row.firstName ?? '', self, children }),
    }),
    ...(firstTime && { firstTime }),
  }));
}

/** Members come first of those who came at one moment, so after another kind all are listed. */
function memberAfter(after: After): z.output<typeof attendeeKey> | undefined {
  if (!after) return undefined;
  const [at, kind, id] = after;
  return kind === 'member' ? [at, String(id)] : [new Date(at.getTime() + 1), ''];
}

/** Continues a list in order of time and id, after a row of this kind or of another. */
function isAfterRow(kind: 'guest' | 'added', after: After, time: PgColumn, id: PgColumn) {
  if (!after) return undefined;
  const [at, lastKind, lastId] = after;
  if (lastKind === kind)
    return sql`(${time}, ${id}) > (${at}::timestamptz, ${Number(lastId)}::int)`;
  return attendeeKinds.indexOf(lastKind) < attendeeKinds.indexOf(kind)
    ? sql`${time} >= ${at}::timestamptz`
    : sql`${time} > ${at}::timestamptz`;
}

const nameHolds = (name: PgColumn, q: string | undefined) =>
  q === undefined ? undefined : sql`${name} ilike ${patternsOf(q).q}`;

async function guestsAfter(
  db: Reader,
  eventId: number,
  q: string | undefined,
  after: After,
  limit: number,
): Promise<Row[]> {
  const { id, confirmedAt, firstName } = guestRsvps;
  const rows = await db
    .select({ id, firstName, guests: guestRsvps.guests, confirmedAt })
    .from(guestRsvps)
    .where(
      and(
        eq(guestRsvps.eventId, eventId),
        eq(guestRsvps.status, 'going'),
        isAfterRow('guest', after, confirmedAt, id),
        nameHolds(firstName, q),
      ),
    )
    .orderBy(confirmedAt, id)
    .limit(limit);
  return rows.map(({ confirmedAt: createdAt, ...row }) => ({
    ...row,
    kind: 'guest',
    userId: null,
    firstName: row.firstName ?? erasedName,
    createdAt: createdAt ?? new Date(0),
  }));
}

async function addedAfter(
  db: Reader,
  eventId: number,
  q: string | undefined,
  after: After,
  limit: number,
): Promise<Row[]> {
  const { id, name, people, note, createdAt } = addedAttendees;
  const rows = await db
    .select({
      id,
      name,
      people,
      note,
      createdAt,
      addedBy: { id: users.id, firstName: users.firstName },
    })
    .from(addedAttendees)
    .leftJoin(users, eq(users.id, addedAttendees.addedById))
    .where(
      and(
        eq(addedAttendees.eventId, eventId),
        isAfterRow('added', after, createdAt, id),
        nameHolds(name, q),
      ),
    )
    .orderBy(createdAt, id)
    .limit(limit);
  return rows.map(({ name: firstName, ...row }) => ({
    ...row,
    kind: 'added',
    userId: null,
    firstName: firstName ?? erasedName,
    guests: row.people - 1,
  }));
}

/** Names of people without an account are erased 30 days after the event. */
const erasedName = 'Guest';

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
      orderOf: ({ userId }) => userId ?? '',
      limit,
      cursor,
    },
    signer,
  );
}

/**
 * Returns the people of an event as CSV: attendees of every kind with their number of guests, and
 * children with who answers for them.
 */
export async function doorListOf(db: Reader, eventId: number): Promise<string> {
  const { rows } = await db.execute<DoorRow & Record<string, unknown>>(sql`
    select ${users.firstName} as name, ${rsvps.guests} as guests, ${rsvps.self} as self,
        ${childrenNoted(rsvps.eventId, rsvps.userId)} as children, ${rsvps.createdAt} as at
      from ${rsvps} join ${users} on ${users.id} = ${rsvps.userId} where ${rsvps.eventId} = ${eventId}
    union all
    select coalesce(${guestRsvps.firstName}, ${erasedName}), ${guestRsvps.guests}, true, null, ${guestRsvps.confirmedAt}
      from ${guestRsvps} where ${guestRsvps.eventId} = ${eventId} and ${guestRsvps.status} = 'going'
    union all
    select coalesce(${addedAttendees.name}, ${erasedName}), ${addedAttendees.people} - 1, true, null, ${addedAttendees.createdAt}
      from ${addedAttendees} where ${addedAttendees.eventId} = ${eventId}
    order by at`);
  const byName = rows
    .flatMap(peopleAtDoor)
    .toSorted((one, other) => nameCollator.compare(one.name, other.name));
  return csvLines([
    ['Name', 'Guests', 'Comes with', 'Note'],
    ...byName.map(({ name, guests, comesWith, note }) => [name, guests, comesWith, note]),
  ]);
}

interface DoorRow {
  name: string;
  guests: number;
  self: boolean;
  children: Person[] | null;
}

/** Guests of an adult who doesn't come are with the first child. */
const peopleAtDoor = ({ name, guests, self, children }: DoorRow) =>
  peopleOf({ firstName: name, self, children }).map((person, place) => ({
    name: person.firstName,
    guests: place === 0 ? guests : 0,
    comesWith: self && place === 0 ? '' : name,
    note: person.note ?? '',
  }));

const nameCollator = new Intl.Collator('en-GB', { sensitivity: 'accent' });

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
