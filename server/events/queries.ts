import { and, desc, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm';
import { unionAll, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Event, EventCard, listEvents } from '../../contract/events.ts';
import type { Database, Reader, Transaction } from '../db/database.ts';
import { containing, statement } from '../db/statements.ts';
import { categories, groups } from '../groups/tables.ts';
import { cursorOf, cutPage, TimeAndId } from '../http/cursor.ts';
import type { Viewer } from '../http/route.ts';
import { lockedMembership, membershipColumns } from '../membership/queries.ts';
import { memberships } from '../membership/tables.ts';
import { rsvps } from '../rsvps/tables.ts';
import { eventAbilities, seeEventRefusal, type EventFacts } from './policy.ts';
import { events } from './tables.ts';

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
    .leftJoin(
      memberships,
      and(
        eq(memberships.groupId, events.groupId),
        eq(memberships.userId, sql.placeholder('viewer')),
      ),
    )
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

const position = sql`(${events.startTime}, ${events.id})`;
const cursorPosition = sql`(${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterId')}::int)`;
const isAfter = sql`${position} > ${cursorPosition}`;
const isBefore = sql`${position} < ${cursorPosition}`;
const scheduled = sql`${events.status} = 'scheduled'`;
const underWay = sql`tstzrange(${events.startTime}, ${events.endTime}) @> ${sql.placeholder('now')}::timestamptz`;
const ahead = sql`${events.startTime} > ${sql.placeholder('now')}::timestamptz`;
const over = sql`${events.startTime} <= ${sql.placeholder('now')}::timestamptz and ${events.endTime} <= ${sql.placeholder('now')}::timestamptz`;

/** The ids of one page of events that meet every condition, in the list's order. */
function pageOfIds(db: Reader, when: EventFilter['when'], conditions: SQL[]) {
  const select = (order: SQL | AnyPgColumn, ...more: SQL[]) =>
    db
      .select({ id: events.id, startTime: events.startTime })
      .from(events)
      .where(and(scheduled, ...more, ...conditions))
      .orderBy(...(when === 'past' ? [desc(order), desc(events.id)] : [order, events.id]))
      .limit(sql.placeholder('limit'));
  if (when === 'past') return select(events.startTime, over);
  if (when === 'all') return select(events.startTime);
  // Each half runs along an index of its own: those under way are few, those ahead come in order.
  return unionAll(select(sortedAfterwards, underWay), select(events.startTime, ahead))
    .orderBy(sql`"start_time"`, sql`"id"`)
    .limit(sql.placeholder('limit'));
}

/**
 * No index has this order. The planner knows nothing of ranges, takes many events to be under way, and would
 * look for the first of them through all the past ones in order.
 */
const sortedAfterwards = sql`${events.startTime} + interval '0'`;

const inOrder = (when: EventFilter['when']) =>
  when === 'past' ? [desc(events.startTime), desc(events.id)] : [events.startTime, events.id];

/**
 * Public events by time: those not over yet soonest first, past ones latest first. The text of `location`
 * is sought in the venue for a viewer, in the town alone for a signed-out visitor.
 */
export function findEvents(db: Database, viewer: Viewer | null, filter: EventFilter, now: Date) {
  const place = sql.placeholder('location');
  return listByTime(db, viewer, filter, now, [
    [true, 'p', ofPublicGroup],
    [
      filter.q,
      'q',
      sql`(${events.title} || E'\n' || ${events.description}) ilike ${sql.placeholder('q')}`,
    ],
    viewer
      ? [
          filter.location,
          'v',
          sql`(${events.location} ilike ${place} or ${events.town} ilike ${place})`,
        ]
      : [filter.location, 't', sql`${events.town} ilike ${place}`],
    [filter.category, 'c', eq(events.categoryId, sql.placeholder('category'))],
    [filter.group, 'g', inGroup],
  ]);
}

/** Looked up for each event: taking many to be under way, a join would read all groups for a few. */
const ofPublicGroup = sql`(select ${groups.status} from ${groups} where ${groups.id} = ${events.groupId}) = 'approved'`;

const inGroup = eq(events.groupId, sql.placeholder('group'));

/** A group's events, for whoever may see the group. */
export function eventsOfGroup(
  db: Database,
  viewer: Viewer | null,
  group: number,
  filter: Pick<EventFilter, 'when' | 'limit' | 'cursor'>,
  now: Date,
) {
  return listByTime(db, viewer, { ...filter, group }, now, [[true, 'g', inGroup]]);
}

async function listByTime(
  db: Database,
  viewer: Viewer | null,
  filter: Pick<EventFilter, 'when' | 'limit'> & Partial<EventFilter>,
  now: Date,
  parts: Part[],
) {
  const after = startCursor.decode(filter.cursor);
  const given = [
    ...parts,
    [after, 'a', filter.when === 'past' ? isBefore : isAfter] satisfies Part,
  ].filter(([value]) => value !== undefined);
  const shape = given.map(([, letter]) => letter).join('');
  const list = statement(db, `events_${filter.when}_${shape}`, (sqlDb) => {
    const ids = pageOfIds(
      sqlDb,
      filter.when,
      given.map(([, , condition]) => condition),
    ).as('page');
    return selectCards(sqlDb)
      .where(inArray(events.id, sqlDb.select({ id: ids.id }).from(ids)))
      .orderBy(...inOrder(filter.when));
  });
  const rows = await list.execute({
    viewer: viewer?.id ?? '',
    now,
    q: filter.q && containing(filter.q),
    location: filter.location && containing(filter.location),
    category: filter.category,
    group: filter.group,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: filter.limit + 1,
  });
  return toPage(rows, viewer, filter.limit);
}

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
          upcoming
            ? sql`${events.startTime} >= ${sql.placeholder('now')}`
            : sql`${events.startTime} < ${sql.placeholder('now')}`,
          after && (upcoming ? isAfter : isBefore),
        ),
      )
      .orderBy(...inOrder(filter.when))
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

/** The facts that decide what a viewer may do with an event. */
export async function eventFacts(
  db: Reader,
  id: number,
  viewer: Viewer | null,
): Promise<EventFacts | undefined> {
  const [found] = await db
    .select({
      status: events.status,
      endTime: events.endTime,
      group: { status: groups.status, createdById: groups.createdById },
      membership: membershipColumns,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(
      memberships,
      and(eq(memberships.groupId, events.groupId), eq(memberships.userId, viewer?.id ?? '')),
    )
    .where(eq(events.id, id));
  return found;
}

/**
 * The same facts, held until the transaction ends: first the viewer's membership, then the event. Whoever
 * changes both takes them in this order, after the group's lock if it needs that.
 */
export async function lockedEventFacts(
  tx: Transaction,
  id: number,
  viewer: Viewer,
): Promise<EventFacts | undefined> {
  const [event] = await tx
    .select({ groupId: events.groupId })
    .from(events)
    .where(eq(events.id, id));
  if (!event) return undefined;
  const membership = await lockedMembership(tx, event.groupId, viewer.id);
  const [found] = await tx
    .select({
      status: events.status,
      endTime: events.endTime,
      group: { status: groups.status, createdById: groups.createdById },
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, id))
    .for('no key update', { of: events });
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

export const allCategories = (db: Reader) => db.select().from(categories).orderBy(categories.id);
