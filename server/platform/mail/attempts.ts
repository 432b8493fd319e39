import { and, eq, isNull, sql } from 'drizzle-orm';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { minute } from '#contract/platform/durations.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { errorCode, transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { mergeOnConflict } from './outbox.ts';
import { leaseLength } from './queue.ts';
import type { StoredContent } from './render.ts';
import { suppress } from './suppression.ts';
import { mails, outbox, type LeasedEmail } from './tables.ts';
import { countDelivery, postponeEmail, throttle, type Destination } from './throttle.ts';

/**
 * An attempt needs at least this much of its lease: sending takes a minute and a half at most, and
 * clocks differ.
 */
const shortestLease = 2.5 * minute;

const firstDelay = minute / 2;
const longestDelay = 6 * 60 * minute;

/** About 25 hours of attempts. */
export const maxAttempts = 14;
/** The first attempts follow at once, as soon as the cause of the failure is gone. */
const quickAttempts = 3;

/** Tells whether an earlier attempt may have sent the email without recording it. */
export async function mayHaveBeenSent(
  db: Database,
  { id, attempts }: LeasedEmail,
): Promise<boolean> {
  if (attempts === 1) return false;
  const [mail] = await db
    .select({ state: mails.state, lastError: mails.lastError })
    .from(mails)
    .where(eq(mails.effectId, id));
  return mail?.state === 'waiting' && mail.lastError === null;
}

/** An email about to be sent; only its content is stored. */
interface Attempt {
  to: Destination;
  messageId: string | null;
  content: StoredContent;
  /** Tells whether limits apply (`RATE_LIMITS`). */
  isThrottled: boolean;
  /** Enqueues a text message too, once. */
  alsoAsText?: boolean;
}

/** Tells whether the email goes now; if not, why. */
export type Permission = 'send' | 'throttled' | 'dropped by its limit' | 'taken over';

/** Records an attempt before it is made, unless a limit postpones or drops the email. */
export async function recordAttempt(
  db: Database,
  email: LeasedEmail,
  attempt: Attempt,
  signer: Signer,
  now: Date,
): Promise<Permission> {
  const record = () => transaction(db, (tx) => recordIn(tx, email, attempt, signer, now));
  try {
    return await record();
  } catch (error) {
    // It became mergeable just as another with its key was enqueued, so this second time it is
    // merged.
    if (errorCode(error) !== uniqueViolation) throw error;
    return record();
  }
}

const uniqueViolation = '23505';

async function recordIn(
  tx: Transaction,
  email: LeasedEmail,
  { to, messageId, content, isThrottled, alsoAsText }: Attempt,
  signer: Signer,
  now: Date,
): Promise<Permission> {
  const sendTime = isThrottled ? await throttle(tx, email, to, signer, now) : now;
  if (!(await lockIfOurs(tx, email))) return 'taken over';
  if (sendTime === 'never') {
    await closeEmail(tx, email, undefined, now);
    await countDelivery(tx, email, { failed: 1 });
    return 'dropped by its limit';
  }
  if (sendTime > now) {
    const outcome = await postponeEmail(tx, email, sendTime);
    if (outcome === 'merged') await closeEmail(tx, email, undefined, now);
    return 'throttled';
  }
  await renewLease(tx, email, now);
  const { subject, text, html } = content;
  const columns = {
    ...cleanTexts({ recipient: to.address, messageId, subject, text, html }, Infinity),
    attempts: email.attempts,
    state: 'waiting' as const,
    lastError: null,
  };
  const [mail] = await tx
    .insert(mails)
    .values({
      effectId: email.id,
      kind: email.kind,
      channel: email.channel,
      recipientId: email.recipientId,
      aboutId: subjectOf(email.payload),
      ...columns,
      createdAt: now,
    })
    .onConflictDoUpdate({ target: mails.effectId, set: columns })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (alsoAsText && mail?.isNew) await enqueueText(tx, email, now);
  return 'send';
}

/** Locks the row unless another process has taken the email over. */
async function lockIfOurs(tx: Transaction, { id, attempts }: LeasedEmail): Promise<boolean> {
  const rows = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.doneAt)))
    .for('update');
  return rows.length > 0;
}

async function renewLease(tx: Transaction, { id, dueAt }: LeasedEmail, now: Date): Promise<void> {
  if (dueAt.getTime() - now.getTime() >= shortestLease) return;
  const leaseEnd = new Date(now.getTime() + leaseLength);
  await tx.update(outbox).set({ dueAt: leaseEnd }).where(eq(outbox.id, id));
}

