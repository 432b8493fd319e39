import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Snapshot } from '#contract/safety/reports.ts';
import type { Reader } from '#platform/db/database.ts';
import { isUndecided } from '../policy.ts';
import { reportCases, reports } from '../tables.ts';
import type { SubjectKey, Subject } from './subjects.ts';

/** An account. A typed address finds no report: anybody may have typed it. */
interface Reporter {
  id: string;
}

/**
 * Finds an account's earlier report of a subject. After a decision, changed content can be reported
 * again, and so can a member, who may repeat their conduct.
 */
export async function repeatedReport(
  db: Reader,
  reporter: Reporter,
  key: SubjectKey,
  subject: Subject,
) {
  const last = await lastReport(db, reporter, key);
  if (!last || isUndecided(last.state)) return last;
  if (key.type === 'user') return undefined;
  return isDeepStrictEqual(await lastSnapshot(db, last.caseId), subject.snapshot)
    ? last
    : undefined;
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
      and(
        eq(reports.reporterId, reporter.id),
        eq(reportCases.subjectType, key.type),
        eq(reportCases.subjectId, key.id),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(1);
  return last;
}

/** The content of the subject at the case's latest report. */
export async function lastSnapshot(db: Reader, caseId: number): Promise<Snapshot | null> {
  const [last] = await db
    .select({ said: reports.said })
    .from(reports)
    .where(and(eq(reports.caseId, caseId), isNotNull(reports.said)))
    .orderBy(desc(reports.id))
    .limit(1);
  return last?.said ?? null;
}

/** An account's report in a case. */
export async function reportIn(db: Reader, reporter: Reporter, caseId: number) {
  const [own] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.caseId, caseId), eq(reports.reporterId, reporter.id)));
  return own;
}

/** The most reports that one email names. */
const maxNamed = 20;

/**
 * Lists the reports in a case that an email covers, earliest first: those of one account, or those
 * of signed-out people who gave this address.
 */
export function reportsAnsweredTo(
  db: Reader,
  { id, email }: { id: string | null; email: CleanText },
  caseId: number,
) {
  const isTheirs =
    id === null
      ? and(isNull(reports.reporterId), eq(reports.email, email))
      : eq(reports.reporterId, id);
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.caseId, caseId), isTheirs))
    .orderBy(asc(reports.id))
    .limit(maxNamed);
}
