import { eq, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { PublishedImport } from '#contract/events/imports.ts';
import { groups } from '#features/community/groups/tables.ts';
import { insertEvents, markCancelled } from '#features/events/events/mutations/events.ts';
import { cancelWithin } from '#features/events/series/mutations/cancel.ts';
import { insertSeries } from '#features/events/series/mutations/create.ts';
import { occurrencesOf } from '#features/events/series/policy/occurrences.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { choose, refuseEvent } from '../policy/access.ts';
import type { Draft } from '#platform/calendar/drafts.ts';
import { toForm } from '../policy/forms.ts';
import { changedParts } from '../policy/preview.ts';
import { knownEvents, type KnownEvent } from '../queries/imports.ts';
import { importedEvents, imports, type Earlier } from '../tables.ts';
import { changeImported, moveDates } from './change.ts';
import { lockImport } from './imports.ts';

interface Target {
  eventId: number | null;
  seriesId: number | null;
}

/**
 * Creates and changes the chosen events of an import, or none of them.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `quota`
 */
export async function publishEvents(
  db: Database,
  viewer: Viewer,
  id: number,
  uids: CleanText[],
  config: Config,
  now: Date,
): Promise<PublishedImport> {
  return transaction(db, async (tx) => {
    const { groupId, entries, earlier } = await lockImport(tx, viewer, id);
    const known = await knownEvents(tx, groupId, uids, now);
    const { created, changed } = choose(entries, new Set(uids), known, now);
    const targets = await createAll(tx, viewer, groupId, created, config, now);
    const before: Earlier[] = [];
    for (const draft of changed) {
      const target = known.get(draft.uid);
      if (!target) continue;
      const fields = await inEvent(draft, () =>
        changeOne(tx, viewer, { draft, target }, config, now),
      );
      before.push({ uid: draft.uid, draft: target.draft, fields });
      targets.set(draft, target);
    }
    await remember(tx, { groupId, importId: id }, targets);
    await tx
      .update(imports)
      .set({ publishedAt: now, earlier: [...earlier, ...before] })
      .where(eq(imports.id, id));
    return {
      created: created.flatMap((draft) => targets.get(draft)?.eventId ?? []),
      changed: changed.flatMap((draft) => targets.get(draft)?.eventId ?? []),
      series: [...created, ...changed].flatMap((draft) => targets.get(draft)?.seriesId ?? []),
    };
  });
}

async function createAll(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  drafts: Draft[],
  config: Config,
  now: Date,
): Promise<Map<Draft, Target>> {
  const [group] = await tx
    .select({ categoryId: groups.categoryId })
    .from(groups)
    .where(eq(groups.id, groupId));
  const categoryId = group?.categoryId ?? 0;
  const targets = new Map<Draft, Target>();
  const single = drafts.filter(({ repeats }) => !repeats);
  const forms = single.map((draft) => toForm(draft, categoryId));
  const ids = forms.length > 0 ? await insertEvents(tx, viewer, groupId, forms, config, now) : [];
  for (const [index, draft] of single.entries()) {
    targets.set(draft, { eventId: ids[index] ?? null, seriesId: null });
  }
  for (const draft of drafts) {
    const { repeats } = draft;
    if (!repeats) continue;
    const { rrule, exdates, moved } = repeats;
    const form = { ...toForm(draft, categoryId), groupId, rrule, exdates };
    const seriesId = await inEvent(draft, () =>
      insertSeries(tx, viewer, form, occurrencesOf(form), config, now),
    );
    await inEvent(draft, () => moveDates(tx, viewer, seriesId, moved, config, now));
    targets.set(draft, { eventId: null, seriesId });
  }
  return targets;
}

interface Change {
  draft: Draft;
  target: KnownEvent;
}

/** @returns the earlier values of the changed fields */
async function changeOne(
  tx: Transaction,
  viewer: Viewer,
  { draft, target }: Change,
  config: Config,
  now: Date,
): Promise<Earlier['fields']> {
  const parts = changedParts(target.draft, draft);
  if (!parts.includes('cancelled')) {
    return changeImported(tx, viewer, target, { draft, parts }, config, now);
  }
  const { eventId, seriesId } = target;
  if (eventId !== null) await markCancelled(tx, viewer, eventId, now);
  if (seriesId !== null) await cancelWithin(tx, viewer, seriesId, { scope: 'all' }, now);
  return {};
}

/** Keeps the UIDs, so that the same calendar creates nothing again. */
async function remember(
  tx: Transaction,
  { groupId, importId }: { groupId: number; importId: number },
  targets: Map<Draft, Target>,
): Promise<void> {
  const rows = [...targets].map(([draft, { eventId, seriesId }]) => ({
    groupId,
    uid: draft.uid,
    importId,
    eventId,
    seriesId,
    draft,
  }));
  if (rows.length === 0) return;
  await tx
    .insert(importedEvents)
    .values(rows)
    .onConflictDoUpdate({
      target: [importedEvents.groupId, importedEvents.uid],
      set: { draft: sql`excluded.draft` },
    });
}

/** Names the event in a refusal of one of its fields. */
async function inEvent<T>(draft: Draft, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    throw refuseEvent(draft, Object.values(error.fields).join(' '));
  }
}
