import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { AdminComplaint, ComplaintForm } from '#contract/safety/complaints.ts';
import { groupedCode } from '#platform/crypto/readable-code.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { record } from '#features/base/audit/mutations.ts';
import { answerRefusal, dueBy } from './policy.ts';
import { complaintById } from './queries.ts';
import { complaints } from './tables.ts';

/**
 * Stores a complaint and enqueues its acknowledgement. It leaves out an account that is deleted
 * meanwhile.
 */
export async function complain(
  db: Database,
  viewer: Viewer | null,
  form: z.output<typeof ComplaintForm>,
  now: Date,
): Promise<{ number: string; dueBy: string }> {
  const number = `C-${groupedCode(8, 4)}`;
  await transaction(db, async (tx) => {
    const [complaint] = await tx
      .insert(complaints)
      .values({
        ...form,
        number,
        userId:
          viewer && sql<string>`(select id from ${users} where id = ${viewer.id} for key share)`,
        createdAt: now,
      })
      .returning({ id: complaints.id });
    if (!complaint) throw new Error('an insert returned no row');
    const payload = { complaintId: complaint.id };
    await enqueue(tx, 'complaint_received', { email: form.email }, payload, now);
  });
  return { number, dueBy: dueBy(now).toISOString() };
}

/**
 * Answers a complaint once, and emails the outcome to the complainant.
 * @throws Refusal `not_found`, `conflict`
 */
export async function answerComplaint(
  db: Database,
  viewer: Viewer,
  id: number,
  outcome: CleanText,
  now: Date,
): Promise<AdminComplaint> {
  return transaction(db, async (tx) => {
    await lockAccount(tx, viewer);
    const [complaint] = await tx
      .select()
      .from(complaints)
      .where(eq(complaints.id, id))
      .for('update');
    if (!complaint) throw notFound('Complaint');
    demand(answerRefusal(complaint));
    await tx
      .update(complaints)
      .set({ outcome, answeredAt: now, answeredById: viewer.id })
      .where(eq(complaints.id, id));
    const change = { before: { state: 'open' }, after: { state: 'answered' } };
    await record(tx, viewer, 'complaint.answer', complaint.number, change, now);
    await enqueue(tx, 'complaint_answered', { email: complaint.email }, { complaintId: id }, now);
    const answered = await complaintById(tx, id, now);
    if (!answered) throw notFound('Complaint');
    return answered;
  });
}

/** Detaches an account's complaints from it. */
export const forgetComplainant = (tx: Transaction, userId: string) =>
  tx.update(complaints).set({ userId: null }).where(eq(complaints.userId, userId));
