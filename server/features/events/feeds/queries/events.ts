import { and, desc, eq, sql } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { calendarFields } from '#contract/events/calendar-text.ts';
import { pickFields } from '#contract/events/event-fields.ts';
import type { CalendarFeed } from '#contract/events/feeds.ts';
import { feedDays, feedEntries, feedText, newEventsInFeed } from '#contract/platform/limits.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { inOrder, runSearch } from '#platform/db/search.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { categories, groups } from '#features/community/groups/tables.ts';
import {
  fromParam,
  publicEventQuery,
  filterValues,
  isInGroup,
  startOrder,
  isInPublicGroup,
  pageOfIds,
  nowParam,
  isScheduled,
  upcomingFrom,
  type PublicFilter,
} from '#features/events/events/queries/list.ts';
import { unansweredIds } from '#features/events/events/queries/hosted.ts';
import { withNamed } from '#features/events/events/queries/search.ts';
import { eventDescription } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { ownMembershipColumns } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import {
  comingOrWaiting,
  eventIdsOfMember,
  isOwnRsvp,
  ownGoes,
  ownRsvp,
} from '#features/events/attendance/queries/rsvps.ts';
import { isInOwnFeed } from '../policy.ts';
import { calendarFeeds } from '#features/base/tokens/tables.ts';

/** Earlier versions only recorded a moved start. */
const lastChange =
  sql`greatest(${events.changedAt}, ${events.startSetAt}, ${events.createdAt})`.mapWith(
    events.createdAt,
  );

/** The last change of any date of a series, since its entry may show another date by now. */
const lastChangeOfSeries = sql`coalesce((
  select max(greatest(date.changed_at, date.start_set_at, date.created_at)) from ${events} date
  where date.series_id = ${events.seriesId}), ${lastChange})`.mapWith(events.createdAt);

/**
 * The fields of an event in a feed: no venue unless it is public, and a part of the description.
 */
const feedColumns = {
  id: events.id,
  title: events.title,
  description: sql<string>`left(${eventDescription}, ${sql.raw(String(feedText + 1))})`,
  audience: events.audience,
  town: events.town,
  location: sql<string | null>`case when ${events.placePublic} then ${events.location} end`,
  postcode: sql<string | null>`case when ${events.placePublic} then ${events.postcode} end`,
  ...pickFields(events, calendarFields),
  startTime: events.startTime,
  endTime: events.endTime,
  status: events.status,
  revision: events.revision,
  createdAt: events.createdAt,
  /** Derived from stored times, so an unchanged event is byte for byte identical at each read. */
  changedAt: lastChange,
  groupName: groups.name,
};

const sinceParam = boundParam('since', 'timestamptz');
const isRecent = sql`${events.startTime} > ${sinceParam}`;
const endsSince = sql`${events.endTime} > ${boundParam('from', 'timestamptz')}`;
const isCancelled = sql`${events.status} = 'cancelled'`;

/** Upcoming events before past ones, nearest first: when the feed is full, these remain. */
const nearestFirst = [
  sql`${events.endTime} <= ${nowParam}`,
  sql`abs(extract(epoch from ${events.startTime} - ${nowParam}))`,
  events.id,
];

const windowOf = (now: Date) => ({ now, since: new Date(now.getTime() - feedDays * day) });

/**
 * Lists public events for a calendar, with the fields a visitor may see: upcoming, recent and
 * cancelled ones.
 */
export function publicEvents(db: Database, filter: PublicFilter, now: Date) {
  const query = publicEventQuery(null, filter);
  const name = `events_feed_${filter.from ? 'f' : ''}${query.letters}`;
  const build = (sqlDb: Database) => {
    const endsSinceFrom = filter.from === undefined ? undefined : endsSince;
    const page = { ...query, size: feedEntries };
    const coming = pageOfIds({ ...page, begins: upcomingFrom });
    const past = pageOfIds({
      ...page,
      past: true,
      after: isRecent,
      begins: filter.from ? fromParam : undefined,
    });
    const off = inOrder({
      table: events,
      key: startOrder,
      descending: true,
      within: and(isCancelled, isRecent, endsSinceFrom, query.within),
      match: and(query.vicinity?.match, query.match),
      joined: query.joined,
      limit: feedEntries,
    });
    return sqlDb
      .select(feedColumns)
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .where(
        sql`${events.id} = any (array((${coming}) union all (${past}) union all (${withNamed(query.lookup, sql`select id from (${off}) off`)})))`,
      )
      .orderBy(...nearestFirst)
      .limit(feedEntries);
  };
  // A feed by words sorts all of thousands of events that have them.
  const isLong = query.isLong || query.lookup !== undefined;
  return runSearch(db, { name, isLong }, build, {
    ...windowOf(now),
    ...filterValues(filter),
  });
}

