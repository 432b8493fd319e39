import { and, desc, eq, gt, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { daysAfter } from '#contract/platform/days.ts';
import { startOfDay } from '#contract/platform/london-time.ts';
import type { listEvents } from '#contract/events/events.ts';
import { listLimit } from '#contract/platform/limits.ts';
import type { Count } from '#contract/platform/values.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import {
  inOrder,
  pageOf,
  rawNumber,
  runSearch,
  wordValues,
  type Search,
} from '#platform/db/search.ts';
import { boundParam, roundedUp, statement } from '#platform/db/fast/statements.ts';
import { wordPatterns } from '#platform/db/words.ts';
import { centreOf } from '#platform/geo/circle.ts';
import type { Position } from '#platform/geo/plane.ts';
import { groups } from '#features/community/groups/tables.ts';
import { countUpTo, cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  comingOrWaiting,
  eventIdsOfMember,
  ownRsvp,
} from '#features/events/attendance/queries/rsvps.ts';
import { dayNumber, events } from '../tables.ts';
import { isHiddenFromViewer, selectCards, toCard, type CardRow } from './cards.ts';
import { rarestFirst, vicinityOf, vicinityValues } from './filters.ts';
import { inOrderNear, marksOf, type Vicinity } from './near.ts';
import {
  eventSearch,
  lettersOfSearch,
  withNamed,
  type EventSearch,
  type Lookup,
} from './search.ts';

export const startCursor = cursorOf(TimeAndId);

export type EventFilter = z.output<(typeof listEvents)['query']>;
/** The filters on public events. */
export type PublicFilter = Partial<Omit<EventFilter, 'when' | 'limit' | 'cursor'>>;

/** One optional part of a list: a letter for the statement's name, and its condition. */
type Part = [given: unknown, letter: string, condition: SQL | undefined];

/** The conditions of a list of events. */
interface EventQuery extends Omit<EventSearch, 'isLong'> {
  /** Whether the whole list may be read for nothing. */
  isLong?: boolean | undefined;
  /** The part of a statement's name that says which conditions it has. */
  letters: string;
  /** The conditions that an index in order of time answers. */
  within: SQL | undefined;
  /** The surroundings of a place, of which each town or square is read by itself. */
  vicinity?: Vicinity | undefined;
}

export const startOrder = [events.startTime, events.id];
const eventPosition = sql`(${events.startTime}, ${events.id})`;
const cursorPosition = sql`(${boundParam('afterTime', 'timestamptz')}, ${boundParam('afterId', 'int')})`;
export const isAfterCursor = sql`${eventPosition} > ${cursorPosition}`;
export const isBeforeCursor = sql`${eventPosition} < ${cursorPosition}`;
export const isScheduled = sql`${events.status} = 'scheduled'`;
export const nowParam = boundParam('now', 'timestamptz');
export const fromParam = boundParam('from', 'timestamptz');
/** The beginning of upcoming events; `greatest` leaves out a day that isn't given. */
export const upcomingFrom = sql`greatest(${nowParam}, ${fromParam})`;
const startsSince = (moment: SQL) => sql`${events.startTime} >= ${moment}`;
const hasEnded = sql`${events.startTime} <= ${nowParam} and ${events.endTime} <= ${nowParam}`;

/**
 * Selects events that are under way at a moment, and began before it. They are few, so their range
 * is read before any other condition applies.
 */
export const begunBefore = (moment: SQL) =>
  sql`select * from ${events} where ${isScheduled} and ${events.startTime} < ${moment}
    and tstzrange(${events.startTime}, ${events.endTime}) @> ${moment} offset 0`;

const byTime = (when: EventFilter['when']) =>
  when === 'past' ? [desc(events.startTime), desc(events.id)] : [events.startTime, events.id];

/** The conditions of one page of events. */
interface PageQuery extends Omit<EventQuery, 'letters' | 'isLong'> {
  past?: boolean;
  /** A moment: the events start since then, or are under way. */
  begins: SQL | undefined;
  /** The condition of a cursor, or of the earliest event. */
  after?: SQL | undefined;
  size: number;
}

/** The ids of one page of events that meet every condition. */
export function pageOfIds(query: PageQuery): SQL {
  const { past = false, begins, after, match, joined, lookup, vicinity, size } = query;
  const isOver = past ? hasEnded : undefined;
  const span = and(begins && startsSince(begins), isOver);
  const page = { table: events, key: startOrder, descending: past, match, joined, limit: size };
  const within = and(isScheduled, span, after);
  const ordered = vicinity
    ? { ...page, within, match: and(query.within, match) }
    : { ...page, within: and(within, query.within) };
  const ahead = lookup
    ? inOrderFound(lookup, ordered, and(span, after), vicinity)
    : vicinity
      ? inOrderNear(vicinity, ordered, vicinity.places(span))
      : inOrder(ordered);
  if (!begins) return withNamed(lookup, sql`select id from (${ahead}) page`);
  const begun = inOrder(
    { ...page, within: and(isOver, after, query.within), match: and(vicinity?.match, match) },
    begunBefore(begins),
  );
  return withNamed(
    lookup,
    sql`select id from ((${ahead}) union all (${begun}) ${pageOf(page)}) page`,
  );
}

