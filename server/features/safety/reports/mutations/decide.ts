import { desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { day } from '#contract/platform/durations.ts';
import { partsOf, type Decision, type DecisionForm } from '#contract/safety/reports.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueueMany, enqueue } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { record } from '#features/base/audit/mutations.ts';
import {
  authorDecisionRefusal,
  daysRefusal,
  deciderRefusal,
  decisionRefusal,
  lookRefusal,
  reasonRefusal,
  stateAfter,
  stateRefusal,
  visibleOutcome,
} from '../policy.ts';
import { caseFacts } from '../queries/facts.ts';
import { reportAppeals, reportCases, reportDecisions, reports } from '../tables.ts';
import { applyPart, revertPart, type Verdict } from './effects.ts';
import { lockCase, notifySafetyContact } from './case.ts';

type Case = typeof reportCases.$inferSelect;

/**
 * Marks a case as being reviewed by an admin, so no other does the same work.
 * @throws Refusal `not_found`, `conflict`
 */
export async function openCase(db: Database, viewer: Viewer, id: number, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockCase(tx, id);
    demand(lookRefusal(found.state));
    if (found.lookedAtById === viewer.id) return;
    await tx
      .update(reportCases)
      .set({ state: 'looking', lookedAtById: viewer.id })
      .where(eq(reportCases.id, id));
    const change = { before: { state: found.state }, after: { state: 'looking' } };
    await record(tx, viewer, 'report.look', id, change, now);
  });
}

/**
 * Decides a case, or ends its appeal: applies the decision and notifies both sides.
 * @throws Refusal `not_found`, `conflict`, `forbidden`, `invalid`
 */
export async function decide(
  db: Database,
  viewer: Viewer,
  id: number,
  { decision, authorDecision: chosen, reason, days }: z.output<typeof DecisionForm>,
  config: Config,
  now: Date,
): Promise<void> {
  const authorDecision = chosen ?? null;
  await transaction(db, async (tx) => {
    const found = await lockCase(tx, id);
    demand(stateRefusal(found.state));
    const facts = await caseFacts(tx, viewer, found, config);
    demand(deciderRefusal(viewer, facts));
    demand(decisionRefusal(viewer, facts, decision));
    demand(authorDecisionRefusal(viewer, facts, { decision, authorDecision }));
    demand(daysRefusal({ decision, authorDecision }, days));
    demand(reasonRefusal(reason, await reportersOf(tx, id)));
    const isSuspension = partsOf({ decision, authorDecision }).includes('suspend');
    const until = isSuspension && days ? new Date(now.getTime() + days * day) : null;
    const verdict = { decision, authorDecision, reason, until };
    await replaceDecision(tx, viewer, found, verdict, now);
    await keepDecision(tx, viewer, found, verdict, now);
    await notifyBothSides(tx, found, decision, now);
    await notifySafetyContact(tx, found, config, now);
  });
}

/** An appeal that confirms the decision changes nothing, except the days of a suspension. */
async function replaceDecision(
  tx: Transaction,
  viewer: Viewer,
  found: Case,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  const { subjectType: type, subjectId: id, authorId } = found;
  const about = { type, id, authorId };
  const { decision: before, authorDecision } = found;
  const earlier = before ? partsOf({ decision: before, authorDecision }) : [];
  const later = partsOf(verdict);
  const changes = (part: Decision) =>
    part === 'suspend' || !earlier.includes(part) || !later.includes(part);
  for (const decision of earlier.filter(changes))
    await revertPart(tx, viewer, about, { ...verdict, decision }, now);
  for (const decision of later.filter(changes))
    await applyPart(tx, viewer, about, { ...verdict, decision }, now);
}

async function keepDecision(
  tx: Transaction,
  viewer: Viewer,
  found: Case,
  { decision, authorDecision, reason, until }: Verdict,
  now: Date,
): Promise<void> {
  const { id, dueBy } = found;
  await tx.insert(reportDecisions).values({
    caseId: id,
    decision,
    authorDecision,
    reason,
    until,
    byId: viewer.id,
    askedAt: await pendingSince(tx, found),
    dueBy: dueBy ?? now,
    decidedAt: now,
  });
  const state = stateAfter(found.state, decision);
  await tx
    .update(reportCases)
    .set({ state, decision, authorDecision, decidedAt: now, dueBy: null })
    .where(eq(reportCases.id, id));
  const after = { state, decision, ...(authorDecision && { authorDecision }), reason };
  const change = { before: { state: found.state }, after };
  await record(tx, viewer, 'report.decide', id, change, now);
}

/** Returns since when the case has awaited its decision. */
async function pendingSince(tx: Transaction, { id, state, createdAt }: Case): Promise<Date> {
  if (state !== 'appealed') return createdAt;
  const [appeal] = await tx.select().from(reportAppeals).where(eq(reportAppeals.caseId, id));
  return appeal?.createdAt ?? createdAt;
}

async function reportersOf(tx: Transaction, caseId: number) {
  const rows = await tx
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      account: users.email,
      email: reports.email,
    })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .orderBy(desc(reports.id));
  return rows.flatMap(({ firstName, lastName, account, email }) => {
    const address = account ?? email;
    return address === null ? [] : [{ firstName: firstName ?? '', lastName, email: address }];
  });
}

/**
 * Emails each side separately, so nobody sees other recipients. An address with several reports
 * gets one email.
 */
async function notifyBothSides(
  tx: Transaction,
  found: Case,
  decision: Verdict['decision'],
  now: Date,
): Promise<void> {
  const payload = { caseId: found.id };
  const to = sql`select distinct reporter_id, case when reporter_id is null then email end from ${reports}
    where case_id = ${found.id} and (reporter_id is not null or email is not null)`;
  await enqueueMany(tx, { kind: 'report_decided', payload, now }, { to });
  const isVisible = visibleOutcome(decision, 'subject', found.subjectType) !== null;
  if (isVisible && found.authorId !== null) {
    await enqueue(tx, 'report_about_you', found.authorId, payload, now);
  }
}
