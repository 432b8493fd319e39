import { and, eq, exists, sql } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { twoSteps } from '#features/base/sign-in/tables.ts';
import type { CaseFacts } from '../policy.ts';
import { reportDecisions, type reportCases } from '../tables.ts';
import { subjectOf } from './subjects.ts';

/** Tells whether a case is about the only admin who can act: then they decide about themself. */
export async function isAboutOnlyAdmin(
  db: Reader,
  { authorId }: { authorId: string | null },
  config: Config,
): Promise<boolean> {
  return authorId !== null && (await onlyAdmin(db, config)) === authorId;
}

/** Null if several can act, or none. */
export async function onlyAdmin(db: Reader, config: Config): Promise<string | null> {
  const [first, ...others] = await activeAdmins(db, config);
  return first !== undefined && others.length === 0 ? first : null;
}

/** Reads the facts that decide who may decide a case, and how. */
export async function caseFacts(
  db: Reader,
  viewer: Viewer,
  found: typeof reportCases.$inferSelect,
  config: Config,
): Promise<CaseFacts> {
  const { subjectType: type, subjectId: id, authorId, state } = found;
  const [admins, decidedById] = [await activeAdmins(db, config), await deciderOf(db, found.id)];
  const author = authorId === null ? undefined : await authorBy(db, authorId);
  return {
    state,
    type,
    isThere: (await subjectOf(db, { type, id })) !== undefined,
    author: author
      ? { ...author, isOnlyAdmin: admins.includes(author.id) && admins.length === 1 }
      : null,
    decidedById,
    otherAdmins: admins.filter((admin) => admin !== viewer.id && admin !== authorId).length,
  };
}

async function authorBy(db: Reader, id: string) {
  const [author] = await db
    .select({ id: users.id, isActive: users.isActive })
    .from(users)
    .where(eq(users.id, id));
  return author;
}

/** Admins who can act: if the site requires two-step sign-in, only those who have it. */
async function activeAdmins(db: Reader, { adminTwoStep }: Config): Promise<string[]> {
  const hasTwoStep = exists(
    db
      .select({ one: sql`1` })
      .from(twoSteps)
      .where(eq(twoSteps.userId, users.id)),
  );
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(sql`${users.role} = 'admin'`, users.isActive, adminTwoStep ? hasTwoStep : undefined),
    );
  return rows.map(({ id }) => id);
}

/** The admin who first decided a case. */
async function deciderOf(db: Reader, caseId: number): Promise<string | null> {
  const [first] = await db
    .select({ byId: reportDecisions.byId })
    .from(reportDecisions)
    .where(eq(reportDecisions.caseId, caseId))
    .orderBy(reportDecisions.id)
    .limit(1);
  return first?.byId ?? null;
}
