import { and, asc, desc, eq, ne, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import type { LastVenue } from '#contract/events/event-search.ts';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Viewer } from '#platform/viewer.ts';
import { hasAnswered } from '#features/events/attendance/queries/rsvps.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { events } from '../tables.ts';
import { isHiddenFromViewer, selectCards } from './cards.ts';
import {
  isAfterCursor,
  isBeforeCursor,
  startOrder,
  isScheduled,
  startCursor,
  toPage,
} from './list.ts';

const limitParam = sql`${sql.placeholder('limit')}::int`;

interface HostedFilter {
  when: 'upcoming' | 'past';
  limit: number;
  cursor?: string | undefined;
}

const nowParam = sql`${sql.placeholder('now')}::timestamptz`;

const hasBegun = sql`${events.startTime} < ${nowParam}`;

/** An event that began within a day is ahead of its organisers until it ends: they are at its door. */
const isAhead = sql`(${events.startTime} >= ${nowParam} - interval '1 day'
  and (${events.startTime} >= ${nowParam} or ${events.endTime} > ${nowParam}))`;

/**
 * Lists the events of the groups that the viewer organises: upcoming soonest first, past latest
 * first.
 */
export function eventsHosted(db: Database, viewer: Viewer, filter: HostedFilter, now: Date) {
  const isThen = filter.when === 'upcoming' ? isAhead : and(hasBegun, not(isAhead));
  const query = {
    name: 'events_hosted',
    within: and(isScheduled, isThen),
    ofMember: memberships.isOrganizer,
  };
  return listOfGroups(db, viewer, filter, query, now);
}

/**
 * Lists the upcoming events that ask every member of a group, and whose question the viewer hasn't
 * answered, soonest first.
 */
export const eventsAsking = (
  db: Database,
  viewer: Viewer,
  { series, ...filter }: Omit<HostedFilter, 'when'> & { series: 'each' | 'next' },
  now: Date,
) => {
  const query = series === 'next' ? unansweredOnceQuery : unansweredQuery;
  return listOfGroups(db, viewer, { ...filter, when: 'upcoming' }, query, now);
};

interface OfGroups {
  name: string;
  /** The events that are wanted of a group. */
  within: SQL | undefined;
  /** The memberships whose groups are searched. */
  ofMember: SQLWrapper;
}

const earlier = alias(events, 'earlier');

const isUnanswered = (event: typeof events | typeof earlier) =>
  and(
    eq(event.status, sql`'scheduled'`),
    sql`${event.startTime} > ${sql.placeholder('now')}`,
    sql`(${event.rsvpClosesAt} is null or ${event.rsvpClosesAt} > ${sql.placeholder('now')})`,
    sql`coalesce(${event.asksEverybody}, own.asks_everybody)`,
    not(hasAnswered(event.id, memberships.userId)),
  );

/** Finds an earlier date of the event's series that asks, too. */
const asksEarlier = sql`exists (select from ${events} ${sql.identifier('earlier')}
  where ${earlier.seriesId} = ${events.seriesId}
    and (${earlier.startTime}, ${earlier.id}) < (${events.startTime}, ${events.id})
    and ${isUnanswered(earlier)})`;

const unansweredQuery: OfGroups = {
  name: 'events_asking',
  within: isUnanswered(events),
  ofMember: sql`${memberships.status} = 'approved' and own.status = 'approved'`,
};

/** Each series once, by its first date that asks. */
const unansweredOnceQuery: OfGroups = {
  ...unansweredQuery,
  name: 'events_asking_once',
  within: and(unansweredQuery.within, not(asksEarlier)),
};

/**
 * Selects ids of events of the viewer's groups. It reads a page from each group's index in order of
 * time, so no plan reads the events of all groups.
 */
const idsOfGroups = (
  { within, ofMember }: Omit<OfGroups, 'name'>,
  order: SQL[],
  size: SQLWrapper,
): SQL => sql`select page.id from ${memberships} join ${groups} own on own.id = ${memberships.groupId} cross join lateral
  (select ${events.id}, ${events.startTime} from ${events} where ${events.groupId} = ${memberships.groupId} and ${within}
    order by ${sql.join(order, sql`, `)} limit ${size}) page
  where ${memberships.userId} = ${sql.placeholder('viewer')} and ${ofMember}`;

/** Selects ids of events whose question the viewer hasn't answered: the next ones of each group. */
export const unansweredIds = (most: number): SQL =>
  idsOfGroups(unansweredQuery, startOrder.map(asc), sql.raw(String(most)));

async function listOfGroups(
  db: Database,
  viewer: Viewer,
  { when, cursor, limit: size }: HostedFilter,
  { name, within, ofMember }: OfGroups,
  now: Date,
) {
  const after = startCursor.decode(cursor);
  const upcoming = when === 'upcoming';
  const order = startOrder.map(upcoming ? asc : desc);
  const list = statement(db, `${name}_${when}${after ? '_a' : ''}`, (sqlDb) => {
    const isOnPage = and(within, after && (upcoming ? isAfterCursor : isBeforeCursor));
    const ids = idsOfGroups({ within: isOnPage, ofMember }, order, limitParam);
    return selectCards(sqlDb)
      .where(and(sql`${events.id} = any (array(${ids}))`, sql`not ${isHiddenFromViewer}`))
      .orderBy(...order)
      .limit(sql.placeholder('limit'));
  });
  const rows = await list.execute({
    viewer: viewer.id,
    now,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: size + 1,
  });
  return toPage(rows, viewer, size, now);
}

/** How many of a group's last events are compared with a location. */
const lastEvents = 200;

/** Returns what the group's last event at a location said about it. */
export async function lastVenue(
  db: Database,
  groupId: number,
  location: string,
): Promise<LastVenue> {
  const last = db
    .select()
    .from(events)
    .where(eq(events.groupId, groupId))
    .orderBy(desc(events.startTime), desc(events.id))
    .limit(lastEvents)
    .as('last');
  const [found] = await db
    .select({ postcode: last.postcode, access: last.access })
    .from(last)
    .where(and(eq(sql`lower(${last.location})`, location.toLowerCase()), ne(last.status, 'hidden')))
    .orderBy(desc(last.startTime), desc(last.id))
    .limit(1);
  return { postcode: found?.postcode ?? null, access: allFacts(found?.access ?? {}) };
}
