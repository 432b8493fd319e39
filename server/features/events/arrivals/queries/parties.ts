import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { erasedName, firstTimeHere } from '#features/events/attendance/queries/attendees.ts';
import { childrenNoted } from '#features/events/attendance/queries/children.ts';
import { comingOrWaiting, isAt, placesIn } from '#features/events/attendance/queries/rsvps.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam } from '#platform/db/fast/statements.ts';
import { arrivals } from '../tables.ts';

/** RSVPs whose people may come to the door. */
export const atDoor = [...comingOrWaiting, 'came'] as const;

/** The columns of a word that says who is here, by the first name of who said it. */
export const recordColumns = {
  here: sql<number>`coalesce(${arrivals.here}, 0)`,
  at: arrivals.at,
  by: sql<string | null>`coalesce(${arrivals.helper}, (
    select keeper.first_name from ${users} keeper where keeper.id = ${arrivals.byId}))`,
};

/** The columns of a word as it was sent. */
export const storedRecord = {
  here: arrivals.here,
  at: arrivals.at,
  device: arrivals.device,
  byId: arrivals.byId,
  helper: arrivals.helper,
};

const partyColumns = {
  id: rsvps.id,
  kind: rsvps.kind,
  firstName: sql<string>`coalesce(${users.firstName}, ${rsvps.name}, ${erasedName})`,
  people: placesIn,
  firstTime: firstTimeHere,
};

/** Lists the parties on an event's lists, for its door. */
export const partiesAtDoor = (db: Reader, eventId: number) =>
  db
    .select({
      ...partyColumns,
      status: rsvps.status,
      lastName: users.lastName,
      children: childrenNoted(rsvps.id),
      note: rsvps.note,
      ...recordColumns,
    })
    .from(rsvps)
    .leftJoin(users, eq(users.id, rsvps.userId))
    .leftJoin(arrivals, eq(arrivals.rsvpId, rsvps.id))
    .where(isAt(eventId, ...atDoor))
    .orderBy(rsvps.id);

/** Lists those of the parties with these ids that are on an event's lists, with the word on each. */
export const partiesWithIds = (db: Reader, eventId: number, ids: number[]) =>
  db
    .select({
      rsvpId: rsvps.id,
      people: placesIn,
      word: storedRecord,
    })
    .from(rsvps)
    .leftJoin(arrivals, eq(arrivals.rsvpId, rsvps.id))
    .where(and(isAt(eventId, ...atDoor), inArray(rsvps.id, ids)));

/** Lists the parties that were expected at an event or came from its waiting list, from an id on. */
export const partiesFrom = (db: Reader, eventId: number, after: number, limit: number) =>
  db
    .select({ ...partyColumns, came: sql<number>`coalesce(${arrivals.here}, 0)` })
    .from(rsvps)
    .leftJoin(users, eq(users.id, rsvps.userId))
    .leftJoin(arrivals, eq(arrivals.rsvpId, rsvps.id))
    .where(and(isAt(eventId), isExpectedOrCame, gt(rsvps.id, after)))
    .orderBy(rsvps.id)
    .limit(limit);

const isExpectedOrCame = sql`(${rsvps.status} = 'going'
  or ${rsvps.status} in ('waiting', 'offered', 'came') and ${arrivals.here} > 0)`;

/** Tells whether somebody of an RSVP has come. */
export const hasArrived = sql<boolean>`exists (select from ${arrivals}
  where ${arrivals.rsvpId} = ${rsvps.id} and ${arrivals.here} > 0)`;

/** Selects how many people of each party of an event are expected and here, and who walked in. */
export const peopleAtDoor = (eventId: number) => sql`
  select case ${rsvps.status} when 'going' then ${placesIn} else 0 end as expected,
    coalesce(${arrivals.here}, 0) as here, false as walked_in
  from ${rsvps} left join ${arrivals} on ${arrivals.rsvpId} = ${rsvps.id}
  where ${isAt(eventId, ...atDoor)}
  union all
  select 0, ${arrivals.here}, true from ${arrivals}
  where ${arrivals.eventId} = ${eventId} and ${arrivals.walkInId} is not null`;

/** Lists the words on a member's own RSVPs of which somebody came, with their events. */
export const ownArrivals = (db: Reader, userId: string, which: SQL | undefined) =>
  db
    .select({
      eventId: events.id,
      title: events.title,
      startTime: events.startTime,
      came: arrivals.here,
    })
    .from(rsvps)
    .innerJoin(arrivals, eq(arrivals.rsvpId, rsvps.id))
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(and(eq(rsvps.userId, userId), gt(arrivals.here, 0), which));

/** Joins the parties of a group's events of which somebody came, under names of their own. */
const cameIn = (rsvp: string, event: string) => sql`rsvps ${sql.raw(rsvp)}
  join arrivals on arrivals.rsvp_id = ${sql.raw(rsvp)}.id and arrivals.here > 0
  join events ${sql.raw(event)} on ${sql.raw(event)}.id = ${sql.raw(rsvp)}.event_id
    and ${sql.raw(event)}.group_id = ${boundParam('group', 'int')} and ${sql.raw(event)}.status <> 'hidden'`;

/** The last event of a group that each member came to. */
export const lastCameTable = sql`(
  select rsvp.user_id, event.start_time, event.id as event_id from ${cameIn('rsvp', 'event')}
  where rsvp.user_id is not null and not exists (
    select from ${cameIn('other', 'later')} where other.user_id = rsvp.user_id
      and (later.start_time, later.id) > (event.start_time, event.id))) last_came`;

// Written out below, since a query of one table selects its columns without the table's name.

/** Counts over the parties of an event of the query of which somebody came. */
const counted = (what: SQL) => sql<number>`(select coalesce(${what}, 0)::int from arrivals
  left join rsvps on rsvps.id = arrivals.rsvp_id
  where arrivals.event_id = events.id and arrivals.here > 0
    and (arrivals.rsvp_id is null or rsvps.status in ('going', 'waiting', 'offered', 'came')))`;

/** The numbers of an event of the query, from its rows. */
export const currentTotals = {
  expected: sql<number>`(select coalesce(sum(${placesIn}), 0)::int from rsvps
    where rsvps.event_id = events.id and rsvps.status = 'going')`,
  parties: counted(sql`count(*)`),
  people: counted(sql`sum(arrivals.here)`),
  firstTime: counted(sql`count(*) filter (where ${firstTimeHere})`),
};
