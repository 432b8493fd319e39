import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { users } from '#features/base/accounts/tables.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { enqueueOnce } from '#platform/mail/outbox.ts';
import {
  donationPurpose,
  paymentsUnavailable,
  type PaymentFact,
  type Payments,
  type ReversalFact,
} from '#platform/payments/payments.ts';
import { advanceProgress, afterReversals, laterReversal } from './policy.ts';
import { donationReversals, donations, webhookEvents } from './tables.ts';

interface BegunDonation {
  /** In whole pounds. */
  amount: number;
  attempt: string | undefined;
  description: string;
}

/**
 * Starts a donation with the payment provider. A repeated attempt at the same amount by the same
 * person is the same payment.
 * @returns the client secret with which the donor's browser pays
 * @throws Refusal `payments_unavailable`
 */
export async function beginDonation(
  db: Database,
  viewer: Viewer | null,
  { amount, attempt = randomUUID(), description }: BegunDonation,
  payments: Payments | null,
  now: Date,
): Promise<string> {
  if (!payments) throw paymentsUnavailable();
  const pence = amount * 100;
  const { id, clientSecret } = await payments.begin({
    amount: pence,
    description,
    memberId: viewer?.id,
    idempotencyKey: ['donation', viewer?.id ?? 'visitor', attempt, pence].join('-'),
  });
  await db
    .insert(donations)
    .values({
      paymentIntentId: id,
      userId: viewer?.id ?? null,
      amount: pence,
      status: 'created',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
  return clientSecret;
}

/**
 * Donors' names and addresses leave the site with the file, so the log records who downloaded it.
 */
export async function recordExport(db: Database, viewer: Viewer, now: Date): Promise<void> {
  await transaction(db, (tx) =>
    record(tx, viewer, 'donation.export', 'all', { before: null, after: null }, now),
  );
}

/**
 * Handles an event of the payment provider's webhook, each event once.
 * @throws Refusal `payments_unavailable`, `invalid` for an event that is not the provider's
 */
export async function recordWebhookEvent(
  db: Database,
  { payload, signature }: { payload: string; signature: string },
  payments: Payments | null,
  now: Date,
): Promise<void> {
  if (!payments) throw paymentsUnavailable();
  const { id, type, sentAt, fact } = payments.read(payload, signature, now);
  if (!fact) return;
  await transaction(db, async (tx) => {
    const fresh = await tx
      .insert(webhookEvents)
      .values({ id, type, sentAt, handledAt: now })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id });
    if (fresh.length === 0) return;
    await lockPayment(tx, fact.paymentIntentId);
    if (fact.kind === 'payment') await recordPayment(tx, fact, sentAt, now);
    else await recordReversal(tx, fact);
    await settleDonation(tx, fact.paymentIntentId, now);
    if (fact.kind === 'payment' && fact.status === 'succeeded') await thankDonor(tx, fact, now);
  });
}

/** Serialises the events of one payment, even before its row exists. */
const lockPayment = (tx: Transaction, paymentIntentId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${paymentIntentId}, 0))`);

async function recordPayment(
  tx: Transaction,
  fact: PaymentFact,
  sentAt: Date,
  now: Date,
): Promise<void> {
  const { paymentIntentId, amount, currency, status } = fact;
  const donation = await donationOf(tx, paymentIntentId);
  if (donation) {
    const { status: reached, attemptedAt } = advanceProgress(donation, status, sentAt);
    await tx
      .update(donations)
      .set({ status: reached, attemptedAt, amount, currency, updatedAt: now })
      .where(eq(donations.id, donation.id));
  } else if (fact.metadata['purpose'] === donationPurpose) {
    const progress = advanceProgress({ status: 'created', attemptedAt: null }, status, sentAt);
    const userId = await findGiver(tx, fact.metadata['member']);
    await tx
      .insert(donations)
      .values({ ...progress, paymentIntentId, userId, amount, currency, createdAt: sentAt });
  }
}

/** A member may have deleted their account between the payment and its event. */
async function findGiver(tx: Transaction, id: string | undefined): Promise<string | null> {
  if (!id) return null;
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, id))
    .for('key share');
  return member?.id ?? null;
}

async function recordReversal(tx: Transaction, fact: ReversalFact): Promise<void> {
  const [earlier] = await tx
    .select({ state: donationReversals.state })
    .from(donationReversals)
    .where(eq(donationReversals.id, fact.id));
  const state = earlier ? laterReversal(earlier.state, fact.state) : fact.state;
  await tx
    .insert(donationReversals)
    .values({ ...fact, state })
    .onConflictDoUpdate({ target: donationReversals.id, set: { state, amount: fact.amount } });
}

/** Updates the donation's status from its payment, refunds and disputes. */
async function settleDonation(
  tx: Transaction,
  paymentIntentId: CleanText,
  now: Date,
): Promise<void> {
  const donation = await donationOf(tx, paymentIntentId);
  if (!donation) return;
  const reversals = await tx
    .select({
      kind: donationReversals.kind,
      amount: donationReversals.amount,
      state: donationReversals.state,
    })
    .from(donationReversals)
    .where(eq(donationReversals.paymentIntentId, paymentIntentId));
  await tx
    .update(donations)
    .set({ ...afterReversals(donation.status, donation.amount, reversals), updatedAt: now })
    .where(eq(donations.id, donation.id));
}

/**
 * Sends one receipt to the member, or to the visitor's address, which only one of two events
 * contains.
 */
async function thankDonor(tx: Transaction, fact: PaymentFact, now: Date): Promise<void> {
  const donation = await donationOf(tx, fact.paymentIntentId);
  const to = donation?.userId ?? (fact.email ? { email: fact.email } : undefined);
  if (!donation || !to) return;
  const uniqueKey = `donation_received:${fact.paymentIntentId}`;
  const payload = { donationId: donation.id };
  await enqueueOnce(tx, 'donation_received', { to, uniqueKey }, payload, now);
}

async function donationOf(tx: Transaction, paymentIntentId: CleanText) {
  const [donation] = await tx
    .select()
    .from(donations)
    .where(eq(donations.paymentIntentId, paymentIntentId))
    .for('no key update');
  return donation;
}

/** Detaches an account's donations from it. */
export const forgetDonor = (tx: Transaction, userId: string) =>
  tx.update(donations).set({ userId: null }).where(eq(donations.userId, userId));
