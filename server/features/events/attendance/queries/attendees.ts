import { and, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { csvFile } from '#contract/platform/csv.ts';
import type { AddedAttendee } from '#contract/events/added-attendees.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { UserId } from '#contract/platform/values.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { blockedWith } from '#features/trust/blocks/queries.ts';
import type { Reader } from '#platform/db/database.ts';
import { canSeeAttendees, canSeePhones, searchAttendeesRefusal } from '../policy/attendees.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { containsText, likePattern } from '#platform/db/search.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { cursorOf, CursorTime, cutPage, type Paging } from '#platform/http/cursor.ts';
import { namelessPage } from '#platform/http/nameless-page.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { childrenNoted, hasChildNamed } from './children.ts';
import { rsvps } from '../tables.ts';
import { peopleOf } from './answers.ts';
import { hasStatus, isAt } from './rsvps.ts';

const attendeeKey = z.tuple([CursorTime, UserId]);
const attendeeCursor = cursorOf(attendeeKey);
const keyOf = (row: { createdAt: Date; userId: string }): z.input<typeof attendeeKey> => [
  row.createdAt.getTime(),
  row.userId,
];

const isAfterCursor = sql`(${rsvps.createdAt}, ${rsvps.userId}) > (${boundParam('afterTime', 'timestamptz')}, ${boundParam('afterUser', 'text')})`;

const isOwnRsvp = eq(rsvps.userId, boundParam('viewer', 'text'));

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
}

/** Reads members who go in order of their RSVPs, from a cursor on. */
function readMembers(
  db: Reader,
  viewer: Viewer | null,
  eventId: number,
  { alone, apart, named }: Attendees,
  after: z.output<typeof attendeeKey> | undefined,
  limit: number,
) {
  const shape = `${after ? '_after' : ''}${named ? '_named' : ''}${alone ? '_alone' : ''}${apart ? '_apart' : ''}`;
  const list = statement(db, `attendees_of${shape}`, (sqlDb) =>
    sqlDb
      .select({
        userId: users.id,
        // Others can't tell a child from somebody else who comes along.
        guests: sql<number>`${rsvps.children} + ${rsvps.companions}`,
        createdAt: rsvps.createdAt,
        ...(named ? publicColumns : {}),
      })
      .from(rsvps)
      .innerJoin(users, eq(users.id, rsvps.userId))
      .where(
        and(
          isGoing,
          after && isAfterCursor,
          alone ? isOwnRsvp : undefined,
          apart ? isNotBlocked : undefined,
        ),
      )
      .orderBy(rsvps.createdAt, rsvps.userId)
      .limit(sql.placeholder('limit')),
  );
  return list.execute({
    event: eventId,
    viewer: viewer?.id ?? '',
    afterTime: after?.[0],
    afterUser: after?.[1],
    limit,
  });
}

const isGoing = and(eq(rsvps.eventId, boundParam('event', 'int')), hasStatus('going'));

