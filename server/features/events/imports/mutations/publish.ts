import { eq, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { PublishedImport } from '#contract/events/imports.ts';
import { dateOf } from '#contract/platform/days.ts';
import { groups } from '#features/community/groups/tables.ts';
import { markCancelled } from '#features/events/events/mutations/cancelling.ts';
import { inBatches, insertEvents } from '#features/events/events/mutations/events.ts';
import { requireDatesTogether } from '#features/events/events/mutations/quota.ts';
import { cancelWithin } from '#features/events/series/mutations/cancel.ts';
import { insertSeries } from '#features/events/series/mutations/create.ts';
import { occurrencesOf } from '#features/events/series/policy/occurrences.ts';
import type { Config } from '#platform/config.ts';
import { actingMeter } from '#platform/acting-account.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { inSteps } from '#platform/db/steps.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { chooseEntries, refuseEvent } from '../policy/access.ts';
import type { Draft } from '#platform/calendar/drafts.ts';
import { dateChanges, toForm, type DateChange } from '../policy/forms.ts';
import { changedParts, comesAgain } from '../policy/preview.ts';
import { dateDraft } from '../policy/series-days.ts';
import { knownEvents, type KnownEvent } from '../queries/imports.ts';
import { importedEvents, imports, type Earlier } from '../tables.ts';
import { changeImported, moveDate } from './change.ts';
import { lockImport, lockImporting } from './imports.ts';
import { restoreOne, undoCreated } from './undo.ts';

interface Target {
  eventId: number | null;
  seriesId: number | null;
}

/**
 * Creates and changes the chosen events of an import, or none of them.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `quota`, `too_many_requests`
 */
export async function publishEvents(
  db: Database,
  viewer: Viewer,
  id: number,
  uids: CleanText[],
  config: Config,
  now: Date,
): Promise<PublishedImport> {
  const lock = (tx: Transaction) => lockImporting(tx, viewer, id);
  return inSteps(db, lock, async ({ run, each, undoBy }) => {
    const plan = await run((tx) => planPublication(tx, viewer, id, uids, config, now));
    const { groupId, categoryId, created, changed, known } = plan;
    const { publishedAt, earlier } = plan;
    undoBy((tx) => tx.update(imports).set({ publishedAt, earlier }).where(eq(imports.id, id)));
    const revert = (drafts: Draft[]) => (tx: Transaction) =>
      undoCreated(tx, viewer, { importId: id, uids: drafts.map(({ uid }) => uid) }, now);
    const targets = new Map<Draft, Target>();
    const moved: MovedTarget[] = [];
    const befores: Earlier[] = [];

    await each(inBatches(created.filter(({ repeats }) => !repeats)), async (tx, batch) => {
      const drafts = await withoutPublished(tx, groupId, batch, now);
      undoBy(revert(drafts));
      const forms = drafts.map((draft) => toForm(draft, categoryId));
      const ids = await insertEvents(tx, viewer, groupId, forms, config, now);
      const made = drafts.map(
        (draft, index) => [draft, { eventId: ids[index] ?? null, seriesId: null }] as const,
      );
      await recordPublished(tx, { groupId, importId: id }, new Map(made), now);
      for (const [draft, target] of made) targets.set(draft, target);
    });
    await each(created, async (tx, draft) => {
      const { repeats } = draft;
      if (!repeats || (await withoutPublished(tx, groupId, [draft], now)).length === 0) return;
      undoBy(revert([draft]));
      const { rrule, exdates } = repeats;
      const form = { ...toForm(draft, categoryId), groupId, rrule, exdates };
      const seriesId = await inEvent(draft, () =>
        insertSeries(tx, viewer, form, occurrencesOf(form), config, now),
      );
      const target = { eventId: null, seriesId };
      await recordPublished(tx, { groupId, importId: id }, new Map([[draft, target]]), now);
      targets.set(draft, target);
      moved.push(...dateChanges(draft).map((date) => ({ draft, seriesId, date })));
    });
    await each(changed, async (tx, draft) => {
      const target = known.get(draft.uid);
      if (!target) return;
      const { fields, dates } = await inEvent(draft, () =>
        changeOne(tx, viewer, { draft, target }, config, now),
      );
      const before = { uid: draft.uid, draft: target.draft, fields };
      undoBy((undoing) => restoreOne(undoing, viewer, groupId, before, config, now));
      befores.push(before);
      if (befores.length === keptAtOnce) await rememberEarlier(tx, id, befores.splice(0));
      await recordPublished(
        tx,
        { groupId, importId: id, isNew: false },
        new Map([[draft, target]]),
        now,
      );
      targets.set(draft, target);
      const { seriesId } = target;
      if (seriesId !== null) moved.push(...dates.map((date) => ({ draft, seriesId, date })));
    });
    await each(moved, (tx, { draft, seriesId, date }) =>
      inEvent(draft, async () => {
        const eventId = await moveDate(tx, viewer, seriesId, date, config, now);
        if (eventId !== undefined) await rememberMoved(tx, groupId, draft, { ...date, eventId });
      }),
    );
    await run(async (tx) => {
      await tx.update(imports).set({ publishedAt: now }).where(eq(imports.id, id));
      await rememberEarlier(tx, id, befores);
    });
    return {
      created: created.flatMap((draft) => targets.get(draft)?.eventId ?? []),
      changed: changed.flatMap((draft) => targets.get(draft)?.eventId ?? []),
      series: [...created, ...changed].flatMap((draft) => targets.get(draft)?.seriesId ?? []),
    };
  });
}

/** Leaves out what another call has published in the meantime. */
async function withoutPublished(
  tx: Transaction,
  groupId: number,
  drafts: Draft[],
  now: Date,
): Promise<Draft[]> {
  const published = await knownEvents(tx, groupId, drafts, now);
  return drafts.filter((draft) => {
    const known = published.get(draft.uid);
    return !known || comesAgain(draft, known, now);
  });
}

interface MovedTarget {
  draft: Draft;
  seriesId: number;
  date: DateChange;
}

/**
 * Keeps the UID that a moved date has once its series begins after it: then it is an event of its
 * own in the calendar. It goes with its series, and not with an import.
 */
async function rememberMoved(
  tx: Transaction,
  groupId: number,
  series: Draft,
  { moved, eventId }: DateChange & { eventId: number },
): Promise<void> {
  if (!moved || dateOf(new Date(moved.startTime)) === moved.day) return;
  const draft = dateDraft(series, moved.day);
  const { uid } = draft;
  await tx
    .insert(importedEvents)
    .values({ groupId, uid, eventId, draft })
    .onConflictDoUpdate({
      target: [importedEvents.groupId, importedEvents.uid],
      set: { draft, eventId },
    });
}

/**
 * Finds what publishing creates and changes, and refuses it before anything is written.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `quota`, `too_many_requests`
 */
async function planPublication(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  uids: CleanText[],
  config: Config,
  now: Date,
) {
  const { groupId, entries, earlier, publishedAt } = await lockImport(tx, viewer, id);
  const named = new Set(uids);
  const chosen = entries.filter(({ uid }) => named.has(uid));
  const known = await knownEvents(tx, groupId, chosen, now);
  const { created, changed } = chooseEntries(entries, named, known, now);
  const [group] = await tx
    .select({ categoryId: groups.categoryId, status: groups.status })
    .from(groups)
    .where(eq(groups.id, groupId));
  const { categoryId = 0, status = '' } = group ?? {};
  const dates = created.reduce((sum, { repeats }) => sum + (repeats ? repeats.dates : 1), 0);
  const together = { created: dates, what: `You have chosen ${dates} dates.` };
  await requireDatesTogether(tx, viewer, { id: groupId, status }, together, config, now);
  // Each event is written twice: as itself, and as its calendar has it.
  const characters = 2 * JSON.stringify(created).length;
  await actingMeter()?.expect({ rows: dates + created.length, characters });
  return { groupId, categoryId, earlier, publishedAt, known, created, changed };
}

interface Change {
  draft: Draft;
  target: KnownEvent;
}

/** @returns the earlier values of the changed fields, and the dates that are yet to be moved */
async function changeOne(
  tx: Transaction,
  viewer: Viewer,
  { draft, target }: Change,
  config: Config,
  now: Date,
): Promise<{ fields: Earlier['fields']; dates: DateChange[] }> {
  const parts = changedParts(target.draft, draft);
  if (!parts.includes('cancelled')) {
    const fields = await changeImported(tx, viewer, target, { draft, parts }, config, now);
    return { fields, dates: dateChanges(draft, target.draft) };
  }
  const { eventId, seriesId } = target;
  if (eventId !== null) await markCancelled(tx, viewer, eventId, null, now);
  if (seriesId !== null) await cancelWithin(tx, viewer, seriesId, { scope: 'all' }, now);
  return { fields: {}, dates: [] };
}

/** How many changed events are written to the import at once: each time it is written anew. */
const keptAtOnce = 50;

/** Keeps events as they were, to take the import back. */
async function rememberEarlier(tx: Transaction, id: number, befores: Earlier[]): Promise<void> {
  await tx
    .update(imports)
    .set({ earlier: sql`${imports.earlier} || ${JSON.stringify(befores)}::jsonb` })
    .where(eq(imports.id, id));
}

/**
 * Keeps the UIDs, so that the same calendar creates nothing again. A part of an import counts as
 * published: if the process ends midway, its organisers can go on or take it back.
 */
async function recordPublished(
  tx: Transaction,
  { groupId, importId, isNew = true }: { groupId: number; importId: number; isNew?: boolean },
  targets: Map<Draft, Target>,
  now: Date,
): Promise<void> {
  if (targets.size === 0) return;
  await tx.update(imports).set({ publishedAt: now }).where(eq(imports.id, importId));
  const rows = [...targets].map(([draft, { eventId, seriesId }]) => ({
    groupId,
    uid: draft.uid,
    // A date of a series goes with that, and not with an import that changes it.
    importId: isNew ? importId : null,
    eventId,
    seriesId,
    draft,
  }));
  await tx
    .insert(importedEvents)
    .values(rows)
    .onConflictDoUpdate({
      target: [importedEvents.groupId, importedEvents.uid],
      // One that is over may be made anew, and belongs to the import that does so.
      set: {
        draft: sql`excluded.draft`,
        eventId: sql`excluded.event_id`,
        seriesId: sql`excluded.series_id`,
        importId: sql`case when (${importedEvents.eventId}, ${importedEvents.seriesId})
          is distinct from (excluded.event_id, excluded.series_id)
          then excluded.import_id else ${importedEvents.importId} end`,
      },
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
