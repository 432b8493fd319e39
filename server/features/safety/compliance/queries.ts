import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Clean, cleanTexts } from '#contract/platform/clean-text.ts';
import { namedPerson } from '#contract/base/names.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import { formatDay } from '#contract/platform/dates.ts';
import {
  documentNames,
  type Answers,
  type ListedDocument,
  type listPaperVersions,
  type ComplianceDocument,
  type DocumentDraft,
  type DocumentName,
  type DocumentOutline,
  type DocumentVersion,
  type SavedVersion,
} from '#contract/safety/compliance.ts';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { CursorId, cursorOf, cutPage } from '#platform/http/cursor.ts';
import { notFound } from '#platform/refusal.ts';
import { users } from '#features/base/accounts/tables.ts';
import { totalOf } from '#platform/row-counts/queries.ts';
import { rowCounts } from '#platform/row-counts/tables.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { factsOf, type Facts, type Figures } from './policy/facts.ts';
import { headingOf, questionGroups } from './policy/questions.ts';
import { changedAnswers, changesSince, reviewBy, stateOf, textOf } from './policy/documents.ts';
import { documentDrafts, documentVersions } from './tables.ts';

async function figuresOf(db: Reader): Promise<Figures> {
  const [figures] = await db
    .select({
      members: totalOf('users'),
      admins: sql<number>`(select count(*)::int from ${users} where ${users.role} = 'admin')`,
      groups: totalOf('groups'),
      events: totalOf('events'),
      comments: totalOf('comments'),
    })
    .from(rowCounts);
  if (!figures) throw new Error('a count returned no row');
  return figures;
}

/** Returns the current facts that fill documents. */
export async function factsNow(db: Reader, config: Config): Promise<Facts> {
  const [values, figures] = await Promise.all([settingsNow(db, config), figuresOf(db)]);
  return factsOf(values, figures, config);
}

const signedColumns = {
  version: documentVersions.version,
  savedAt: documentVersions.savedAt,
  savedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
};

type SavedRow = Omit<SavedVersion, 'savedAt' | 'savedBy'> & {
  savedAt: Date;
  savedBy: Parameters<typeof namedPerson>[0];
};

const asSavedVersion = ({ version, savedAt, savedBy }: SavedRow): SavedVersion => ({
  version,
  savedAt: savedAt.toISOString(),
  savedBy: namedPerson(savedBy),
});

/** Returns the latest version of each document that has any, or of one. */
export const latestVersions = (db: Reader, paper?: DocumentName) =>
  db
    .selectDistinctOn([documentVersions.paper], {
      ...signedColumns,
      paper: documentVersions.paper,
      answers: documentVersions.answers,
      facts: documentVersions.facts,
    })
    .from(documentVersions)
    .leftJoin(users, eq(users.id, documentVersions.savedById))
    .where(paper && eq(documentVersions.paper, paper))
    .orderBy(documentVersions.paper, desc(documentVersions.version));

/** The number of a document's latest version; 0 for none. */
export async function latestVersion(db: Reader, paper: DocumentName): Promise<number> {
  const [latest] = await latestVersions(db, paper);
  return latest?.version ?? 0;
}

type Latest = Awaited<ReturnType<typeof latestVersions>>[number] | undefined;

function outlineOf(paper: DocumentName, latest: Latest, facts: Facts, now: Date): DocumentOutline {
  const { title, about } = headingOf(paper);
  const changes = latest ? changesSince(paper, latest, facts) : [];
  return {
    paper,
    title,
    about,
    state: stateOf(latest?.savedAt, changes.length, now),
    latest: latest ? asSavedVersion(latest) : null,
    reviewBy: latest ? reviewBy(latest.savedAt).toISOString() : null,
    changes,
  };
}

/** Returns the state of each document, in the order in which they are filled in. */
export async function documentOutlines(
  db: Reader,
  config: Config,
  now: Date,
): Promise<DocumentOutline[]> {
  const [facts, latest] = await Promise.all([factsNow(db, config), latestVersions(db)]);
  return documentNames.map((name) =>
    outlineOf(
      name,
      latest.find(({ paper }) => paper === name),
      facts,
      now,
    ),
  );
}

/** Counts the documents that an admin has to review again. */
export async function documentsToReview(db: Reader, config: Config, now: Date): Promise<number> {
  const all = await documentOutlines(db, config, now);
  return all.filter(({ state }) => state === 'due' || state === 'changed').length;
}