interface AttendeePaging extends Paging {
  q?: string | undefined;
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
  now: Date,
) {
  const alone = !canSeeAttendees(viewer, event);
  if (!viewer)
    return alone ? { items: [] } : namelessAttendees(db, event.id, limit, cursor, signer);
  if (!searchAttendeesRefusal(viewer, event)) {
    const withPhones = canSeePhones(viewer, event, now);
    return findEveryAttendee(db, event.id, { q, limit, cursor, withPhones });
  }
  const apart = !alone;
  const after = attendeeCursor.decode(cursor);
  const shown = { alone, apart, named: true };
  const rows = await readMembers(db, viewer, event.id, shown, after, limit + 1);
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

/** Attendees of one moment are in order: members by their id, guests, people added by hand. */
const mixedKey = z.tuple([CursorTime, z.boolean(), z.boolean(), z.string(), z.int()]);
const mixedCursor = cursorOf(mixedKey);
const mixedOrder = [
  rsvps.createdAt,
  sql`${rsvps.kind} <> 'member'`,
  sql`${rsvps.kind} = 'added'`,
  sql`coalesce(${rsvps.userId}, '')`,
  rsvps.id,
];
// The index in order of time finds the row; the rest tells those of one moment apart.
const isAfterRow = sql`${rsvps.createdAt} >= ${boundParam('afterTime', 'timestamptz')} and (${sql.join(mixedOrder, sql`, `)}) > (
  ${boundParam('afterTime', 'timestamptz')}, ${boundParam('afterMembers', 'boolean')}, ${boundParam('afterGuests', 'boolean')},
  ${boundParam('afterUser', 'text')}, ${boundParam('afterId', 'int')})`;

const attendeeName = sql`coalesce(${users.firstName}, ${rsvps.name})`;
const matchesSearch = or(containsText(attendeeName, 'q'), hasChildNamed(rsvps.id));

const organiser = alias(users, 'organiser');

/** Lists attendees of every kind, for those who look after the event. */
async function findEveryAttendee(
  db: Reader,
  eventId: number,
  { q, limit, cursor, withPhones }: AttendeePaging & { withPhones: boolean },
) {
  const after = mixedCursor.decode(cursor);
  const list = statement(
    db,
    `attendees_of_every_kind${after ? '_after' : ''}${q ? '_sought' : ''}`,
    (sqlDb) =>
      selectEverybody(sqlDb)
        .where(and(isGoing, after && isAfterRow, q ? matchesSearch : undefined))
        .orderBy(...mixedOrder)
        .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    event: eventId,
    q: q && likePattern(q),
    afterTime: after?.[0],
    afterMembers: after?.[1],
    afterGuests: after?.[2],
    afterUser: after?.[3],
    afterId: after?.[4],
    limit: limit + 1,
  });
  const { items, next } = cutPage(rows, limit, ({ createdAt, kind, userId, id }) =>
    mixedCursor.encode([
      createdAt.getTime(),
      kind !== 'member',
      kind === 'added',
      userId ?? '',
      id,
    ]),
  );
  return {
    items: items.map((row) => ({
      ...toAttendee(row),
      ...(withPhones && row.phone !== null && { phone: row.phone }),
    })),
    next,
  };
}

/** Tells whether a member with an RSVP has come to no earlier event of the group. */
export const firstTimeHere = sql<boolean>`(${rsvps.userId} is not null and not exists (
  select from ${rsvps} before join ${events} earlier on earlier.id = before.event_id
  join ${events} own on own.id = ${rsvps.eventId}
  where before.user_id = ${rsvps.userId} and before.status = 'going'
    and earlier.group_id = own.group_id and earlier.start_time < own.start_time))`;

const mixedColumns = {
  id: rsvps.id,
  kind: rsvps.kind,
  userId: rsvps.userId,
  self: rsvps.self,
  companions: rsvps.companions,
  note: rsvps.note,
  phone: rsvps.phone,
  createdAt: rsvps.createdAt,
  name: rsvps.name,
  firstName: users.firstName,
  profileImageUrl: users.profileImageUrl,
  children: childrenNoted(rsvps.id),
  firstTime: firstTimeHere,
  addedBy: { id: organiser.id, firstName: organiser.firstName },
};

const selectEverybody = (db: Reader) =>
  db
    .select(mixedColumns)
    .from(rsvps)
    .leftJoin(users, eq(users.id, rsvps.userId))
    .leftJoin(organiser, eq(organiser.id, rsvps.addedById));

type MixedRow = Awaited<ReturnType<typeof selectEverybody>>[number];

function toAttendee(row: MixedRow): Attendee {
  const { id, kind, companions: guests } = row;
  if (kind === 'member') return toMember(row);
  const firstName = row.name ?? erasedName;
  if (kind === 'guest') return { id, firstName, guests, kind, userId: null, status: 'going' };
  const { note, addedBy } = row;
  const added = { id, people: guests + 1, note, addedBy };
  return { ...added, kind, userId: null, firstName, guests, status: 'going' };
}

