import { eq } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { appealRefusal, dueAt, kindsOf } from '../policy.ts';
import { subjectOf } from '../queries/subjects.ts';
import { sideFor, viewOf } from '../queries/sides.ts';
import { reportAppeals, reportCases } from '../tables.ts';
import { lockCase, notifySafetyContact } from './case.ts';
import type { ReceivedReport } from './report.ts';

/**
 * Appeals against a decision, for the reporter or the reported member.
 * @throws Refusal `not_found`, `invalid`, `conflict` without a decision, and for a second appeal
 */
export async function appeal(
  db: Database,
  viewer: Viewer | null,
  { reference, text, token }: { reference: string; text: CleanText; token?: string | undefined },
  signer: Signer,
  config: Config,
  now: Date,
): Promise<ReceivedReport> {
  const targets = await settingsNow(db, config);
  return transaction(db, async (tx) => {
    const side = await sideFor(tx, viewer, reference, token, signer);
    const found = await lockCase(tx, side.found.id);
    if (!(await viewOf(tx, { ...side, found }))) throw notFound('Report');
    demand(appealRefusal(found.state));
    await tx.insert(reportAppeals).values({
      caseId: found.id,
      side: side.side,
      reportId: side.side === 'reporter' ? side.report.id : null,
      text,
      createdAt: now,
    });
    const kinds = kindsOf(found.kinds).map(({ kind }) => kind);
    const subject = await subjectOf(tx, { type: found.subjectType, id: found.subjectId });
    const dueBy = dueAt(kinds, targets, subject?.beginsAt, now);
    await tx
      .update(reportCases)
      .set({ state: 'appealed', dueBy, lookedAtById: null })
      .where(eq(reportCases.id, found.id));
    await notifySafetyContact(tx, found, config, now);
    return { reference, expectedBy: dueBy.toISOString() };
  });
}
