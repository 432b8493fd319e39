import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import {
  answers,
  addedAttendees,
  guestRsvps,
  rsvps,
  waitlist,
} from '#features/events/attendance/tables.ts';
import { comments } from '#features/events/comments/tables.ts';
import { markCancelled } from '#features/events/events/mutations/events.ts';
import { events } from '#features/events/events/tables.ts';
import { renumber } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { undoRefusal } from '../policy/access.ts';
import { earlierChanges } from '../policy/forms.ts';
import { knownEvents } from '../queries/imports.ts';
import { importedEvents, imports, type Earlier } from '../tables.ts';
import { change } from './change.ts';
import { decline } from './followed.ts';
import { lockImport } from './imports.ts';

/**
 * Takes an import back. Events that it created are deleted, or cancelled where people have answered
 * or written; those that it changed have their earlier values again. A suggestion that nothing was
 * published of is declined.
 * @throws Refusal `not_found`, `forbidden`, `conflict` once it is too late
 */
export async function undoImport(
  db: Database,
  viewer: Viewer,
  id: number,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { groupId, earlier, suggested, entries, publishedAt } = await lockImport(tx, viewer, id);
    demand(undoRefusal(publishedAt, now));
    if (suggested && publishedAt === null) await decline(tx, groupId, entries);
    await takeBackCreated(tx, viewer, id, now);
    await restore(tx, viewer, { groupId, earlier }, config, now);
    await tx.delete(imports).where(eq(imports.id, id));
  });
}

async function takeBackCreated(
  tx: Transaction,
  viewer: Viewer,
  importId: number,
  now: Date,
): Promise<void> {
  const made = await tx
    .delete(importedEvents)
    .where(eq(importedEvents.importId, importId))
    .returning();
  const eventIds = made.flatMap(({ eventId }) => eventId ?? []);
  const seriesIds = made.flatMap(({ seriesId }) => seriesId ?? []);
  await tx
    .select({ id: series.id })
    .from(series)
    .where(inArray(series.id, seriesIds))
    .orderBy(asc(series.id))
    .for('no key update');
  const rows = await tx
    .select({ id: events.id, status: events.status, endTime: events.endTime, isInUse })
    .from(events)
    .where(or(inArray(events.id, eventIds), inArray(events.seriesId, seriesIds)))
    .orderBy(asc(events.id))
    .for('update', { of: events });
  const [inUse, unused] = [rows.filter((row) => row.isInUse), rows.filter((row) => !row.isInUse)];
  await tx.delete(events).where(
    inArray(
      events.id,
      unused.map(({ id }) => id),
    ),
  );
  for (const { id, endTime } of inUse) if (endTime > now) await markCancelled(tx, viewer, id, now);
  await tx
    .delete(series)
    .where(
      and(
        inArray(series.id, seriesIds),
        sql`not exists (select from ${events} where ${events.seriesId} = ${series.id})`,
      ),
    );
  if (seriesIds.length > 0) await renumber(tx, seriesIds);
}

/** Somebody has answered or written: they keep the event, and are told that it is cancelled. */
const isInUse = sql<boolean>`(${sql.join(
  [rsvps, waitlist, guestRsvps, addedAttendees, answers, comments].map(
    (table) => sql`exists (select from ${table} where ${table.eventId} = ${events.id})`,
  ),
  sql` or `,
)})`;

/** The latest change first: an event may have been changed twice. */
async function restore(
  tx: Transaction,
  viewer: Viewer,
  { groupId, earlier }: { groupId: number; earlier: Earlier[] },
  config: Config,
  now: Date,
): Promise<void> {
  const uids = earlier.map(({ uid }) => uid);
  const known = await knownEvents(tx, groupId, uids, now);
  for (const { uid, draft, fields } of earlier.toReversed()) {
    const target = known.get(uid);
    if (!target || target.isOver) continue;
    await change(tx, viewer, target, earlierChanges(fields), config, now);
    await tx
      .update(importedEvents)
      .set({ draft })
      .where(and(eq(importedEvents.groupId, groupId), eq(importedEvents.uid, uid)));
  }
}
