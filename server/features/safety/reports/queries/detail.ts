import { and, asc, desc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { fullName, namedPerson } from '#contract/base/names.ts';
import type { ReportCaseDetail, Standing } from '#contract/safety/reports.ts';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { waitlistCounted } from '#features/events/attendance/queries/rsvps.ts';
import { events } from '#features/events/events/tables.ts';
import { caseAbilities, kindsOf } from '../policy.ts';
import { reportAppeals, reportCases, reportDecisions, reports } from '../tables.ts';
import { caseRow, toCase } from './cases.ts';
import { caseFacts, onlyAdmin } from './facts.ts';
import { subjectOf, type SubjectKey } from './subjects.ts';

const maxReports = 50;
const maxReporters = 10;
const maxEntries = 20;

type Case = typeof reportCases.$inferSelect;

/**
 * Returns everything about a case for the admin who decides it.
 * @throws Refusal `not_found`
 */
export async function caseDetail(
  db: Reader,
  viewer: Viewer,
  id: number,
  config: Config,
  now: Date,
): Promise<ReportCaseDetail> {
  const row = await caseRow(db, id);
  if (!row) throw notFound('Report');
  const { found } = row;
  const caseReports = await reportsIn(db, id);
  const reporterIds = caseReports.flatMap(({ reporter }) => (reporter ? [reporter.id] : []));
  const [author = null] = found.authorId === null ? [] : await accountStateOf(db, [found.authorId]);
  return {
    ...toCase(row, await onlyAdmin(db, config)),
    said: caseReports,
    now: await subjectNow(db, found, now),
    history: await historyOf(db, found),
    earlier: await otherCases(db, found),
    author,
    reporters: await accountStateOf(db, [...new Set(reporterIds)].slice(0, maxReporters)),
    outcomes: await outcomesOf(db, found),
    appeal: await appealOf(db, id),
    can: caseAbilities(viewer, await caseFacts(db, viewer, found, config)),
  };
}

const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
};

async function reportsIn(db: Reader, caseId: number): Promise<ReportCaseDetail['said']> {
  const rows = await db
    .select({ report: reports, reporter: personColumns })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .orderBy(desc(reports.id))
    .limit(maxReports);
  return rows.map(({ report, reporter }) => ({
    reference: report.reference,
    kind: report.kind,
    details: report.details,
    createdAt: report.createdAt.toISOString(),
    reporter: reporter && { id: reporter.id, name: fullName(reporter), email: reporter.email },
    email: report.email,
    said: report.said,
  }));
}

async function subjectNow(db: Reader, { subjectType: type, subjectId: id }: Case, now: Date) {
  const subject = await subjectOf(db, { type, id });
  if (!subject) return null;
  const { snapshot, path, isHidden, createdAt } = subject;
  const toTell = isHidden ? null : await recipientsOf(db, { type, id }, now);
  return { ...snapshot, path, isHidden, toTell, createdAt: createdAt.toISOString() };
}

/** Counts attendees and waiting members of upcoming events: a decision would notify them. */
async function recipientsOf(db: Reader, { type, id }: SubjectKey, now: Date) {
  if (type !== 'event' && type !== 'group') return null;
  const column = type === 'event' ? events.id : events.groupId;
  const [counts] = await db
    .select({
      events: sql<number>`count(*)::int`,
      going: sql<number>`coalesce(sum(${events.attendeeCount}), 0)::int`,
      waiting: sql<number>`coalesce(sum(${waitlistCounted}), 0)::int`,
    })
    .from(events)
    .where(and(eq(column, Number(id)), eq(events.status, 'scheduled'), gt(events.endTime, now)));
  return counts && counts.going + counts.waiting > 0 ? counts : null;
}

async function historyOf(db: Reader, found: Case) {
  const rows = await db
    .select({
      action: auditLog.action,
      at: auditLog.createdAt,
      by: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.targetType, found.subjectType), eq(auditLog.targetId, found.subjectId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(maxEntries);
  return rows.map(({ action, at, by }) => ({ action, at: at.toISOString(), by: namedPerson(by) }));
}

async function otherCases(db: Reader, found: Case): Promise<ReportCaseDetail['earlier']> {
  const rows = await db
    .select()
    .from(reportCases)
    .where(
      and(
        eq(reportCases.subjectType, found.subjectType),
        eq(reportCases.subjectId, found.subjectId),
        ne(reportCases.id, found.id),
      ),
    )
    .orderBy(desc(reportCases.id))
    .limit(maxEntries);
  return rows.map(({ id, state, kinds, decision, createdAt, decidedAt }) => ({
    id,
    state,
    kinds: kindsOf(kinds),
    decision,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }));
}

async function outcomesOf(db: Reader, found: Case): Promise<ReportCaseDetail['outcomes']> {
  const rows = await db
    .select({
      outcome: reportDecisions,
      by: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(reportDecisions)
    .leftJoin(users, eq(users.id, reportDecisions.byId))
    .where(eq(reportDecisions.caseId, found.id))
    .orderBy(asc(reportDecisions.id));
  return rows.map(({ outcome, by }) => ({
    decision: outcome.decision,
    authorDecision: outcome.authorDecision,
    reason: outcome.reason,
    until: outcome.until?.toISOString() ?? null,
    decidedAt: outcome.decidedAt.toISOString(),
    by: namedPerson(by),
    isByItsSubject: outcome.byId !== null && outcome.byId === found.authorId,
  }));
}

async function appealOf(db: Reader, caseId: number): Promise<ReportCaseDetail['appeal']> {
  const [appeal] = await db.select().from(reportAppeals).where(eq(reportAppeals.caseId, caseId));
  return appeal
    ? { side: appeal.side, text: appeal.text, createdAt: appeal.createdAt.toISOString() }
    : null;
}

/** Qualified in full: Drizzle drops table names from the columns of a query with one table. */
const countFrom = (from: SQL) => sql<number>`${sql`(select count(*)::int from ${from})`}`;

/** Every decision except `nothing` upholds the report. */
const isUpheld = sql`${reportCases.decision} <> 'nothing'`;
const isMade = sql`${reports.reporterId} = ${users.id}`;
const isAbout = sql`${reportCases.authorId} = ${users.id}`;
const withCase = sql`${reports} join ${reportCases} on ${reportCases.id} = ${reports.caseId}`;

/** Returns the records of these members, in the order of their ids. */
async function accountStateOf(db: Reader, ids: string[]): Promise<Standing[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      ...personColumns,
      isActive: users.isActive,
      suspendedUntil: users.suspendedUntil,
      role: users.role,
      createdAt: users.createdAt,
      reportsMade: countFrom(sql`${reports} where ${isMade}`),
      reportsMadeUpheld: countFrom(sql`${withCase} where ${isMade} and ${isUpheld}`),
      casesAbout: countFrom(sql`${reportCases} where ${isAbout}`),
      casesAboutUpheld: countFrom(sql`${reportCases} where ${isAbout} and ${isUpheld}`),
    })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id);
  return rows.map(({ firstName, lastName, suspendedUntil, createdAt, ...rest }) => ({
    ...rest,
    name: fullName({ firstName, lastName }),
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