/** An event as public feeds contain it. */
export type FeedEvent = Awaited<ReturnType<typeof publicEvents>>[number];

/**
 * The upcoming and recent events that a member attends or waits for, with the venue; with `asked`
 * also those whose question they haven't answered.
 */
export async function ownEvents(db: Database, userId: string, asked: boolean, now: Date) {
  const entered = eventIdsOfMember(sql.placeholder('viewer'), ...comingOrWaiting);
  const own = asked ? sql`${entered} union all (${unansweredIds(feedEntries)})` : entered;
  const list = statement(db, `events_feed_own${asked ? '_asked' : ''}`, (sqlDb) =>
    sqlDb
      .select({
        ...feedColumns,
        location: events.location,
        postcode: events.postcode,
        onlineUrl: events.onlineUrl,
        going: ownGoes,
        group: { status: groups.status, createdById: groups.createdById },
        membership: ownMembershipColumns,
      })
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .leftJoin(
        memberships,
        and(
          eq(memberships.groupId, events.groupId),
          eq(memberships.userId, sql.placeholder('viewer')),
        ),
      )
      .leftJoin(ownRsvp, isOwnRsvp)
      .where(and(sql`${events.id} in (${own})`, isRecent, sql`${events.status} <> 'hidden'`))
      .orderBy(...nearestFirst)
      .limit(feedEntries),
  );
  const rows = await list.execute({ ...windowOf(now), viewer: userId });
  return rows.filter((row) => isInOwnFeed(userId, row, now));
}

/**
 * Lists the latest created public events, newest first; a series once, by the first of its dates
 * that takes place.
 */
export function newestEvents(db: Database, groupId: number | undefined) {
  const ofGroup = groupId === undefined ? undefined : isInGroup;
  const name = groupId === undefined ? 'events_newest' : 'events_newest_g';
  const list = statement(db, name, (sqlDb) => {
    const ids = inOrder({
      table: events,
      key: [events.createdAt, events.id],
      descending: true,
      within: and(isScheduled, ofGroup),
      match: and(isInPublicGroup, isFirstOfSeries),
      limit: newEventsInFeed,
    });
    return sqlDb
      .select({
        ...feedColumns,
        changedAt: lastChangeOfSeries,
        seriesId: events.seriesId,
        category: categories.name,
      })
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .innerJoin(categories, eq(categories.id, events.categoryId))
      .where(sql`${events.id} in (select id from (${ids}) newest)`)
      .orderBy(desc(events.createdAt), desc(events.id));
  });
  return list.execute({ group: groupId });
}

export type NewEvent = Awaited<ReturnType<typeof newestEvents>>[number];

const isFirstOfSeries = sql`(${events.seriesId} is null or ${events.id} = (
  select earliest.id from ${events} earliest
  where earliest.series_id = ${events.seriesId} and earliest.status = 'scheduled'
  order by earliest.start_time, earliest.id limit 1))`;

/**
 * Returns the owner of a calendar address, and when it was last read; undefined for an invalid
 * address, or a banned owner.
 */
export async function ownerOfFeed(db: Database, hash: string) {
  const byToken = statement(db, 'feed_owner', (sqlDb) =>
    sqlDb
      .select({ id: users.id, lastReadAt: calendarFeeds.lastReadAt })
      .from(calendarFeeds)
      .innerJoin(users, eq(users.id, calendarFeeds.userId))
      .where(and(eq(calendarFeeds.tokenHash, sql.placeholder('hash')), eq(users.isActive, true))),
  );
  const [found] = await byToken.execute({ hash });
  return found;
}

export async function feedOf(db: Reader, viewer: Viewer): Promise<CalendarFeed> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt, lastReadAt: calendarFeeds.lastReadAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, viewer.id));
  return {
    active: feed !== undefined,
    createdAt: feed?.createdAt.toISOString() ?? null,
    lastReadAt: feed?.lastReadAt?.toISOString() ?? null,
  };
}
