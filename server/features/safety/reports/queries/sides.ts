import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { OwnReport, ReportView } from '#contract/safety/reports.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { CursorId, cursorOf, cutPage } from '#platform/http/cursor.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { appealRefusal, isNamed, visibleOutcome } from '../policy.ts';
import { reportAppeals, reportCases, reportDecisions, reports } from '../tables.ts';
import { requireLink } from './links.ts';
import { reportsAnsweredTo } from './own.ts';
import { unnamedMember } from './subjects.ts';

type Case = typeof reportCases.$inferSelect;
type Report = typeof reports.$inferSelect;

/** A side of a case: a reporter, or the reported member. */
export type SideOf =
  | { side: 'reporter'; found: Case; report: Report }
  | { side: 'subject'; found: Case };

/** Returns the side of a reference: each report has its reporter's, the case the other side's. */
async function sideBy(db: Reader, reference: string): Promise<SideOf | undefined> {
  const [reported] = await db
    .select({ report: reports, found: reportCases })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(eq(reports.reference, reference));
  if (reported) return { side: 'reporter', ...reported };
  const [found] = await db.select().from(reportCases).where(eq(reportCases.reference, reference));
  return found && { side: 'subject', found };
}

/**
 * Returns the caller's side, by their account or an email's signed link.
 * @throws Refusal `not_found`, `invalid` for a link that this site didn't make
 */
export async function sideFor(
  db: Reader,
  viewer: Viewer | null,
  reference: string,
  token: string | undefined,
  signer: Signer,
): Promise<SideOf> {
  if (token !== undefined) requireLink(token, reference, signer);
  const found = await sideBy(db, reference);
  if (!found || (token === undefined && ownerOf(found) !== viewer?.id)) throw notFound('Report');
  return found;
}

/** Null if there is no such account, which matches no caller. */
const ownerOf = (side: SideOf) =>
  (side.side === 'reporter' ? side.report.reporterId : side.found.authorId) ?? null;

/**
 * Returns a side's view of a case; undefined for the reported member until there is a decision that
 * they may know of.
 */
export async function viewOf(db: Reader, side: SideOf): Promise<ReportView | undefined> {
  const { found } = side;
  const outcomes = await outcomesFor(db, side);
  const outcome = outcomes.at(-1) ?? null;
  if (side.side === 'subject' && !outcome) return undefined;
  return {
    reference: side.side === 'reporter' ? side.report.reference : found.reference,
    side: side.side,
    subject: { type: found.subjectType, title: titleFor(side) },
    kind: side.side === 'reporter' ? side.report.kind : null,
    state: found.state,
    createdAt: (side.side === 'reporter' ? side.report : found).createdAt.toISOString(),
    expectedBy: found.dueBy?.toISOString() ?? null,
    outcome,
    appeal: await appealFor(db, side),
    can: { appeal: appealRefusal(found.state) === null },
  };
}

const lastFirst = cursorOf(z.tuple([CursorId]));

/** The viewer's signed-in reports, newest first, with the facts of each report's page. */
export async function reportsBy(
  db: Reader,
  viewer: Viewer,
  paging: { limit: number; cursor?: string | undefined },
) {
  const [before] = lastFirst.decode(paging.cursor) ?? [];
  const rows = await db
    .select({ report: reports, found: reportCases })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(
      and(
        eq(reports.reporterId, viewer.id),
        before === undefined ? undefined : lt(reports.id, before),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(paging.limit + 1);
  const { items, next } = cutPage(rows, paging.limit, (last) => lastFirst.encode([last.report.id]));
  return { items: items.map(toOwnReport), next };
}

type OwnRow = Pick<SideOf & { side: 'reporter' }, 'found' | 'report'>;

const toOwnReport = ({ report, found }: OwnRow): OwnReport => ({
  reference: report.reference,
  subject: {
    type: found.subjectType,
    title: titleFor({ side: 'reporter', found, report }),
  },
  kind: report.kind,
  state: found.state,
  createdAt: report.createdAt.toISOString(),
  expectedBy: found.dueBy?.toISOString() ?? null,
  decision: found.decision && visibleOutcome(found.decision, 'reporter', found.subjectType),
});

const unnamedSubjects = {
  event: 'An event',
  group: 'A group',
  comment: 'A comment',
  user: unnamedMember,
};

const titleFor = ({ side, found }: SideOf) =>
  side === 'subject' || isNamed(found.subjectType, found.decision)
    ? found.title
    : unnamedSubjects[found.subjectType];

async function outcomesFor(db: Reader, { side, found }: SideOf) {
  const rows = await db
    .select()
    .from(reportDecisions)
    .where(eq(reportDecisions.caseId, found.id))
    .orderBy(asc(reportDecisions.id));
  return rows.flatMap(({ decision, authorDecision, reason, until, decidedAt }) => {
    const visible = visibleOutcome(decision, side, found.subjectType);
    return visible
      ? [
          {
            decision: visible,
            authorDecision,
            reason,
            until: until?.toISOString() ?? null,
            decidedAt: decidedAt.toISOString(),
          },
        ]
      : [];
  });
}

async function appealFor(db: Reader, side: SideOf): Promise<ReportView['appeal']> {
  const [appeal] = await db
    .select()
    .from(reportAppeals)
    .where(eq(reportAppeals.caseId, side.found.id));
  if (!appeal) return null;
  const isOwn =
    side.side === 'reporter' ? appeal.reportId === side.report.id : appeal.side === 'subject';
  return {
    isOwn,
    text: isOwn ? appeal.text : null,
    createdAt: appeal.createdAt.toISOString(),
  };
}

/**
 * The facts for an email about a new report; undefined once it is decided, because that has its own
 * email.
 */
export async function reportById(db: Reader, id: number) {
  const [found] = await db
    .select({
      reference: reports.reference,
      kind: reports.kind,
      expectedBy: reports.expectedBy,
      subjectType: reportCases.subjectType,
    })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(eq(reports.id, id), inArray(reportCases.state, ['open', 'looking'])));
  return found;
}

interface EmailedReport {
  of: SideOf;
  /** The reference of each report that the email answers; the first is `of`. */
  references: string[];
}

/** Returns the side of a case that receives an email. */
export async function emailedSide(
  db: Reader,
  caseId: number,
  side: ReportView['side'],
  recipient: { id: string | null; email: CleanText },
): Promise<EmailedReport | undefined> {
  const [found] = await db.select().from(reportCases).where(eq(reportCases.id, caseId));
  if (!found) return undefined;
  if (side === 'subject') {
    return found.authorId === recipient.id
      ? { of: { side, found }, references: [found.reference] }
      : undefined;
  }
  const answered = await reportsAnsweredTo(db, recipient, caseId);
  const [report] = answered;
  return (
    report && { of: { side, found, report }, references: answered.map((each) => each.reference) }
  );
}