/** A list of days has at most two to the power of this. */
const maxDoublings = 14;

/**
 * Selects a page of those that the index finds: of one day first, then of the next two, four and so
 * on, until the page is full. The loop ends with the page, since nothing sorts what comes out of it.
 */
function inOrderFound(
  { isCommon, own, ofNamed }: Lookup,
  ordered: Search,
  span: SQL | undefined,
  vicinity: Vicinity | undefined,
): SQL {
  const page = { ...ordered, match: and(vicinity?.match, ordered.match) };
  const places = vicinity && marksOf(vicinity, span);
  const day = (end: 'min' | 'max', time?: SQL) =>
    dayNumber(
      sql`(select ${sql.raw(end)}(start_time) from ${events} where ${and(isScheduled, time)})`,
    );
  const [first, last, sign] = page.descending
    ? [day('max', span), day('min'), sql.raw('-')]
    : [day('min', span), day('max'), sql.raw('+')];
  const days = sql`select array(select first ${sign} step
      from generate_series((1 << n) - 1, least((2 << n) - 2, most)) step) as days
    from (select first, abs(${last} - first) as most from (select ${first} as first) begin offset 0) span
    cross join generate_series(0, ${rawNumber(maxDoublings)}) n where (1 << n) - 1 <= most`;
  const inIndex = sql`select page.* from (${days}) chunk cross join lateral (${inOrder(page, own(sql`chunk.days`, places))}) page limit ${rawNumber(page.limit)}`;
  if (!ofNamed) return inIndex;
  const inList = { ...page, within: and(isCommon, page.within) };
  return sql`(${inIndex}) union (${inOrder(page, ofNamed(and(isScheduled, span)))})
    ${isCommon && !vicinity ? sql`union (${inOrder(inList)})` : sql``} ${pageOf(page)}`;
}

/** Lists public events by time: upcoming and current ones soonest first, past ones latest first. */
export function findEvents(db: Database, viewer: Viewer | null, filter: EventFilter, now: Date) {
  return listByTime(db, viewer, filter, publicEventQuery(viewer, filter), now);
}

/**
 * Builds the query of a filter of public events. For a signed-in viewer, `location` also searches
 * venues; for a visitor only towns.
 */
export function publicEventQuery(
  viewer: Pick<Viewer, 'id'> | null,
  filter: PublicFilter,
): EventQuery {
  const { q, location, category, group, to, free, access, online } = filter;
  const terms = eventWords(filter);
  const categoryParam = boundParam('category', 'int');
  const { match: isFound, ...found } = eventSearch(terms, {
    seesVenues: viewer !== null,
    category: category === undefined ? undefined : categoryParam,
    areFew: group !== undefined,
  });
  const around = vicinityOf(viewer, filter);
  const vicinity = group === undefined ? around : undefined;
  // The index of the rarest fact is read, but not within each town or square, which have their own.
  const [rarest, ...others] = rarestFirst(access);
  const [comparedFact] = vicinity ? [rarest] : others;
  const within: Part[] = [
    [
      vicinity ? undefined : rarest,
      rarest ?? '',
      sql.raw(`events.access @> '{"${rarest}": "yes"}'`),
    ],
    [online || undefined, 'o', sql`${events.onlineUrl} is not null`],
    [category, 'c', eq(events.categoryId, categoryParam)],
    [group, 'g', isInGroup],
    [free, 'e', sql`${events.free}`],
    [to, 'b', sql`${events.startTime} < ${boundParam('until', 'timestamptz')}`],
  ];
  const match: Part[] = [
    [true, 'p', isInPublicGroup],
    [
      q ?? location,
      `q${lettersOfSearch(terms, viewer !== null)}${found.lookup ? '' : 'g'}`,
      isFound,
    ],
    [around, `${around?.letters}${vicinity ? 'w' : ''}`, vicinity ? undefined : around?.match],
    [comparedFact, 'x', sql`${events.access} @> ${boundParam('access', 'jsonb')}`],
    [online === false || undefined, 'l', sql`${events.onlineUrl} is null`],
  ];
  const isGiven = ([value]: Part) => value !== undefined;
  const conditions = (parts: Part[]) =>
    and(...parts.filter(isGiven).map(([, , condition]) => condition));
  return {
    letters: [...within, ...match]
      .filter(isGiven)
      .map(([, letter]) => letter)
      .join(''),
    within: conditions(within),
    match: conditions(match),
    ...found,
    // No index has these facts of the events in a town or square.
    isLong: found.isLong || (vicinity && (access ?? online) !== undefined),
    vicinity,
  };
}

const eventWords = ({ q, location }: PublicFilter) => ({
  words: wordPatterns(q ?? ''),
  place: wordPatterns(location ?? ''),
});

