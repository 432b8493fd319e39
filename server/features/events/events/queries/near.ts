import { and, sql, type SQL } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { NearbyTown } from '#contract/events/event-search.ts';
import { hour } from '#contract/platform/durations.ts';
import { nearby, townsOffered } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { inOrderAt, type Search } from '#platform/db/search.ts';
import { townsNear } from '#platform/geo/nearby.ts';
import { groups } from '#features/community/groups/tables.ts';
import { events } from '../tables.ts';

/** Around London there are 539; an index look-up for each tells whether it has events. */
const maxAround = 600;

/** Cached only for known places, a few kilobytes each: anybody can make up names. */
const townNamesCache = new LRUCache<string, string[]>({ max: 200, ttl: hour });

/**
 * Names of the towns near a place, nearest first, beginning with the place itself even if no
 * list contains it.
 */
export function townNamesNear(place: string): string[] {
  const lowerCase = place.toLowerCase();
  const cached = townNamesCache.get(lowerCase);
  if (cached) return cached;
  const [first = ''] = lowerCase.split(',');
  const around = townsNear(place, { within: nearby.miles, atMost: maxAround });
  const names = [...new Set([first.trim(), ...around.flatMap((town) => town.names)])];
  if (around.length > 0) townNamesCache.set(lowerCase, names);
  return names;
}

const nowParam = boundParam('now', 'timestamptz');
const namedTowns = sql`unnest(${boundParam('towns', 'text[]')}) place(name)`;
const isScheduled = sql`${events.status} = 'scheduled'`;
const isInTown = sql`lower(${events.town}) = place.name`;
/** An event that takes place only online is near nobody. */
export const isLocal = sql`(${events.onlineUrl} is null or ${events.inPersonToo})`;

/** How lists find the events around a place: town by town, or square by square. */
export interface Vicinity {
  /** A part of the statement's name. */
  letters: string;
  /** Selects the towns or squares. */
  places: (span?: SQL) => SQL;
  /** The number of a row of `place` among the marks of events. */
  mark: SQL;
  /** Matches an event in a row of `place`, by an index in order of time. */
  isThere: SQL;
  /** Matches those of them that count. */
  exactly: SQL;
  /** Matches an event anywhere in it, without an index. */
  match: SQL;
}

export const vicinityByTown: Vicinity = {
  letters: 't',
  places: nearestTowns,
  mark: sql`hashtext(place.name)`,
  isThere: isInTown,
  exactly: isLocal,
  // The names are hashed, however many there are.
  match: sql`coalesce(lower(${events.town}) in (select name from ${namedTowns}), false) and ${isLocal}`,
};

/** Selects the nearest towns of placeholder `towns` that have any events. */
function nearestTowns(span?: SQL): SQL {
  // A subquery for each name, which no plan turns into a join that would read all events.
  const has = sql`(select true from ${events} where ${isScheduled} and ${isInTown} ${span ? sql`and ${span}` : sql``} limit 1)`;
  return sql`select name from ${namedTowns} where coalesce(${has}, false) limit ${sql.raw(String(nearby.towns))}`;
}

/** Selects the keys of a page of events around a place: of `places`, towns or squares of it. */
export const inOrderNear = ({ isThere, exactly }: Vicinity, search: Search, places: SQL): SQL =>
  inOrderAt(places, {
    ...search,
    within: and(search.within, isThere),
    match: and(exactly, search.match),
  });

/** The numbers of the towns or squares among the marks of events. */
export const marksOf = ({ mark, places }: Vicinity, span?: SQL): SQL =>
  sql`array(select ${mark} from (${places(span)}) place)`;

/** How far, and to how many towns, a search extends where events are few. */
const farAround = { within: 150, atMost: 2_500 };
/** The most events of a town that are checked for one in a public group. */
const maxCheckedPerTown = 25;

/** Lists the towns nearest to a place that have public events, under way or to come. */
export async function townsWithEvents(
  db: Database,
  place: string | undefined,
  now: Date,
): Promise<NearbyTown[]> {
  const towns = place ? townsNear(place, farAround) : [];
  if (towns.length === 0) return [];
  const isPublic = sql`(select ${groups.status} from ${groups} where ${groups.id} = next.group_id) = 'approved'`;
  const has = sql`(select true from (select ${events.groupId} from ${events}
      where ${isScheduled} and ${isInTown} and ${events.startTime} > ${nowParam}
      order by ${events.startTime}, ${events.id} limit ${sql.raw(String(maxCheckedPerTown))}) next
    where ${isPublic} limit 1)`;
  const underWay = sql`select lower(${events.town}) from ${events} join ${groups} on ${groups.id} = ${events.groupId}
    where ${isScheduled} and tstzrange(${events.startTime}, ${events.endTime}) @> ${nowParam}
      and ${groups.status} = 'approved' and ${events.town} is not null`;
  const list = statement(db, 'event_towns', (sqlDb) =>
    sqlDb
      .select({ name: sql<string>`place.name` })
      .from(namedTowns)
      .where(sql`(coalesce(${has}, false) or place.name in (${underWay}))`)
      .limit(townsOffered * 2),
  );
  const rows = await list.execute({ towns: towns.flatMap(({ names }) => names), now });
  const found = new Set(rows.map(({ name }) => name));
  return towns
    .filter(({ names }) => names.some((name) => found.has(name)))
    .slice(0, townsOffered)
    .map(({ name, miles }) => ({ name, miles }));
}
