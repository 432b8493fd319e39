import { and, eq, lte, sql } from 'drizzle-orm';
import { type Clean, cleanText } from '#contract/platform/clean-text.ts';
import { namedPerson } from '#contract/base/names.ts';
import { day } from '#contract/platform/durations.ts';
import {
  documentReviewDays,
  type Answers,
  type DocumentDraft,
  type DocumentName,
  type SavedVersion,
} from '#contract/safety/compliance.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { activeAdmins } from '#features/base/accounts/queries.ts';
import { record } from '#features/base/audit/mutations.ts';
import { settings } from '#features/base/settings/tables.ts';
import { answersRefusal, outdatedRefusal, savedMeanwhile, textOf } from './policy/documents.ts';
import { draftOf, factsNow, latestVersion, documentOutlines } from './queries.ts';
import { documentDrafts, documentVersions } from './tables.ts';

/** The new version, and the version it was based on: 0 if there was none. */
interface SavedAnswers {
  answers: Clean<Answers>;
  after: number;
}

/**
 * Two admins who save at once would get the same number, so one of them is refused.
 * @throws Refusal `invalid`, `conflict` if another admin has saved meanwhile
 */
export async function saveVersion(
  db: Database,
  viewer: Viewer,
  paper: DocumentName,
  { answers, after }: SavedAnswers,
  config: Config,
  now: Date,
): Promise<SavedVersion> {
  const version = after + 1;
  await transaction(db, async (tx) => {
    const facts = await factsNow(tx, config);
    demand(answersRefusal(paper, facts, answers, false));
    demand(outdatedRefusal(after, await latestVersion(tx, paper)));
    const inserted = await tx
      .insert(documentVersions)
      .values({
        paper,
        version,
        answers,
        facts,
        markdown: cleanText(textOf(paper, facts, answers), Infinity),
        savedById: viewer.id,
        savedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: documentVersions.id });
    if (inserted.length === 0) throw savedMeanwhile();
    await discardDraft(tx, viewer, paper);
    const change = { before: after === 0 ? null : { version: after }, after: { version } };
    await record(tx, viewer, 'paper.save', paper, change, now);
  });
  return { version, savedAt: now.toISOString(), savedBy: namedPerson(viewer) };
}

/**
 * Adds answers to the viewer's draft of a document.
 * @throws Refusal `invalid`, `conflict` if another admin has saved a version meanwhile
 */
export const saveDraft = (
  db: Database,
  viewer: Viewer,
  paper: DocumentName,
  { answers, after }: SavedAnswers,
  config: Config,
  now: Date,
): Promise<DocumentDraft> =>
  transaction(db, async (tx) => {
    const facts = await factsNow(tx, config);
    demand(answersRefusal(paper, facts, answers, true));
    demand(outdatedRefusal(after, await latestVersion(tx, paper)));
    const earlier = await draftOf(tx, viewer, paper, after, facts);
    const all = { ...earlier?.answers, ...answers };
    const [draft] = await tx
      .insert(documentDrafts)
      .values({ userId: viewer.id, paper, answers: all, after, savedAt: now })
      .onConflictDoUpdate({
        target: [documentDrafts.userId, documentDrafts.paper],
        // Another tab may have added answers since they were read.
        set: {
          answers: sql`case when ${documentDrafts.after} = excluded.after
            then ${documentDrafts.answers} || ${JSON.stringify(answers)}::jsonb else excluded.answers end`,
          after,
          savedAt: now,
        },
      })
      .returning({ answers: documentDrafts.answers });
    return { answers: draft?.answers ?? all, savedAt: now.toISOString() };
  });

export async function discardDraft(
  db: Database | Transaction,
  viewer: Viewer,
  paper: DocumentName,
): Promise<void> {
  await db
    .delete(documentDrafts)
    .where(and(eq(documentDrafts.userId, viewer.id), eq(documentDrafts.paper, paper)));
}

const nudgedName = 'papers.nudged';

/**
 * Notifies admins once a year of documents that are a year old.
 * @returns how many were notified
 */
export async function notifyOfDueDocuments(
  db: Database,
  config: Config,
  now: Date,
): Promise<number> {
  const all = await documentOutlines(db, config, now);
  if (!all.some(({ state }) => state === 'due')) return 0;
  return transaction(db, async (tx) => {
    if (!(await isFirstThisYear(tx, now))) return 0;
    return enqueueMany(tx, { kind: 'papers_due', payload: {}, now }, { to: activeAdmins });
  });
}

/** When several processes call this at once, only one gets true. */
async function isFirstThisYear(tx: Transaction, now: Date): Promise<boolean> {
  const yearAgo = new Date(now.getTime() - documentReviewDays * day);
  const updated = await tx
    .insert(settings)
    .values({ name: nudgedName, value: true, updatedAt: now })
    .onConflictDoUpdate({
      target: settings.name,
      set: { updatedAt: now },
      setWhere: lte(settings.updatedAt, yearAgo),
    })
    .returning({ name: settings.name });
  return updated.length > 0;
}
