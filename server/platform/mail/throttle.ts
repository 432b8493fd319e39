import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { cleanText } from '#contract/platform/clean-text.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';
import { dailyEmails } from '#contract/platform/limits.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Transaction } from '#platform/db/database.ts';
import { definitionOf } from './email.ts';
import { deliveryTallies, outbox, sentCounts, type LeasedEmail, type OutboxRow } from './tables.ts';

/** Changes within this time are sent as one email. */
export const debounceTime = 5 * minute;
const mostAnHour = 3;

/** The recipient's address or number, for the daily limit. */
export interface Destination {
  address: string;
  /** Its owner has confirmed something by an email, or no email leaves the site. */
  hasConfirmed: boolean;
  /** The email has its full content, and not only that something is waiting. */
  isComplete: boolean;
}

/** When an email may go: now, at a later time, or never. */
export type SendTime = Date | 'never';

/**
 * Returns when all limits allow the email, and counts it if that is now. The counts stay locked
 * until the transaction ends, so processes count together; a further attempt at the same email
 * counts once.
 */
export async function throttle(
  tx: Transaction,
  email: LeasedEmail,
  to: Destination,
  signer: Signer,
  now: Date,
): Promise<SendTime> {
  const counts = [];
  for (const limit of limitsOf(email, to, signer, now)) {
    const others = await lockCount(tx, limit, email, now);
    const sendTime = limit.sendTimeAfter(others.map(({ at }) => new Date(at)));
    if (sendTime === 'never' || sendTime > now) return sendTime;
    counts.push({ ...limit, others });
  }
  for (const { subject, span, others } of counts) {
    const recent = others.filter(({ at }) => recentOf(span, [new Date(at)], now).length > 0);
    const sentNow = [...recent, { effect: email.id, at: cleanText(now.toISOString()) }];
    await tx.update(sentCounts).set({ sent: sentNow }).where(eq(sentCounts.subject, subject));
  }
  return now;
}

interface Limit {
  /** A keyed hash of the counted subject. */
  subject: string;
  span: number;
  sendTimeAfter: (sent: Date[]) => SendTime;
}

/**
 * Limits count by the address itself, so a new account gets no new limit. Their order is fixed, so
 * two transactions never deadlock. The last is the address's daily ceiling, which no kind escapes.
 */
function limitsOf(email: LeasedEmail, to: Destination, signer: Signer, now: Date): Limit[] {
  const { kind, channel, throttleKey } = email;
  const address = to.address.toLowerCase();
  const limits: Limit[] = [];
  const subjectOf = (...parts: string[]) => signer.pseudonym('sent emails', JSON.stringify(parts));
  // An earlier version enqueued emails without a key.
  if (throttleKey !== null) {
    limits.push({
      // The email itself follows a notice at once, when the address is confirmed.
      subject: subjectOf(kind, channel, address, throttleKey, ...(to.isComplete ? [] : ['notice'])),
      span: hour,
      sendTimeAfter: (sent) => hourlySendTime(email, sent, now),
    });
  }
  const counted = to.hasConfirmed ? address : mailboxOf(address);
  const perDay = (most: number, ...parts: string[]) => ({
    subject: subjectOf(channel, counted, ...parts),
    span: day,
    sendTimeAfter: (sent: Date[]) => dailySendTime(email, to, { sent, most }, now),
  });
  const mostADay = definitionOf(kind)?.mostADay;
  if (mostADay !== undefined) limits.push(perDay(mostADay, kind, 'day'));
  const { count, most } = dailyCeiling(email, to);
  return [...limits, perDay(most, count)];
}

