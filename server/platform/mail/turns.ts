import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { day, hour } from '#contract/platform/durations.ts';
import type { Transaction } from '#platform/db/database.ts';
import { countedAs, mayGoAt, mayGoToday, within, type Reach } from './bounds.ts';
import { letterCounts, outbox, type Leased } from './tables.ts';

/** To whom an email goes. */
export interface To extends Reach {
  /** The address or number. */
  recipient: string;
}

/** A count of what went out lately, and what it says of the next. */
interface Limit {
  /** A hash of what is counted. */
  subject: string;
  span: number;
  mayGo: (told: Date[]) => Date | 'never';
}

/**
 * When an email may go by all its limits. Their counts are held until the transaction ends, so that of several processes
 * that ask at once each knows of the others; what is tried again has had its turn.
 */
export async function turnOf(
  tx: Transaction,
  effect: Leased,
  to: To,
  now: Date,
): Promise<Date | 'never'> {
  const counts = [];
  for (const limit of limitsOf(effect, to, now)) {
    const count = await countOf(tx, limit, effect, now);
    const at = limit.mayGo(count.others.map((each) => new Date(each.at)));
    if (at === 'never' || at > now) return at;
    counts.push(count);
  }
  for (const { subject, span, others } of counts) {
    const lately = others.filter((each) => within(span, [new Date(each.at)], now).length > 0);
    const told = [...lately, { effect: effect.id, at: now.toISOString() }];
    await tx.update(letterCounts).set({ told }).where(eq(letterCounts.subject, subject));
  }
  return now;
}

/** Locks the count, and answers the other emails in it. */
async function countOf(tx: Transaction, { subject, span }: Limit, { id }: Leased, now: Date) {
  const [count] = await tx
    .insert(letterCounts)
    .values({ subject, told: [], lastAt: now })
    .onConflictDoUpdate({ target: letterCounts.subject, set: { lastAt: now } })
    .returning({ told: letterCounts.told });
  return { subject, span, others: (count?.told ?? []).filter((each) => each.effect !== id) };
}

/**
 * By the address or number itself, so that a new account has no new turns: of its cause, but for an earlier version's
 * that has none, and of the day. In this order, so that those who hold two never wait for one another.
 */
function limitsOf(effect: Leased, { recipient, ...reach }: To, now: Date): Limit[] {
  const { kind, channel, cause } = effect;
  const to = recipient.toLowerCase();
  const email = { ...effect, ...reach };
  const counted = countedAs(email);
  return [
    ...(cause === null
      ? []
      : [
          {
            subject: hashOf([kind, channel, to, cause]),
            span: hour,
            mayGo: (told: Date[]) => mayGoAt(effect, told, now),
          },
        ]),
    ...(counted
      ? [
          {
            subject: hashOf([channel, to, counted]),
            span: day,
            mayGo: (told: Date[]) => mayGoToday(email, told, now),
          },
        ]
      : []),
  ];
}

const hashOf = (named: string[]): string =>
  createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 22);

/**
 * Puts a letter off until its turn comes: told with the next of its cause where one waits already, and else open to
 * what comes meanwhile.
 */
export async function putOff(
  tx: Transaction,
  effect: Leased,
  until: Date,
): Promise<'told' | 'open'> {
  if (await toldWithTheNext(tx, effect)) return 'told';
  const attempts = effect.attempts - 1;
  await tx
    .update(outbox)
    .set({
      dueAt: until,
      sendOrder: null,
      attempts,
      open: sql`${outbox.uniqueKey} is null and ${attempts} = 0`,
    })
    .where(eq(outbox.id, effect.id));
  return 'open';
}

async function toldWithTheNext(tx: Transaction, effect: Leased): Promise<boolean> {
  const { id, kind, channel, cause, recipientId, recipientEmail } = effect;
  const [next] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        gt(outbox.id, id),
        eq(outbox.kind, kind),
        eq(outbox.channel, channel),
        eq(outbox.cause, cause ?? ''),
        recipientId === null
          ? eq(outbox.recipientEmail, recipientEmail ?? '')
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
    .set({ payload: sql`${outbox.payload} || ${beforeOf(effect.payload)}::jsonb` })
    .where(eq(outbox.id, next.id));
  return true;
}

const beforeOf = (payload: unknown): string =>
  JSON.stringify(
    typeof payload === 'object' && payload !== null && 'before' in payload
      ? { before: payload.before }
      : {},
  );
