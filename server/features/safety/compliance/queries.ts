import { and, desc, eq, lt, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import { formatDay } from '#contract/platform/dates.ts';
import {
  paperNames,
  type Answers,
  type ListedPaper,
  type listPaperVersions,
  type Paper,
  type PaperDraft,
  type PaperName,
  type PaperOutline,
  type PaperVersion,
  type Signed,
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
import { parts, plain } from './policy/paper.ts';
import {
  changedAnswers,
  changesSince,
  papers,
  reviewBy,
  stateOf,
  textOf,
} from './policy/papers.ts';
import { paperDrafts, paperVersions } from './tables.ts';

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

/** All that papers are filled from, as it is now. */
export async function factsNow(db: Reader, config: Config): Promise<Facts> {
  const [values, figures] = await Promise.all([settingsNow(db, config), figuresOf(db)]);
  return factsOf(values, figures, config);
}

const signedColumns = {
  version: paperVersions.version,
  savedAt: paperVersions.savedAt,
  savedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
};

interface SignedRow {
  version: number;
  savedAt: Date;
  savedBy: { id: string; firstName: string; lastName: string | null } | null;
}

const asSigned = ({ version, savedAt, savedBy }: SignedRow): Signed => ({
  version,
  savedAt: savedAt.toISOString(),
  savedBy: savedBy && {
    id: savedBy.id,
    name: [savedBy.firstName, savedBy.lastName].filter(Boolean).join(' '),
  },
});

const versionsOf = (db: Reader) =>
  db
    .select({
      ...signedColumns,
      paper: paperVersions.paper,
      answers: paperVersions.answers,
      facts: paperVersions.facts,
    })
    .from(paperVersions)
    .leftJoin(users, eq(users.id, paperVersions.savedById))
    .$dynamic();

async function latestOf(db: Reader, paper: PaperName) {
  const [row] = await versionsOf(db)
    .where(eq(paperVersions.paper, paper))
    .orderBy(desc(paperVersions.version))
    .limit(1);
  return row;
}

/** The number of a paper's latest version; 0 for none. */
export async function latestVersion(db: Reader, paper: PaperName): Promise<number> {
  return (await latestOf(db, paper))?.version ?? 0;
}

/** When the latest version of each paper was saved, of those that are begun. */
export const savedPapers = (db: Reader) =>
  db
    .select({
      paper: paperVersions.paper,
      savedAt: max(paperVersions.savedAt).mapWith(paperVersions.savedAt),
    })
    .from(paperVersions)
    .groupBy(paperVersions.paper);

type Latest = Awaited<ReturnType<typeof latestOf>>;

function outlineOf(paper: PaperName, latest: Latest, facts: Facts, now: Date): PaperOutline {
  const { title, about } = papers[paper];
  const changes = latest ? changesSince(paper, latest, facts) : [];
  return {
    paper,
    title,
    about,
    state: stateOf(latest?.savedAt, changes.length, now),
    latest: latest ? asSigned(latest) : null,
    reviewBy: latest ? reviewBy(latest.savedAt).toISOString() : null,
    changes,
  };
}

/** How each paper stands, in the order in which they are filled in. */
export async function outlines(db: Reader, config: Config, now: Date): Promise<PaperOutline[]> {
  const [facts, ...latest] = await Promise.all([
    factsNow(db, config),
    ...paperNames.map((paper) => latestOf(db, paper)),
  ]);
  return paperNames.map((paper, place) => outlineOf(paper, latest[place], facts, now));
}

/** How many papers there are that an admin has to look at again. */
export async function papersToReview(db: Reader, config: Config, now: Date): Promise<number> {
  const all = await outlines(db, config, now);
  return all.filter(({ state }) => state === 'due' || state === 'changed').length;
}

/** The papers, and of which of them the viewer keeps a draft. */
export async function listPapers(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<ListedPaper[]> {
  const [all, drafts] = await Promise.all([
    outlines(db, config, now),
    db
      .select({ paper: paperDrafts.paper, savedAt: paperDrafts.savedAt })
      .from(paperDrafts)
      .where(eq(paperDrafts.userId, viewer.id)),
  ]);
  const savedAt = new Map(drafts.map((draft) => [draft.paper, draft.savedAt]));
  return all.map((outline) => ({
    ...outline,
    draftSavedAt: savedAt.get(outline.paper)?.toISOString() ?? null,
  }));
}

/** The answers of a version; none of version 0. */
async function answersOf(db: Reader, paper: PaperName, version: number): Promise<Answers> {
  const [row] = await db
    .select({ answers: paperVersions.answers })
    .from(paperVersions)
    .where(and(eq(paperVersions.paper, paper), eq(paperVersions.version, version)));
  return row?.answers ?? {};
}

/** The viewer's draft, without answers from a version that is no longer the latest. */
export async function draftOf(
  db: Reader,
  viewer: Viewer,
  paper: PaperName,
  latest: number,
  facts: Facts,
): Promise<PaperDraft | null> {
  const [draft] = await db
    .select()
    .from(paperDrafts)
    .where(and(eq(paperDrafts.userId, viewer.id), eq(paperDrafts.paper, paper)));
  if (!draft) return null;
  const { answers, after, savedAt } = draft;
  const current =
    after === latest
      ? answers
      : changedAnswers(paper, facts, answers, await answersOf(db, paper, after));
  return { answers: current, savedAt: savedAt.toISOString() };
}

export async function readPaper(
  db: Reader,
  viewer: Viewer,
  paper: PaperName,
  config: Config,
  now: Date,
): Promise<Paper> {
  const [facts, latest] = await Promise.all([factsNow(db, config), latestOf(db, paper)]);
  const savedDraft = await draftOf(db, viewer, paper, latest?.version ?? 0, facts);
  const answers = latest?.answers ?? {};
  return {
    ...outlineOf(paper, latest, facts, now),
    groups: papers[paper].groups(facts).map((group) => ({ step: group.title, ...group })),
    answers,
    savedDraft,
    draft: textOf(paper, facts, { ...answers, ...savedDraft?.answers }),
  };
}

const byVersion = cursorOf(z.tuple([CursorId]));

/** Newest first. */
export async function findVersions(
  db: Reader,
  paper: PaperName,
  { limit, cursor }: z.output<(typeof listPaperVersions)['query']>,
) {
  const before = byVersion.decode(cursor);
  const rows = await db
    .select(signedColumns)
    .from(paperVersions)
    .leftJoin(users, eq(users.id, paperVersions.savedById))
    .where(and(eq(paperVersions.paper, paper), before && lt(paperVersions.version, before[0])))
    .orderBy(desc(paperVersions.version))
    .limit(limit + 1);
  const cut = cutPage(rows, limit, (last) => byVersion.encode([last.version]));
  return { ...cut, items: cut.items.map(asSigned) };
}

/** @throws Refusal `not_found` */
export async function readVersion(
  db: Reader,
  paper: PaperName,
  version: number,
): Promise<PaperVersion> {
  const [row] = await db
    .select({
      ...signedColumns,
      markdown: paperVersions.markdown,
      latest: sql<number>`(select max(each.version) from ${paperVersions} each where each.paper = ${paper})`,
    })
    .from(paperVersions)
    .leftJoin(users, eq(users.id, paperVersions.savedById))
    .where(and(eq(paperVersions.paper, paper), eq(paperVersions.version, version)));
  if (!row) throw notFound('Version');
  return {
    ...asSigned(row),
    paper,
    title: papers[paper].title,
    markdown: row.markdown,
    isLatest: row.latest === version,
  };
}

/** A version as a file, headed by its title, version and author. */
export const fileOf = ({ title, version, savedAt, savedBy, markdown }: PaperVersion): string => {
  const by = savedBy ? plain(savedBy.name) : 'an admin whose account is gone';
  return `${parts(`# ${title}`, `Version ${version}, saved on ${formatDay(savedAt)} by ${by}.`, markdown)}\n`;
};