/** The member that an email to somebody else is about. */
const subjectOf = (payload: unknown): string | null =>
  typeof payload === 'object' && payload !== null && 'userId' in payload
    ? String(payload.userId)
    : null;

/** Enqueues a text message with the same content, or merges it into a waiting one with its key. */
async function enqueueText(tx: Transaction, email: LeasedEmail, now: Date): Promise<void> {
  const { kind, throttleKey, recipientId, causedBy, payload } = email;
  await tx.execute(sql`
    insert into ${outbox} (kind, cause, channel, open, recipient_id, caused_by, payload, due_at, created_at)
    values (${kind}, ${throttleKey}, 'text', true, ${recipientId}, ${causedBy}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now})
    ${mergeOnConflict}`);
}

/** Closes an email whose recipient wants only the text message. */
export async function finishAsText(db: Database, email: LeasedEmail, now: Date): Promise<void> {
  await finishEmail(db, email, undefined, now, (tx) => enqueueText(tx, email, now));
}

type Outcome = 'kept' | 'sent';

/**
 * Closes an email that was sent, stored, or undefined because nothing was left to say; `also` runs
 * in the transaction.
 */
export async function finishEmail(
  db: Database,
  email: LeasedEmail,
  outcome: Outcome | undefined,
  now: Date,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockIfOurs(tx, email))) return;
    await also?.(tx);
    await closeEmail(tx, email, outcome, now);
  });
}

async function closeEmail(
  tx: Transaction,
  email: LeasedEmail,
  outcome: Outcome | undefined,
  now: Date,
): Promise<void> {
  await tx
    .update(outbox)
    .set({ doneAt: now, lastError: null, causedBy: null })
    .where(eq(outbox.id, email.id));
  if (!outcome) {
    await tx.delete(mails).where(eq(mails.effectId, email.id));
    return;
  }
  await tx
    .update(mails)
    .set({ state: outcome, sentAt: outcome === 'sent' ? now : null, lastError: null })
    .where(eq(mails.effectId, email.id));
  await countDelivery(tx, email, { delivered: 1 });
}

export interface Failure {
  reason: string;
  /** Another attempt would change nothing. */
  isPermanent: boolean;
  /** The address gets no more emails but those that its owner asks for. */
  isUnknownAddress?: boolean;
  /** The email did not go out; after any other error it may have. */
  wasNotSent: boolean;
  /** The cause of the failure is gone: the next attempts follow at once. */
  isOver?: boolean;
}

/** Schedules the next attempt, later each time, or gives up. */
export async function failEmail(
  db: Database,
  email: LeasedEmail,
  { reason, isPermanent, isUnknownAddress, wasNotSent, isOver }: Failure,
  now: Date,
): Promise<'waiting' | 'dead'> {
  const isDead = isPermanent || email.attempts >= maxAttempts;
  const delay = isOver && email.attempts <= quickAttempts ? 0 : delayAfter(email.attempts);
  const lastError = cleanText(reason);
  const retry = { dueAt: new Date(now.getTime() + delay), sendOrder: null, lastError };
  await transaction(db, async (tx) => {
    if (!(await lockIfOurs(tx, email))) return;
    await tx
      .update(outbox)
      .set(isDead ? { deadAt: now, lastError, causedBy: null } : retry)
      .where(eq(outbox.id, email.id));
    const [mail] = await tx
      .update(mails)
      .set({
        state: isDead ? 'dead' : 'waiting',
        ...((isDead || wasNotSent) && { lastError }),
      })
      .where(eq(mails.effectId, email.id))
      .returning({ address: mails.recipient });
    if (isDead) await countDelivery(tx, email, { failed: 1 });
    if (mail && isUnknownAddress) {
      // Without the library's own code in front: '550 5.1.1'.
      await suppress(tx, mail.address, cleanText(reason.replace(/^E[A-Z]+ /, '')), now);
    }
  });
  return isDead ? 'dead' : 'waiting';
}

/**
 * Doubles with each attempt, and is spread so that emails that failed together don't retry
 * together.
 */
export function delayAfter(attempts: number, random = Math.random()): number {
  const delay = Math.min(firstDelay * 2 ** (attempts - 1), longestDelay);
  return Math.round(delay * (0.8 + 0.4 * random));
}
