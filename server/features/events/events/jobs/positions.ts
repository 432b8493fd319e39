import { and, gt, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { handleTogether } from '#platform/jobs/items.ts';
import { positionOf } from '../policy/venue.ts';
import { isLocal } from '../queries/near.ts';
import { events } from '../tables.ts';

const batchSize = 500;

/**
 * Finds the positions of events that have none: those that the version before wrote, and those of
 * places that nobody knew then.
 * @returns how many events it placed
 */
export async function findPositions(db: Database): Promise<number> {
  let placed = 0;
  for (let lastId = 0; ;) {
    const rows = await unplacedAfter(db, lastId);
    placed += await handleTogether(rows, (some) => writePositions(db, some));
    if (rows.length < batchSize) return placed;
    lastId = rows.at(-1)?.id ?? lastId;
  }
}

/** The version before knew one position alone, that of the postcode, so a closed venue gets both. */
const isUnplaced = and(
  isNull(events.venueEasting),
  or(
    and(isNull(events.easting), or(isNotNull(events.town), isNotNull(events.postcode))),
    and(not(events.placePublic), isNotNull(events.postcode)),
  ),
);

const unplacedAfter = (db: Database, lastId: number) =>
  db
    .select({
      id: events.id,
      placePublic: events.placePublic,
      postcode: events.postcode,
      town: events.town,
      onlineUrl: events.onlineUrl,
      inPersonToo: events.inPersonToo,
    })
    .from(events)
    .where(and(gt(events.id, lastId), isUnplaced, isLocal))
    .orderBy(events.id)
    .limit(batchSize);

/** An event that was changed in the meantime keeps its own position. */
async function writePositions(
  db: Database,
  rows: Awaited<ReturnType<typeof unplacedAfter>>,
): Promise<number> {
  const found = rows
    .map((row) => ({ ...row, ...positionOf(row) }))
    .filter(({ easting, venueEasting }) => easting !== null || venueEasting !== null);
  if (found.length === 0) return 0;
  const each = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
    as each (id int, town text, postcode text, "placePublic" boolean, easting int, northing int,
      "venueEasting" int, "venueNorthing" int)`;
  const updated = await db
    .update(events)
    .set({
      easting: sql`each.easting`,
      northing: sql`each.northing`,
      venueEasting: sql`each."venueEasting"`,
      venueNorthing: sql`each."venueNorthing"`,
    })
    .from(each)
    .where(
      sql`${events.id} = each.id and ${isUnplaced}
        and ${events.placePublic} = each."placePublic"
        and ${events.town} is not distinct from each.town
        and ${events.postcode} is not distinct from each.postcode`,
    )
    .returning({ id: events.id });
  return updated.length;
}