/**
 * Returns the mailbox that an address in lower case leads to: 'ada+two@example.org' is a way to
 * write 'ada@example.org', and Google ignores dots.
 */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const [name = ''] = address.slice(0, at).split('+');
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`;
}

/**
 * By kind, recipient and key: the first goes at once, the second after a pause for others, and at
 * most three in any hour. An email that its recipient requested is never delayed: beyond three it
 * is dropped.
 */
function hourlySendTime(
  { kind, createdAt }: LeasedEmail,
  sent: readonly Date[],
  now: Date,
): SendTime {
  const requested = definitionOf(kind)?.requestedByRecipient ?? false;
  const recent = recentOf(hour, sent, now);
  const first = recent.at(-mostAnHour);
  if (first) return requested ? 'never' : new Date(first.getTime() + hour);
  if (recent.length === 0 || requested) return now;
  return new Date(Math.max(now.getTime(), createdAt.getTime() + debounceTime));
}

/**
 * By address. Beyond the limit, an email that its recipient requested is dropped, since the links
 * before it open the same, and so is one that repeats those before it. Any other waits until a day
 * after the last.
 */
function dailySendTime(
  { kind, createdAt }: LeasedEmail,
  { hasConfirmed, isComplete }: Destination,
  { sent, most }: { sent: readonly Date[]; most: number },
  now: Date,
): SendTime {
  const { urgent, requestedByRecipient } = definitionOf(kind) ?? {};
  const recent = recentOf(day, sent, now);
  const last = recent.at(-1);
  if (!last || recent.length < most) return now;
  const expiresAt = createdAt.getTime() + dailyEmails.waitDays * day;
  const repeatsItself = !hasConfirmed && (!isComplete || urgent);
  return requestedByRecipient || repeatsItself || expiresAt <= now.getTime()
    ? 'never'
    : new Date(last.getTime() + day);
}

/**
 * Returns the daily count of the address that an email belongs to, and its ceiling. Every email
 * belongs to one, whatever its kind declares. Strangers can cause each kind to an address that has
 * confirmed nothing, so all share one count. To any other address, emails that others cause can't
 * use up the places of links and security notices, nor the reverse.
 */
function dailyCeiling(
  { kind, recipientId, causedBy }: LeasedEmail,
  { hasConfirmed }: Destination,
): { count: 'unconfirmed' | 'unasked' | 'own'; most: number } {
  const { unconfirmed, unasked, keptForTimely, own, keptForRequested } = dailyEmails;
  const { requestedByRecipient, urgent, timeSensitive } = definitionOf(kind) ?? {};
  if (!hasConfirmed) return { count: 'unconfirmed', most: unconfirmed };
  if (requestedByRecipient || urgent) return { count: 'own', most: own };
  const isOwnAct = causedBy !== null && causedBy === recipientId;
  if (isOwnAct) return { count: 'own', most: own - keptForRequested };
  return { count: 'unasked', most: timeSensitive ? unasked : unasked - keptForTimely };
}

/** Oldest first; ignores times that a fast clock put far into the future. */
const recentOf = (span: number, sent: readonly Date[], now: Date): Date[] =>
  sent
    .filter((at) => Math.abs(now.getTime() - at.getTime()) < span)
    .toSorted((one, other) => one.getTime() - other.getTime());

/** Locks a count and returns its other emails. */
async function lockCount(tx: Transaction, { subject }: Limit, { id }: LeasedEmail, now: Date) {
  const [count] = await tx
    .insert(sentCounts)
    .values({ subject, sent: [], lastAt: now })
    .onConflictDoUpdate({ target: sentCounts.subject, set: { lastAt: now } })
    .returning({ sent: sentCounts.sent });
  return (count?.sent ?? []).filter(({ effect }) => effect !== id);
}

/**
 * Postpones a throttled email: it is merged into a waiting one with its key, or waits and absorbs
 * later ones.
 */
export async function postponeEmail(
  tx: Transaction,
  email: LeasedEmail,
  until: Date,
): Promise<'merged' | 'waiting'> {
  if (await mergeIntoNext(tx, email)) return 'merged';
  const attempts = email.attempts - 1;
  await tx
    .update(outbox)
    .set({
      dueAt: until,
      sendOrder: null,
      attempts,
      mergeable: sql`${outbox.uniqueKey} is null and ${attempts} = 0`,
    })
    .where(eq(outbox.id, email.id));
  return 'waiting';
}

async function mergeIntoNext(tx: Transaction, email: LeasedEmail): Promise<boolean> {
  const { id, kind, channel, throttleKey, recipientId, recipientEmail } = email;
  const [next] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        gt(outbox.id, id),
        eq(outbox.kind, kind),
        eq(outbox.channel, channel),
        eq(outbox.throttleKey, throttleKey ?? ''),
        recipientId === null
          ? eq(outbox.recipientEmail, cleanText(recipientEmail ?? ''))
          : eq(outbox.recipientId, recipientId),
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        isNull(outbox.uniqueKey),
      ),
    )
    .orderBy(outbox.id)
    .limit(1)
    .for('update');
  if (!next) return false;
  await tx
    .update(outbox)
    .set({ payload: sql`${outbox.payload} || ${beforeOf(email.payload)}::jsonb` })
    .where(eq(outbox.id, next.id));
  return true;
}

/** A merged email keeps the `before` of the first change. */
const beforeOf = (payload: unknown): string =>
  JSON.stringify(
    typeof payload === 'object' && payload !== null && 'before' in payload
      ? { before: payload.before }
      : {},
  );

const hourSlots = 8;

/**
 * Counts a finished email that `countsDeliveries` as delivered or failed, in the same transaction.
 */
export async function countDelivery(
  tx: Transaction,
  { id, kind, throttleKey }: Pick<OutboxRow, 'id' | 'kind' | 'throttleKey'>,
  { delivered = 0, failed = 0 }: { delivered?: number; failed?: number },
): Promise<void> {
  if (throttleKey === null || !definitionOf(kind)?.countsDeliveries) return;
  await tx
    .insert(deliveryTallies)
    .values({ throttleKey, slot: id % hourSlots, delivered, failed })
    .onConflictDoUpdate({
      target: [deliveryTallies.throttleKey, deliveryTallies.slot],
      set: {
        delivered: sql`${deliveryTallies.delivered} + ${delivered}`,
        failed: sql`${deliveryTallies.failed} + ${failed}`,
      },
    });
}

/** SQL for how many emails with a throttle key were delivered or failed. */
export const deliveryCount = (throttleKey: unknown, column: 'delivered' | 'failed') =>
  sql<number>`(select coalesce(sum(${sql.identifier(column)}), 0)::int from ${deliveryTallies} tallied where tallied.cause = ${throttleKey})`;