function toMember({ userId, self, children, firstTime, ...row }: MixedRow): Attendee {
  const firstName = row.firstName ?? '';
  const isHousehold = !self || children !== null;
  return {
    userId,
    guests: row.companions,
    firstName,
    profileImageUrl: row.profileImageUrl,
    kind: 'member',
    id: userId ?? '',
    ...(isHousehold && { self, who: peopleOf({ firstName, self, children }) }),
    ...(firstTime && { firstTime }),
    status: 'going',
  };
}

/** An attendee added by hand, at an event. */
export interface AddedKey {
  id: number;
  addedId: number;
}

/** @throws Refusal `not_found` */
export async function addedAttendee(
  db: Reader,
  { id: eventId, addedId }: AddedKey,
): Promise<AddedAttendee> {
  const [found] = await db
    .select({
      id: rsvps.id,
      name: rsvps.name,
      people: sql<number>`${rsvps.companions} + 1`,
      note: rsvps.note,
      addedBy: mixedColumns.addedBy,
    })
    .from(rsvps)
    .leftJoin(organiser, eq(organiser.id, rsvps.addedById))
    .where(and(eq(rsvps.id, addedId), eq(rsvps.eventId, eventId), eq(rsvps.kind, 'added')));
  if (!found || found.name === null) throw notFound('Attendee');
  return { ...found, name: found.name };
}

/** Names of people without an account are erased 30 days after the event. */
export const erasedName = 'Guest';

/** Lists attendees by pseudonyms of this event, for visitors. */
function namelessAttendees(
  db: Reader,
  eventId: number,
  limit: number,
  cursor: string | undefined,
  signer: Signer,
) {
  const name = `attendees of event ${eventId}`;
  const everybody = { alone: false, apart: false, named: false };
  return namelessPage(
    {
      name,
      key: attendeeKey,
      keyOf,
      read: (after, most) => readMembers(db, null, eventId, everybody, after, most),
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
 * children with who answers for them. On the day organisers also read telephone numbers.
 */
export async function doorListOf(
  db: Reader,
  viewer: Viewer,
  event: EventFacts,
  now: Date,
): Promise<string> {
  const rows = await db
    .select({
      name: sql<string>`coalesce(${users.firstName}, ${rsvps.name}, ${erasedName})`,
      guests: rsvps.companions,
      self: rsvps.self,
      children: childrenNoted(rsvps.id),
      phone: rsvps.phone,
    })
    .from(rsvps)
    .leftJoin(users, eq(users.id, rsvps.userId))
    .where(isAt(event.id, 'going'))
    .orderBy(...mixedOrder);
  const byName = rows
    .flatMap(({ name, guests, self, children, phone }) =>
      // Guests of an adult who doesn't come are with the first child.
      peopleOf({ firstName: name, self, children }).map((person, place) => ({
        name: person.firstName,
        guests: place === 0 ? guests : 0,
        comesWith: self && place === 0 ? '' : name,
        note: person.note ?? '',
        phone,
      })),
    )
    .toSorted((one, other) => nameCollator.compare(one.name, other.name));
  const withPhones = canSeePhones(viewer, event, now);
  return csvFile([
    ['Name', 'Guests', 'Comes with', 'Note', ...(withPhones ? ['Phone'] : [])],
    ...byName.map(({ name, guests, comesWith, note, phone }) => [
      name,
      guests,
      comesWith,
      note,
      ...(withPhones ? [phone ?? ''] : []),
    ]),
  ]);
}

const nameCollator = new Intl.Collator('en-GB', { sensitivity: 'accent' });

export async function isAttending(db: Reader, eventId: number, userId: string): Promise<boolean> {
  return (await db.$count(rsvps, and(isAt(eventId, 'going'), eq(rsvps.userId, userId)))) > 0;
}

/** Lists ids of all events the user has an RSVP to, past ones included. */
export async function eventIdsOf(db: Reader, userId: string): Promise<number[]> {
  const rows = await db
    .select({ eventId: rsvps.eventId })
    .from(rsvps)
    .where(and(eq(rsvps.userId, userId), hasStatus('going')))
    .orderBy(rsvps.eventId);
  return rows.map((row) => row.eventId);
}
