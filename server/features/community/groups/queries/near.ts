import { and, sql, type SQL } from 'drizzle-orm';
import { boundParam } from '#platform/db/fast/statements.ts';
import { inOrderAt, type Search } from '#platform/db/search.ts';
import { findPlace } from '#platform/geo/find-place.ts';
import { milesBetween, type Position } from '#platform/geo/plane.ts';
import { groups } from '../tables.ts';

const namedTowns = sql`unnest(${boundParam('towns', 'text[]')}) place(name)`;
const townOfGroup = sql`lower(split_part(${groups.location}, ',', 1))`;
/** Matches groups in any of the towns, without an index. */
export const inTowns = sql`coalesce(${townOfGroup} in (select name from ${namedTowns}), false)`;

/** Reads a page of each town along its index, so that the rows read don't grow with the groups. */
export const townByTown = (ordered: Search): SQL =>
  inOrderAt(sql`select name from ${namedTowns}`, {
    ...ordered,
    within: and(ordered.within, sql`${townOfGroup} = place.name`),
  });

/** A group is in the middle of its town. */
export function distanceFrom(centre: Position, location: string | null) {
  const place = location === null ? undefined : findPlace(location);
  return place && { distanceMiles: Math.round(milesBetween(centre, place.position) * 10) / 10 };
}
