import { eq } from 'drizzle-orm';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import type { ReportKind } from '#contract/safety/report-kinds.ts';
import type { Decision, SubjectType } from '#contract/safety/reports.ts';
import { readConfig } from '#platform/config.ts';
import { groupedCode } from '#platform/crypto/readable-code.ts';
import type { Database } from '#platform/db/database.ts';
import { addressOfReport } from '#features/safety/reports/queries/links.ts';
import { reportCases, reportDecisions, reports } from '#features/safety/reports/tables.ts';
import { openSigner } from '#features/base/settings/mutations.ts';
import { tokenIn } from './links.ts';

interface Subject {
  type: SubjectType;
  id: string | number;
}

export const reportBody = (
  type: SubjectType,
  { id }: Pick<Subject, 'id'>,
  kind: ReportKind = 'spam',
) => ({
  body: { subject: { type, id }, kind },
});

const wording = {
  title: 'As it was',
  parts: [{ label: 'Comment', text: 'As it was' }],
  imageUrl: null,
};

/** Creates a report of a subject by somebody, or by an unknown visitor, with its decision. */
export async function plantReport(
  db: Database,
  { type, id }: Subject,
  author: { id: string } | null,
  decision: Decision | null = null,
  reporter: { id: string } | null = null,
) {
  const reportedAt = new Date('2026-06-10T12:00:00Z');
  const dueBy = new Date('2026-06-17T12:00:00Z');
  const [found] = await db
    .insert(reportCases)
    .values(
      cleanTexts({
        reference: groupedCode(10, 5),
        subjectType: type,
        subjectId: String(id),
        authorId: author?.id ?? null,
        title: wording.title,
        reportCount: 1,
        kinds: { spam: 1 },
        dueBy,
        createdAt: reportedAt,
      }),
    )
    .returning();
  const [report] = await db
    .insert(reports)
    .values(
      cleanTexts({
        reference: groupedCode(10, 5),
        caseId: found!.id,
        reporterId: reporter?.id ?? null,
        kind: 'spam',
        said: wording,
        expectedBy: dueBy,
        createdAt: reportedAt,
      }),
    )
    .returning();
  if (decision) await plantDecision(db, found!.id, decision, reportedAt);
  return {
    id: found!.id,
    reportId: report!.id,
    reference: report!.reference,
    authorsReference: found!.reference,
  };
}

async function plantDecision(db: Database, caseId: number, decision: Decision, at: Date) {
  await db.insert(reportDecisions).values(
    cleanTexts({
      caseId,
      decision,
      reason: 'It is as it should be.',
      askedAt: at,
      dueBy: at,
      decidedAt: at,
    }),
  );
  const state = decision === 'nothing' ? 'not_upheld' : 'upheld';
  await db
    .update(reportCases)
    .set({ state, decision, decidedAt: at, dueBy: null })
    .where(eq(reportCases.id, caseId));
}

/** Returns the token of the link in the email about a report. */
export async function linkOf(db: Database, of: string): Promise<string> {
  const signer = await openSigner(db, readConfig({}), new Date());
  const key = { opens: 'report' as const, reference: of };
  return tokenIn(new URL(addressOfReport(key, 'https://hall.example', signer)));
}
