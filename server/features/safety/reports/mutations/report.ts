import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { isIllegal, type KindCounts } from '#contract/safety/report-kinds.ts';
import type { report as reportCall } from '#contract/safety/reports.ts';
import type { Config } from '#platform/config.ts';
import { groupedCode } from '#platform/crypto/readable-code.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { dueAt, kindsOf } from '../policy.ts';
import { lastSnapshot, reportIn, repeatedReport } from '../queries/own.ts';
import { visibleSubject } from '../queries/visible-subject.ts';
import type { SubjectKey, Subject } from '../queries/subjects.ts';
import { reportCases, reports } from '../tables.ts';
import { notifySafetyContact } from './case.ts';

type SentReport = z.output<(typeof reportCall)['body']>;
type Case = typeof reportCases.$inferSelect;
type Report = typeof reports.$inferSelect;

/**
 * The reporter: an account, or an address that a signed-out visitor typed, which identifies nobody.
 */
type Reporter = { id: string } | { email: CleanText };

export interface ReceivedReport {
  reference: string;
  expectedBy: string;
}

/**
 * Reports a subject that the caller can see, with a snapshot of its content. All reports before a
 * decision form one case. An account's repeated report updates its earlier one; each signed-out
 * report is a separate row.
 * @throws Refusal `not_found`, `suspended`
 */
export async function report(
  db: Database,
  viewer: Viewer | null,
  { subject: sent, email, ...form }: SentReport,
  config: Config,
  now: Date,
): Promise<ReceivedReport> {
  const targets = await settingsNow(db, config);
  const reporter = viewer ?? (email === undefined ? null : { email });
  return transaction(db, async (tx) => {
    if (viewer) await lockAccount(tx, viewer);
    const { key, subject } = await visibleSubject(tx, viewer, sent);
    const same = viewer && (await repeatedReport(tx, viewer, key, subject));
    if (same && same.state !== 'open' && same.state !== 'looking') return receivedAnswer(same);
    const dueBy = dueAt([form.kind], targets, subject.beginsAt, now);
    const found = await lockPendingCase(tx, key, subject, dueBy, now);
    const own = viewer && (await reportIn(tx, viewer, found.id));
    if (own) return receivedAnswer(await updateReport(tx, found, own, { ...form, dueBy }));
    const added = await addReport(tx, found, { reporter, subject, ...form, dueBy }, now);
    if (isNews(found, form.kind)) await notifySafetyContact(tx, found, config, now);
    return receivedAnswer(added);
  });
}

/**
 * Erases a deleted account's address from reports made while signed out, if the address is
 * confirmed.
 */
export async function eraseReporterEmail(
  tx: Transaction,
  { email, emailVerified }: { email: CleanText; emailVerified: boolean },
): Promise<void> {
  if (!emailVerified) return;
  await tx.update(reports).set({ email: null }).where(eq(reports.email, email));
}

/**
 * Tells whether admins are notified of a report: the case's first, or its first of illegal content.
 */
const isNews = ({ reportCount, kinds }: Case, kind: Report['kind']): boolean =>
  reportCount === 0 || (isIllegal(kind) && !kindsOf(kinds).some((each) => isIllegal(each.kind)));

const receivedAnswer = ({ reference, expectedBy }: Pick<Report, 'reference' | 'expectedBy'>) => ({
  reference,
  expectedBy: expectedBy.toISOString(),
});

/** Finds or creates the pending case of a subject, and locks it until the transaction ends. */
async function lockPendingCase(
  tx: Transaction,
  { type, id }: SubjectKey,
  { snapshot, authorId }: Subject,
  dueBy: Date,
  now: Date,
): Promise<Case> {
  const [found] = await tx
    .insert(reportCases)
    .values({
      reference: groupedCode(10, 5),
      subjectType: type,
      subjectId: id,
      authorId: await lockAuthor(tx, authorId),
      title: snapshot.title,
      dueBy,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [reportCases.subjectType, reportCases.subjectId],
      targetWhere: sql`state in ('open', 'looking')`,
      set: { dueBy: sql`least(${reportCases.dueBy}, excluded.due_by)` },
    })
    .returning();
  if (!found) throw new Error('an insert returned no row');
  return found;
}

/** Null if the account was deleted at this moment. */
async function lockAuthor(tx: Transaction, authorId: string | null): Promise<string | null> {
  if (authorId === null) return null;
  const [author] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, authorId))
    .for('key share');
  return author?.id ?? null;
}

interface ReportDetails {
  kind: Report['kind'];
  details?: CleanText | undefined;
  dueBy: Date;
}

async function addReport(
  tx: Transaction,
  found: Case,
  {
    reporter,
    subject,
    kind,
    details,
    dueBy,
  }: ReportDetails & { reporter: Reporter | null; subject: Subject },
  now: Date,
): Promise<Report> {
  const isUnchanged = isDeepStrictEqual(await lastSnapshot(tx, found.id), subject.snapshot);
  const [added] = await tx
    .insert(reports)
    .values({
      reference: groupedCode(10, 5),
      caseId: found.id,
      reporterId: reporter && 'id' in reporter ? reporter.id : null,
      email: reporter && !('id' in reporter) ? reporter.email : null,
      kind,
      details: details || null,
      said: isUnchanged ? null : subject.snapshot,
      expectedBy: dueBy,
      createdAt: now,
    })
    .returning();
  if (!added) throw new Error('an insert returned no row');
  await tx
    .update(reportCases)
    .set({ reportCount: found.reportCount + 1, kinds: moveCount(found.kinds, null, kind) })
    .where(eq(reportCases.id, found.id));
  if (reporter) {
    const to = 'id' in reporter ? reporter.id : reporter;
    await enqueue(tx, 'report_received', to, { reportId: added.id }, now);
  }
  return added;
}

/** Updates a reporter's earlier report: a more serious kind brings its due time forward. */
async function updateReport(
  tx: Transaction,
  found: Case,
  own: Report,
  { kind, details, dueBy }: ReportDetails,
): Promise<Report> {
  const expectedBy = dueBy < own.expectedBy ? dueBy : own.expectedBy;
  await tx
    .update(reports)
    .set({ kind, details: details || own.details, expectedBy })
    .where(eq(reports.id, own.id));
  await tx
    .update(reportCases)
    .set({ kinds: moveCount(found.kinds, own.kind, kind) })
    .where(eq(reportCases.id, found.id));
  return { ...own, expectedBy };
}

function moveCount(
  counts: KindCounts,
  from: Report['kind'] | null,
  to: Report['kind'],
): KindCounts {
  const next = { ...counts };
  if (from) next[from] = (next[from] ?? 1) - 1;
  next[to] = (next[to] ?? 0) + 1;
  return next;
}

/** Detaches an account's reports from it. */
export const forgetReportingAccount = (tx: Transaction, userId: string) =>
  tx.update(reports).set({ reporterId: null }).where(eq(reports.reporterId, userId));

/** Brings decisions about events forward to their new starts, if these come before the deadline. */
export const bringForward = (tx: Transaction, eventIds: number[], now: Date) =>
  tx
    .update(reportCases)
    .set({ dueBy: sql`${events.startTime}` })
    .from(events)
    .where(
      and(
        eq(reportCases.subjectType, 'event'),
        inArray(reportCases.subjectId, eventIds.map(String)),
        sql`${events.id} = ${reportCases.subjectId}::integer`,
        sql`${events.startTime} < ${reportCases.dueBy}`,
        gt(events.startTime, now),
      ),
    );
