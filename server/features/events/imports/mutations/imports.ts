import { and, desc, eq, isNull, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { completeImport, EventImport } from '#contract/events/imports.ts';
import { previewsKept } from '#contract/platform/limits.ts';
import { lockQuota } from '#features/base/quotas/mutations.ts';
import { quotaRefusal } from '#features/base/quotas/policy.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { requireCategory } from '#features/community/groups/queries/categories.ts';
import { actingMeter } from '#platform/acting-account.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, invalid, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Completion, ImportEntry } from '#platform/calendar/drafts.ts';
import { isDraft } from '../policy/drafts.ts';
import { withEarlierUids } from '../policy/suggestions.ts';
import {
  groupOfImport,
  measuredPreviews,
  previewOf,
  publishedAlike,
  readImport,
  requireImporter,
} from '../queries/imports.ts';
import { imports } from '../tables.ts';

/**
 * Stores the events of a calendar as a preview, in place of the group's oldest; nothing is
 * published.
 * @throws Refusal `not_found`, `forbidden`, `quota`
 */
export async function storeImport(
  db: Database,
  viewer: Viewer,
  groupId: number,
  read: ImportEntry[],
  config: Config,
  now: Date,
): Promise<EventImport> {
  const bytes = Buffer.byteLength(JSON.stringify(read));
  return transaction(db, async (tx) => {
    const { categoryId } = await lockGroup(tx, groupId);
    await requireImporter(tx, viewer, groupId);
    await lockQuota(tx, 'previewBytes', viewer.id);
    demand(quotaRefusal([await measuredPreviews(tx, viewer, config, now)], bytes));
    const entries = withEarlierUids(read, await publishedAlike(tx, groupId, read));
    const columns = { groupId, entries, createdAt: now };
    const [made] = await chargedAtMost(() =>
      tx
        .insert(imports)
        .values({ ...columns, createdById: viewer.id, bytes })
        .returning({ id: imports.id }),
    );
    if (!made) throw new Error('an insert returned no row');
    await dropOldPreviews(tx, groupId, now);
    // Reading megabytes back would keep the connection for as long again.
    const row = { ...made, ...columns, categoryId, suggested: false, publishedAt: null };
    return previewOf(tx, row, now);
  });
}

/** With more points than this, nobody could read a calendar of 5 MB; previews have a quota, too. */
const mostPoints = 50;

async function chargedAtMost<T>(write: () => PromiseLike<T>): Promise<T> {
  const meter = actingMeter();
  return meter ? meter.atMost(mostPoints, write) : write();
}

/** The values of an import that is gone: it is kept without its events, to be counted. */
export const deletedColumns = (now: Date) => ({
  entries: [],
  earlier: [],
  suggested: false,
  goneAt: now,
});

/** Keeps the group's latest previews that nobody has published. */
async function dropOldPreviews(tx: Transaction, groupId: number, now: Date): Promise<void> {
  const isPreview = and(
    eq(imports.groupId, groupId),
    eq(imports.suggested, false),
    isNull(imports.publishedAt),
    isNull(imports.goneAt),
  );
  const kept = tx
    .select({ id: imports.id })
    .from(imports)
    .where(isPreview)
    .orderBy(desc(imports.id))
    .limit(previewsKept);
  await tx
    .update(imports)
    .set(deletedColumns(now))
    .where(and(isPreview, notInArray(imports.id, kept)));
}

/**
 * Locks the import's group and the import, in this order.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function lockImport(tx: Transaction, viewer: Viewer, id: number) {
  await lockImporting(tx, viewer, id);
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
  if (!row) throw notFound('Import');
  return row;
}

/**
 * Locks the import's group, for each transaction of work on the import.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function lockImporting(tx: Transaction, viewer: Viewer, id: number): Promise<void> {
  const groupId = await groupOfImport(tx, viewer, id);
  await lockGroup(tx, groupId);
  await requireImporter(tx, viewer, groupId);
}

type Completions = z.output<typeof completeImport.body>['events'];

/**
 * Adds what events of a calendar lack.
 * @throws Refusal `not_found`, `forbidden`, `invalid`
 */
export async function completeEvents(
  db: Database,
  viewer: Viewer,
  id: number,
  sent: Completions,
  now: Date,
): Promise<EventImport> {
  return transaction(db, async (tx) => {
    const { entries } = await lockImport(tx, viewer, id);
    const byUid = new Map(sent.map(({ uid, ...completion }) => [uid, completion]));
    for (const [index, { uid }] of sent.entries()) {
      if (!entries.some((entry) => entry.uid === uid && isDraft(entry))) {
        throw invalid({ [`events.${index}.uid`]: 'This event is not in this import' });
      }
    }
    const categories = new Set(sent.map(({ categoryId }) => categoryId));
    for (const categoryId of categories) if (categoryId) await requireCategory(tx, categoryId);
    const completed = entries.map((entry) => withCompletion(entry, byUid.get(entry.uid)));
    await chargedAtMost(() =>
      tx.update(imports).set({ entries: completed }).where(eq(imports.id, id)),
    );
    return readImport(tx, id, now);
  });
}

const withCompletion = (entry: ImportEntry, completion: Completion | undefined): ImportEntry =>
  completion && isDraft(entry)
    ? { ...entry, completion: { ...entry.completion, ...completion } }
    : entry;
