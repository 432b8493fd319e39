import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import type { LastVenue } from '#contract/events/event-search.ts';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Viewer } from '#platform/viewer.ts';
import { answers, rsvps, waitlist } from '#features/events/attendance/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { events } from '../tables.ts';
import { isHiddenFromViewer, selectCards } from './cards.ts';
import { isAfter, isBefore, key, scheduled, startCursor, toPage } from './list.ts';

const limit = sql`${sql.placeholder('limit')}::int`;
const isOrganised = sql`${memberships.userId} = ${sql.placeholder('viewer')} and ${memberships.isOrganizer}`;

interface HostedFilter {
  when: 'upcoming' | 'past';
  limit: number;
  cursor?: string | undefined;
}

/**
 * Lists the events of the groups that the viewer organises: upcoming soonest first, past latest
 * first.
 */
export async function eventsHosted(db: Database, viewer: Viewer, filter: HostedFilter, now: Date) {
  const after = startCursor.decode(filter.cursor);
  const upcoming = filter.when === 'upcoming';
  const order = key.map(upcoming ? asc : desc);
  const list = statement(db, `events_hosted_${filter.when}${after ? '_a' : ''}`, (sqlDb) => {
    const within = and(
      scheduled,
      upcoming
        ? sql`${events.startTime} >= ${sql.placeholder('now')}`
        : sql`${events.startTime} < ${sql.placeholder('now')}`,
      after && (upcoming ? isAfter : isBefore),
    );
    // Reads a page from each group's index in order of time, so no plan reads the events of all
    // groups.
    const ids = sql`select page.id from ${memberships} cross join lateral
      (select ${events.id}, ${events.startTime} from ${events} where ${events.groupId} = ${memberships.groupId} and ${within}
        order by ${sql.join(order, sql`, `)} limit ${limit}) page
      where ${isOrganised}`;
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
    limit: filter.limit + 1,
  });
  return toPage(rows, viewer, filter.limit, now);
}

/**
 * Lists the upcoming events that ask every member of a group, and whose question the viewer hasn't
 * answered, soonest first.
 */
export async function eventsAsking(
  db: Database,
  viewer: Viewer,
  filter: Omit<HostedFilter, 'when'>,
  now: Date,
) {
  const after = startCursor.decode(filter.cursor);
  const list = statement(db, `events_asking${after ? '_a' : ''}`, (sqlDb) => {
    const within = and(
      scheduled,
      sql`${events.startTime} > ${sql.placeholder('now')}`,
      sql`(${events.rsvpClosesAt} is null or ${events.rsvpClosesAt} > ${sql.placeholder('now')})`,
      sql`coalesce(${events.asksEverybody}, asking.asks_everybody)`,
      ...[rsvps, waitlist].map(isNotIn),
      sql`not exists (select from ${answers} where ${answers.eventId} = ${events.id} and ${answers.userId} = ${memberships.userId} and ${answers.cant})`,
      after && isAfter,
    );
    const ids = sql`select page.id from ${memberships}
      join ${groups} asking on asking.id = ${memberships.groupId} and asking.status = 'approved'
      cross join lateral (select ${events.id}, ${events.startTime} from ${events}
        where ${events.groupId} = ${memberships.groupId} and ${within}
        order by ${sql.join(key, sql`, `)} limit ${limit}) page
      where ${memberships.userId} = ${sql.placeholder('viewer')} and ${memberships.status} = 'approved'`;
    return selectCards(sqlDb)
      .where(and(sql`${events.id} = any (array(${ids}))`, sql`not ${isHiddenFromViewer}`))
      .orderBy(...key)
      .limit(sql.placeholder('limit'));
  });
  const rows = await list.execute({
    viewer: viewer.id,
    now,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: filter.limit + 1,
  });
  return toPage(rows, viewer, filter.limit, now);
}

const isNotIn = (table: typeof rsvps | typeof waitlist) => sql`not exists (
  select from ${table} where ${table.eventId} = ${events.id} and ${table.userId} = ${memberships.userId})`;

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
