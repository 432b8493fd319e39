import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Said } from '../../../../contract/reports.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { isUndecided } from '../policy.ts';
import { reportCases, reports } from '../tables.ts';
import type { SubjectKey, Thing } from './things.ts';

/** Who reports: a member, or where they are signed out an address. */
export type Reporter = { id: string } | { email: string };

const by = (reporter: Reporter) =>
  'id' in reporter ? eq(reports.reporterId, reporter.id) : eq(reports.email, reporter.email);

/**
 * What somebody has reported already. What was decided is reported anew once it says something else; a member may do
 * anew what they were reported for.
 */
export async function sameReport(db: Reader, reporter: Reporter, key: SubjectKey, thing: Thing) {
  const last = await lastReport(db, reporter, key);
  if (!last || isUndecided(last.state)) return last;
  if (key.type === 'user') return undefined;
  return isDeepStrictEqual(await lastSaid(db, last.caseId), thing.said) ? last : undefined;
}

async function lastReport(db: Reader, reporter: Reporter, key: SubjectKey) {
  const [last] = await db
    .select({
      reference: reports.reference,
      expectedBy: reports.expectedBy,
      caseId: reports.caseId,
      state: reportCases.state,
    })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(
      and(by(reporter), eq(reportCases.subjectType, key.type), eq(reportCases.subjectId, key.id)),
    )
    .orderBy(desc(reports.id))
    .limit(1);
  return last;
}

/** What was said when a case was last reported. */
export async function lastSaid(db: Reader, caseId: number): Promise<Said | null> {
  const [last] = await db
    .select({ said: reports.said })
    .from(reports)
    .where(and(eq(reports.caseId, caseId), isNotNull(reports.said)))
    .orderBy(desc(reports.id))
    .limit(1);
  return last?.said ?? null;
}

/** Somebody's report in a case. */
export async function reportIn(db: Reader, reporter: Reporter, caseId: number) {
  const [own] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.caseId, caseId), by(reporter)));
  return own;
}