/** The placeholders of these conditions. */
export const filterValues = (filter: PublicFilter) => ({
  ...wordValues('word', eventWords(filter).words),
  ...wordValues('place', eventWords(filter).place),
  category: filter.category,
  group: filter.group,
  ...vicinityValues(filter),
  access:
    filter.access && JSON.stringify(Object.fromEntries(filter.access.map((fact) => [fact, 'yes']))),
  from: filter.from && startOfDay(filter.from),
  until: filter.to && startOfDay(daysAfter(filter.to, 1)),
});

/** Looked up for each event: a join may read all groups for a few events. */
export const isInPublicGroup = sql`coalesce((select ${groups.status} from ${groups} where ${groups.id} = ${events.groupId}) = 'approved', false)`;

export const isInGroup = eq(events.groupId, boundParam('group', 'int'));

/** Lists a group's events, for viewers who may see the group. */
export function eventsOfGroup(
  db: Database,
  viewer: Viewer | null,
  groupId: number,
  filter: Pick<EventFilter, 'when' | 'limit' | 'cursor'>,
  now: Date,
) {
  return listByTime(
    db,
    viewer,
    { ...filter, group: groupId },
    { letters: 'g', within: isInGroup, match: undefined },
    now,
  );
}

/** Counts public events, as far as one page of them can have. */
export async function countFound(
  db: Database,
  viewer: Viewer | null,
  filter: PublicFilter & Pick<EventFilter, 'when'>,
  now: Date,
): Promise<Count> {
  const query = publicEventQuery(viewer, filter);
  const { shape, ids, values } = readPage({ ...filter, limit: listLimit }, query);
  const [found] = await runSearch(
    db,
    { name: `events_count_${shape}`, isLong: query.isLong },
    (sqlDb) => sqlDb.select({ count: sql<number>`count(*)::int` }).from(sql`(${ids()}) found`),
    { viewer: viewer?.id ?? '', now, ...values },
  );
  return countUpTo(listLimit, found?.count ?? 0);
}

async function listByTime(
  db: Database,
  viewer: Viewer | null,
  filter: TimeFilter,
  query: EventQuery,
  now: Date,
) {
  const { when } = filter;
  const { shape, ids, values } = readPage(filter, query);
  const rows = await runSearch(
    db,
    { name: `events_${shape}`, isLong: query.isLong },
    (sqlDb) =>
      // As an array, so the plan reads events by their ids: for a join of the two, the planner
      // prefers to read all events.
      selectCards(sqlDb)
        .where(sql`${events.id} = any (array(${ids()}))`)
        .orderBy(...byTime(when))
        .limit(sql.placeholder('limit')),
    { viewer: viewer?.id ?? '', now, ...values, limit: filter.limit + 1 },
  );
  return toPage(rows, viewer, filter.limit, now, centreOf(filter));
}

type TimeFilter = Pick<EventFilter, 'when' | 'limit'> & Partial<EventFilter>;

/** Prepares how the ids of a page are read; `shape` names all that their SQL depends on. */
function readPage(filter: TimeFilter, query: EventQuery) {
  const { when } = filter;
  const after = startCursor.decode(filter.cursor);
  const size = roundedUp(filter.limit + 1);
  const shape = `${when}_${filter.from ? 'f' : ''}${after ? 'a' : ''}${query.letters}_${size}`;
  const ids = () =>
    pageOfIds({
      ...query,
      past: when === 'past',
      begins: when === 'upcoming' ? upcomingFrom : filter.from ? fromParam : undefined,
      after: after && (when === 'past' ? isBeforeCursor : isAfterCursor),
      size,
    });
  const values = { ...filterValues(filter), afterTime: after?.[0], afterId: after?.[1] };
  return { shape, ids, values };
}

export function toPage(
  rows: CardRow[],
  viewer: Viewer | null,
  limit: number,
  now: Date,
  centre?: Position,
) {
  const { items, next } = cutPage(rows, limit, (last) =>
    startCursor.encode([last.startTime.getTime(), last.id]),
  );
  return { items: items.map((row) => toCard(row, viewer, now, centre)), next };
}

const attendingOrWaiting = eventIdsOfMember(sql.placeholder('viewer'), ...comingOrWaiting);

/**
 * Lists the events that the viewer attends, cancelled ones included, and upcoming ones that they
 * wait for: upcoming soonest first, past latest first.
 */
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
          upcoming ? sql`${events.id} in (${attendingOrWaiting})` : eq(ownRsvp.status, 'going'),
          (upcoming ? gte : lt)(events.startTime, sql.placeholder('now')),
          sql`not ${isHiddenFromViewer}`,
          after && (upcoming ? isAfterCursor : isBeforeCursor),
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
  return toPage(rows, viewer, filter.limit, now);
}

/** Lists a group's upcoming events that were created between two moments, soonest first. */
export const newEventsOf = (
  db: Reader,
  groupId: number,
  { since, until }: { since: Date; until: Date },
  now: Date,
) =>
  db
    .select({ id: events.id, title: events.title, startTime: events.startTime, town: events.town })
    .from(events)
    .where(
      and(
        eq(events.groupId, groupId),
        isScheduled,
        gt(events.startTime, now),
        gt(events.createdAt, since),
        lte(events.createdAt, until),
      ),
    )
    .orderBy(events.startTime, events.id)
    .limit(10);
