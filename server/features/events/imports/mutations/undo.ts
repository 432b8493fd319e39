import type { CleanText } from '#contract/platform/clean-text.ts';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { hasRsvps } from '#features/events/attendance/queries/rsvps.ts';
import { comments } from '#features/events/comments/tables.ts';
import { markCancelled } from '#features/events/events/mutations/cancelling.ts';
import { inBatches } from '#features/events/events/mutations/events.ts';
import { events } from '#features/events/events/tables.ts';
import { renumberDates } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { inSteps } from '#platform/db/steps.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { undoRefusal } from '../policy/access.ts';
import { earlierChanges } from '../policy/forms.ts';
import { knownEvents } from '../queries/imports.ts';
import { importedEvents, imports, type Earlier } from '../tables.ts';
import { changeEventOrSeries } from './change.ts';
import { declineEvents } from './followed.ts';
import { deletedColumns, lockImport, lockImporting } from './imports.ts';

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
  const lock = (tx: Transaction) => lockImporting(tx, viewer, id);
  await inSteps(db, lock, async ({ run, each }) => {
    const { groupId, earlier, parts } = await run((tx) => planUndo(tx, viewer, id, now));
    await each(parts, async (tx, uids) => {
      const datesGone = await undoCreated(tx, viewer, { importId: id, uids }, now);
      await tx
        .update(imports)
        .set({ datesGone: sql`${imports.datesGone} + ${datesGone}` })
        .where(eq(imports.id, id));
    });
    // The latest change first: an event may have been changed twice.
    await each(earlier.toReversed(), (tx, before) =>
      restoreOne(tx, viewer, groupId, before, config, now),
    );
    await run((tx) => tx.update(imports).set(deletedColumns(now)).where(eq(imports.id, id)));
  });
}

/** @throws Refusal `not_found`, `forbidden`, `conflict` once it is too late */
async function planUndo(tx: Transaction, viewer: Viewer, id: number, now: Date) {
  const { groupId, earlier, suggested, entries, publishedAt } = await lockImport(tx, viewer, id);
  demand(undoRefusal(publishedAt, now));
  if (suggested && publishedAt === null) await declineEvents(tx, groupId, entries);
  const made = await tx
    .select({ uid: importedEvents.uid, seriesId: importedEvents.seriesId })
    .from(importedEvents)
    .where(eq(importedEvents.importId, id));
  const uidsOf = (isSeries: boolean) =>
    made.filter(({ seriesId }) => (seriesId !== null) === isSeries).map(({ uid }) => uid);
  const parts = [...inBatches(uidsOf(false)), ...uidsOf(true).map((uid) => [uid])];
  return { groupId, earlier, parts };
}

/**
 * Takes back events that an import has created, by their UIDs.
 * @returns how many dates to come are deleted
 */
export async function undoCreated(
  tx: Transaction,
  viewer: Viewer,
  { importId, uids }: { importId: number; uids: CleanText[] },
  now: Date,
): Promise<number> {
  const made = await tx
    .delete(importedEvents)
    .where(and(eq(importedEvents.importId, importId), inArray(importedEvents.uid, uids)))
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
    .select({ id: events.id, startTime: events.startTime, endTime: events.endTime, isInUse })
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
  for (const { id, endTime } of inUse)
    if (endTime > now) await markCancelled(tx, viewer, id, null, now);
  await tx
    .delete(series)
    .where(
      and(
        inArray(series.id, seriesIds),
        sql`not exists (select from ${events} where ${events.seriesId} = ${series.id})`,
      ),
    );
  if (seriesIds.length > 0) await renumberDates(tx, seriesIds);
  return unused.filter(({ startTime }) => startTime > now).length;
}

const hasComments = sql`exists (select from ${comments} where ${comments.eventId} = ${events.id})`;

/** Somebody has answered or written: they keep the event, and are told that it is cancelled. */
const isInUse = sql<boolean>`(${hasRsvps} or ${hasComments})`;

/** Gives a changed event its earlier values again, unless it is over. */
export async function restoreOne(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  { uid, draft, fields }: Earlier,
  config: Config,
  now: Date,
): Promise<void> {
  const target = (await knownEvents(tx, groupId, [{ uid }], now)).get(uid);
  if (!target || target.isOver) return;
  await changeEventOrSeries(tx, viewer, target, earlierChanges(fields), config, now);
  await tx
    .update(importedEvents)
    .set({ draft })
    .where(and(eq(importedEvents.groupId, groupId), eq(importedEvents.uid, uid)));
}
