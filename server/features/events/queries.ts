import { and, desc, eq, gt, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Event, EventCard, listEvents } from '../../../contract/events.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import { inOrder, searched, type Way } from '../../platform/db/search.ts';
import {
  containing,
  foundBy,
  given,
  hasTrigram,
  holds,
  patternsOf,
  roundedUp,
  statement,
  waysTo,
} from '../../platform/db/fast/statements.ts';
import { groups } from '../groups/tables.ts';
import { cursorOf, cutPage, TimeAndId } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { membershipColumns } from '../membership/queries.ts';
import { memberships } from '../membership/tables.ts';
import { rsvps } from '../rsvps/tables.ts';
import { eventAbilities, seeEventRefusal, type EventFacts } from './policy.ts';
import { events } from './tables.ts';
import { categories } from '../categories/tables.ts';

const isOwnMembership = and(
  eq(memberships.groupId, events.groupId),
  eq(memberships.userId, sql.placeholder('viewer')),
);

/** Event cards with what the person of placeholder `viewer` is to each; `viewer` is '' for nobody. */
const selectCards = (db: Reader) =>
  db
    .select({
      id: events.id,
      title: events.title,
      description: events.description,
      imageUrl: events.imageUrl,
      startTime: events.startTime,
      endTime: events.endTime,
      categoryId: events.categoryId,
      category: { id: categories.id, name: categories.name },
      groupId: events.groupId,
      group: {
        id: groups.id,
        name: groups.name,
        imageUrl: groups.imageUrl,
        categoryId: groups.categoryId,
        memberCount: groups.memberCount,
      },
      town: events.town,
      status: events.status,
      attendeeCount: events.attendeeCount,
      location: events.location,
      rsvped: sql<boolean>`${rsvps.userId} is not null`,
      membership: membershipColumns,
      groupFacts: { status: groups.status, createdById: groups.createdById },
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .innerJoin(categories, eq(categories.id, events.categoryId))
    .leftJoin(memberships, isOwnMembership)
    .leftJoin(
      rsvps,
      and(eq(rsvps.eventId, events.id), eq(rsvps.userId, sql.placeholder('viewer'))),
    );

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

function toCard(row: CardRow, viewer: Viewer | null): EventCard {
  const { groupFacts: _, location, rsvped, membership, startTime, endTime, ...event } = row;
  const card = { ...event, startTime: startTime.toISOString(), endTime: endTime.toISOString() };
  return viewer ? { ...card, location, rsvped, membership } : { ...card, locationHidden: true };
}

const startCursor = cursorOf(TimeAndId);

type EventFilter = z.output<(typeof listEvents)['query']>;

/** One optional part of a list: a letter for the statement's name, and its condition. */
type Part = [given: unknown, letter: string, condition: SQL];

const key = [events.startTime, events.id];
const position = sql`(${events.startTime}, ${events.id})`;
const cursorPosition = sql`(${given('afterTime', 'timestamptz')}, ${given('afterId', 'int')})`;
const isAfter = sql`${position} > ${cursorPosition}`;
const isBefore = sql`${position} < ${cursorPosition}`;
const scheduled = sql`${events.status} = 'scheduled'`;
const present = given('now', 'timestamptz');
const underWay = sql`tstzrange(${events.startTime}, ${events.endTime}) @> ${present}`;
const span = {
  upcoming: sql`${events.startTime} > ${present}`,
  past: sql`${events.startTime} <= ${present} and ${events.endTime} <= ${present}`,
  all: undefined,
};

const byTime = (when: EventFilter['when']) =>
  when === 'past' ? [desc(events.startTime), desc(events.id)] : [events.startTime, events.id];

/** What is asked of the events of a list. */
interface Asked {
  when: EventFilter['when'];
  /** What an index in order of time answers. */
  within: SQL | undefined;
  /** What it doesn't. */
  match: SQL | undefined;
  /** Indexes that find the texts that are sought; undefined where none are. */
  ways: Way[] | undefined;
  /** Whether events under way may be on the page. */
  begunToo: boolean;
  size: number;
}

/** The ids of one page of events that meet every condition. */
function pageOfIds({ when, within, match, ways, size, ...asked }: Asked): SQL {
  const ordered = {
    table: events,
    key,
    descending: when === 'past',
    within: and(scheduled, span[when], within),
    match,
    limit: size,
  };
  const ahead = ways ? searched({ ...ordered, ways, part: 0.2 }) : inOrder(ordered);
  if (!asked.begunToo) return sql`select id from (${ahead}) page`;
  // Those under way are few, and found by their range before anything else is asked of them.
  const begun = sql`select ${events.startTime}, ${events.id}
    from (select * from ${events} where ${and(scheduled, underWay)} offset 0) ${events}
    where ${and(sql`true`, within, match)} order by ${events.startTime}, ${events.id} limit ${sql.raw(String(size))}`;
  return sql`select id from ((${ahead}) union all (${begun}) order by start_time, id limit ${sql.raw(String(size))}) page`;
}

/**
 * Public events by time: those not over yet soonest first, past ones latest first. The text of `location`
 * is sought in the venue for a viewer, in the town alone for a signed-out visitor.
 */
export function findEvents(db: Database, viewer: Viewer | null, filter: EventFilter, now: Date) {
  const { q, location, category, group } = filter;
  const place = (test: typeof holds) =>
    viewer
      ? sql`(${test(events.location, 'location')} or ${test(events.town, 'location')})`
      : test(events.town, 'location');
  const ways = [
    q ? waysTo(eventText, q) : [],
    location && hasTrigram(location) ? { found: place(foundBy), likely: place(holds) } : [],
  ].flat();
  return listByTime(db, viewer, filter, now, {
    within: [
      [category, 'c', eq(events.categoryId, given('category', 'int'))],
      [group, 'g', inGroup],
    ],
    match: [
      [true, 'p', ofPublicGroup],
      [q, 'q', holds(eventText, 'q')],
      [location, viewer ? 'v' : 't', place(holds)],
    ],
    // A group's own events are few enough to be looked at.
    ways: (q ?? location) && group === undefined ? ways : undefined,
  });
}

const eventText = sql`(${events.title} || E'\n' || ${events.description})`;

/** Looked up for each event: a join may read all groups for a few. */
const ofPublicGroup = sql`coalesce((select ${groups.status} from ${groups} where ${groups.id} = ${events.groupId}) = 'approved', false)`;

const inGroup = eq(events.groupId, given('group', 'int'));

/** A group's events, for whoever may see the group. */
export function eventsOfGroup(
  db: Database,
  viewer: Viewer | null,
  group: number,
  filter: Pick<EventFilter, 'when' | 'limit' | 'cursor'>,
  now: Date,
) {
  return listByTime(db, viewer, { ...filter, group }, now, {
    within: [[true, 'g', inGroup]],
    match: [],
    ways: undefined,
  });
}

async function listByTime(
  db: Database,
  viewer: Viewer | null,
  filter: Pick<EventFilter, 'when' | 'limit'> & Partial<EventFilter>,
  now: Date,
  asked: { within: Part[]; match: Part[]; ways: Way[] | undefined },
) {
  const { when } = filter;
  const after = startCursor.decode(filter.cursor);
  const size = roundedUp(filter.limit + 1);
  const begunToo = when === 'upcoming' && !(after && after[0] > now);
  const within = [
    ...asked.within,
    [after, 'a', when === 'past' ? isBefore : isAfter] satisfies Part,
  ].filter(isGiven);
  const match = asked.match.filter(isGiven);
  const letters = [...within, ...match].map(([, letter]) => letter).join('');
  const shape = `${letters}${asked.ways?.length ?? ''}${begunToo ? 'u' : ''}_${size}`;
  const list = statement(db, `events_${when}_${shape}`, (sqlDb) => {
    const ids = pageOfIds({
      when,
      within: allOf(within),
      match: allOf(match),
      ways: asked.ways,
      begunToo,
      size,
    });
    return selectCards(sqlDb)
      .where(sql`${events.id} in (${ids})`)
      .orderBy(...byTime(when))
      .limit(sql.placeholder('limit'));
  });
  const rows = await list.execute({
    viewer: viewer?.id ?? '',
    now,
    ...patternsOf(filter.q),
    location: filter.location && containing(filter.location),
    category: filter.category,
    group: filter.group,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: filter.limit + 1,
  });
  return toPage(rows, viewer, filter.limit);
}

const isGiven = ([value]: Part) => value !== undefined;
const allOf = (parts: Part[]) => and(...parts.map(([, , condition]) => condition));

function toPage(rows: CardRow[], viewer: Viewer | null, limit: number) {
  const { items, next } = cutPage(rows, limit, (last) =>
    startCursor.encode([last.startTime.getTime(), last.id]),
  );
  return { items: items.map((row) => toCard(row, viewer)), next };
}

/** The event with what the viewer may do there; undefined where they may not see it. */
export async function findEvent(
  db: Database,
  viewer: Viewer | null,
  id: number,
  now: Date,
): Promise<Event | undefined> {
  const byId = statement(db, 'event_by_id', (sqlDb) =>
    selectCards(sqlDb).where(eq(events.id, sql.placeholder('id'))),
  );
  const [row] = await byId.execute({ viewer: viewer?.id ?? '', id });
  if (!row) return undefined;
  const facts = { ...row, group: row.groupFacts };
  if (seeEventRefusal(viewer, facts)) return undefined;
  return {
    ...toCard(row, viewer),
    ended: row.endTime <= now,
    can: eventAbilities(viewer, facts, now),
  };
}

/** The events the viewer goes to, cancelled ones among them: upcoming soonest first, past latest first. */
export async function eventsAttended(
  db: Database,
  viewer: Viewer,
  filter: { when: 'upcoming' | 'past'; limit: number; cursor?: string | undefined },
  now: Date,
) {
  const after = startCursor.decode(filter.cursor);
  const upcoming = filter.when === 'upcoming';
  const list = statement(db, `events_attended_${filter.when}${after ? '_a' : ''}`, (sqlDb) =>
    selectCards(sqlDb)
      .where(
        and(
          eq(rsvps.userId, sql.placeholder('viewer')),
          (upcoming ? gte : lt)(events.startTime, sql.placeholder('now')),
          after && (upcoming ? isAfter : isBefore),
        ),
      )
      .orderBy(...byTime(filter.when))
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    viewer: viewer.id,
    now,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: filter.limit + 1,
  });
  return toPage(rows, viewer, filter.limit);
}

const factColumns = {
  status: events.status,
  endTime: events.endTime,
  group: { status: groups.status, createdById: groups.createdById },
};

/** The facts that decide what a viewer may do with an event. */
export async function eventFacts(
  db: Reader,
  id: number,
  viewer: Viewer | null,
): Promise<EventFacts | undefined> {
  const facts = statement(db, 'event_facts', (sqlDb) =>
    sqlDb
      .select({ ...factColumns, membership: membershipColumns })
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .leftJoin(memberships, isOwnMembership)
      .where(eq(events.id, sql.placeholder('event'))),
  );
  const [found] = await facts.execute({ event: id, viewer: viewer?.id ?? '' });
  return found;
}

/**
 * The same facts, held until the transaction ends: first the viewer's membership, then the event, as whoever
 * changes both takes them, after the group's lock if it needs that. Both are asked for at once.
 */
export async function lockedEventFacts(
  tx: Transaction,
  id: number,
  viewer: Viewer,
): Promise<EventFacts | undefined> {
  const own = statement(tx, 'membership_locked', (sqlTx) => {
    const group = sqlTx
      .select({ id: events.groupId })
      .from(events)
      .where(eq(events.id, sql.placeholder('event')));
    return sqlTx
      .select(membershipColumns)
      .from(memberships)
      .where(and(eq(memberships.groupId, group), eq(memberships.userId, sql.placeholder('viewer'))))
      .for('share');
  });
  const event = statement(tx, 'event_locked', (sqlTx) =>
    sqlTx
      .select(factColumns)
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .where(eq(events.id, sql.placeholder('event')))
      .for('no key update', { of: events }),
  );
  const [[membership = null], [found]] = await Promise.all([
    own.execute({ event: id, viewer: viewer.id }),
    event.execute({ event: id }),
  ]);
  return found && { ...found, membership };
}

/** How often the event has changed. */
export async function revisionOf(db: Reader, id: number): Promise<number> {
  const [row] = await db
    .select({ revision: events.revision })
    .from(events)
    .where(eq(events.id, id));
  return row?.revision ?? 0;
}

/** What a mail to an attendee says of an event, and whether they still go. */
export async function eventOutline(db: Reader, id: number, attendeeId: string | null) {
  const [event] = await db
    .select({
      title: events.title,
      location: events.location,
      startTime: events.startTime,
      endTime: events.endTime,
      status: events.status,
      groupName: groups.name,
      going: sql<boolean>`${rsvps.userId} is not null`,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(rsvps, and(eq(rsvps.eventId, events.id), eq(rsvps.userId, attendeeId ?? '')))
    .where(eq(events.id, id));
  return event;
}

/** A group's events that were made between two moments and are still ahead, soonest first. */
export const newEventsOf = (
  db: Reader,
  groupId: number,
  { since, until, now }: { since: Date; until: Date; now: Date },
) =>
  db
    .select({ id: events.id, title: events.title, startTime: events.startTime, town: events.town })
    .from(events)
    .where(
      and(
        eq(events.groupId, groupId),
        scheduled,
        gt(events.startTime, now),
        gt(events.createdAt, since),
        lte(events.createdAt, until),
      ),
    )
    .orderBy(events.startTime, events.id)
    .limit(10);