/** Lists the documents, and which of them the viewer has a draft of. */
export async function listPapers(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<ListedDocument[]> {
  const [all, drafts] = await Promise.all([
    documentOutlines(db, config, now),
    db
      .select({ paper: documentDrafts.paper, savedAt: documentDrafts.savedAt })
      .from(documentDrafts)
      .where(eq(documentDrafts.userId, viewer.id)),
  ]);
  const savedAt = new Map(drafts.map((draft) => [draft.paper, draft.savedAt]));
  return all.map((outline) => ({
    ...outline,
    draftSavedAt: savedAt.get(outline.paper)?.toISOString() ?? null,
  }));
}

/** Returns the answers of a version; none for version 0. */
async function answersOf(
  db: Reader,
  paper: DocumentName,
  version: number,
): Promise<Clean<Answers>> {
  const [row] = await db
    .select({ answers: documentVersions.answers })
    .from(documentVersions)
    .where(and(eq(documentVersions.paper, paper), eq(documentVersions.version, version)));
  return row?.answers ?? {};
}

/** The viewer's draft, without answers from a version that is no longer the latest. */
export async function draftOf(
  db: Reader,
  viewer: Viewer,
  paper: DocumentName,
  latest: number,
  facts: Facts,
): Promise<DocumentDraft | null> {
  const [draft] = await db
    .select()
    .from(documentDrafts)
    .where(and(eq(documentDrafts.userId, viewer.id), eq(documentDrafts.paper, paper)));
  if (!draft) return null;
  const { answers, after, savedAt } = draft;
  const current =
    after === latest
      ? answers
      : changedAnswers(paper, facts, answers, await answersOf(db, paper, after));
  return { answers: cleanTexts(current), savedAt: savedAt.toISOString() };
}

export async function readDocument(
  db: Reader,
  viewer: Viewer,
  paper: DocumentName,
  config: Config,
  now: Date,
): Promise<ComplianceDocument> {
  const [facts, [latest]] = await Promise.all([factsNow(db, config), latestVersions(db, paper)]);
  const savedDraft = await draftOf(db, viewer, paper, latest?.version ?? 0, facts);
  const answers = latest?.answers ?? {};
  return {
    ...outlineOf(paper, latest, facts, now),
    groups: questionGroups(paper, facts),
    answers,
    savedDraft,
    draft: textOf(paper, facts, { ...answers, ...savedDraft?.answers }),
  };
}

const byVersion = cursorOf(z.tuple([CursorId]));

/** Newest first. */
export async function findVersions(
  db: Reader,
  paper: DocumentName,
  { limit, cursor }: z.output<(typeof listPaperVersions)['query']>,
) {
  const before = byVersion.decode(cursor);
  const rows = await db
    .select(signedColumns)
    .from(documentVersions)
    .leftJoin(users, eq(users.id, documentVersions.savedById))
    .where(
      and(eq(documentVersions.paper, paper), before && lt(documentVersions.version, before[0])),
    )
    .orderBy(desc(documentVersions.version))
    .limit(limit + 1);
  const cut = cutPage(rows, limit, (last) => byVersion.encode([last.version]));
  return { ...cut, items: cut.items.map(asSavedVersion) };
}

/** @throws Refusal `not_found` */
export async function readVersion(
  db: Reader,
  paper: DocumentName,
  version: number,
): Promise<DocumentVersion> {
  const [row] = await db
    .select({
      ...signedColumns,
      markdown: documentVersions.markdown,
    })
    .from(documentVersions)
    .leftJoin(users, eq(users.id, documentVersions.savedById))
    .where(and(eq(documentVersions.paper, paper), eq(documentVersions.version, version)));
  if (!row) throw notFound('Version');
  return {
    ...asSavedVersion(row),
    paper,
    title: headingOf(paper).title,
    markdown: row.markdown,
    isLatest: version === (await latestVersion(db, paper)),
  };
}

/** Writes a version as a file, headed by its title, version and author. */
export const fileOf = ({ title, version, savedAt, savedBy, markdown }: DocumentVersion): string => {
  const by = savedBy ? asPlain(savedBy.name) : 'an admin whose account is gone';
  return `# ${title}\n\nVersion ${version}, saved on ${formatDay(savedAt)} by ${by}.\n\n${markdown}\n`;
};
