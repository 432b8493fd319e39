import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { completeImport, EventImport } from '#contract/events/imports.ts';
import { lockGroup } from '#features/community/groups/queries.ts';
import { requireCategory } from '#features/community/groups/queries/categories.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { invalid, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Completion, ImportEntry } from '#platform/calendar/drafts.ts';
import { isDraft } from '../policy/drafts.ts';
import { groupOfImport, readImport, requireImporter } from '../queries/imports.ts';
import { imports } from '../tables.ts';

/**
 * Stores the events of a calendar as a preview; nothing is published.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function storeImport(
  db: Database,
  viewer: Viewer,
  groupId: number,
  entries: ImportEntry[],
  now: Date,
): Promise<EventImport> {
  return transaction(db, async (tx) => {
    await requireImporter(tx, viewer, groupId);
    const [made] = await tx
      .insert(imports)
      .values({ groupId, createdById: viewer.id, entries, createdAt: now })
      .returning({ id: imports.id });
    if (!made) throw new Error('an insert returned no row');
    return readImport(tx, made.id, now);
  });
}

/**
 * Locks the import's group and the import, in this order.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function lockImport(tx: Transaction, viewer: Viewer, id: number) {
  const groupId = await groupOfImport(tx, viewer, id);
  await lockGroup(tx, groupId);
  await requireImporter(tx, viewer, groupId);
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
  if (!row) throw notFound('Import');
  return row;
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
    await tx
      .update(imports)
      .set({ entries: entries.map((entry) => withCompletion(entry, byUid.get(entry.uid))) })
      .where(eq(imports.id, id));
    return readImport(tx, id, now);
  });
}

const withCompletion = (entry: ImportEntry, completion: Completion | undefined): ImportEntry =>
  completion && isDraft(entry)
    ? { ...entry, completion: { ...entry.completion, ...completion } }
    : entry;
