import { and, eq, gt, inArray, isNull, lte, not, sql } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '../db/database.ts';
import type { KeptMail } from './render.ts';
import { mails, outbox } from './tables.ts';
import { minute } from '../../contract/durations.ts';

export type Effect = typeof outbox.$inferSelect;

/** An effect that nobody else works on until the lease is over; `attempts` tells this try from later ones. */
export type Leased = Pick<
  Effect,
  | 'id'
  | 'kind'
  | 'channel'
  | 'recipientId'
  | 'recipientEmail'
  | 'payload'
  | 'attempts'
  | 'createdAt'
>;

/** Longer than a batch can take: a process that stopped in the middle is taken over after this. */
const leaseLength = 10 * minute;

const firstDelay = minute / 2;
const longestDelay = 6 * 60 * minute;
/** Nothing waits longer: news of a group is put off until the evening, a day away and an hour more in autumn. */
const longestWait = 25 * 60 * minute;

/** About 25 hours of tries. */
export const mostAttempts = 14;

/** Takes up to `limit` effects of a lane that are due, oldest first, passing over those that others are just taking. */
export async function lease(
  db: Database,
  { awaited, limit }: { awaited: boolean; limit: number },
  now: Date,
): Promise<Leased[]> {
  const due = db.$with('due').as(
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          awaited ? outbox.awaited : not(outbox.awaited),
          isNull(outbox.doneAt),
          isNull(outbox.deadAt),
          lte(outbox.dueAt, now),
        ),
      )
      .orderBy(outbox.dueAt, outbox.id)
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const leased = await db
    .with(due)
    .update(outbox)
    .set({
      dueAt: new Date(now.getTime() + leaseLength),
      attempts: sql`${outbox.attempts} + 1`,
    })
    .where(inArray(outbox.id, db.select({ id: due.id }).from(due)))
    .returning({
      id: outbox.id,
      kind: outbox.kind,
      channel: outbox.channel,
      recipientId: outbox.recipientId,
      recipientEmail: outbox.recipientEmail,
      payload: outbox.payload,
      attempts: outbox.attempts,
      createdAt: outbox.createdAt,
    });
  return leased.toSorted((one, other) => one.id - other.id);
}

/**
 * What is put off for longer than anything is ever put off was so by a clock that ran ahead: it is due.
 */
export async function bringForward(db: Database, now: Date): Promise<number> {
  const never = new Date(now.getTime() + longestWait + minute);
  const { rowCount } = await db
    .update(outbox)
    .set({ dueAt: now })
    .where(and(isNull(outbox.doneAt), isNull(outbox.deadAt), gt(outbox.dueAt, never)));
  return rowCount ?? 0;
}

/** Hands back what was leased and not begun. */
export async function release(db: Database, { id, attempts }: Leased, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: now, attempts: attempts - 1 })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts)));
}

/** The row, held, unless somebody else has taken it over. */
async function stillOurs(tx: Transaction, { id, attempts }: Leased): Promise<boolean> {
  const rows = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.doneAt)))
    .for('update');
  return rows.length > 0;
}

interface Message {
  recipient: string;
  messageId: string | null;
  /** Whatever goes out, this alone is written down. */
  content: KeptMail;
}

type State = (typeof mails.$inferSelect)['state'];

/** Writes down what is about to be sent; false where somebody else has taken the effect over. */
export async function record(
  db: Database,
  effect: Leased,
  { content, ...message }: Message,
  now: Date,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await stillOurs(tx, effect))) return false;
    const { subject, text, html } = content;
    const { attempts } = effect;
    const columns = { ...message, subject, text, html, attempts, state: 'waiting' as const };
    await tx
      .insert(mails)
      .values({
        effectId: effect.id,
        kind: effect.kind,
        channel: effect.channel,
        recipientId: effect.recipientId,
        aboutId: aboutOf(effect.payload),
        ...columns,
        createdAt: now,
      })
      .onConflictDoUpdate({ target: mails.effectId, set: columns });
    return true;
  });
}

/** The member whom an effect tells somebody else of. */
const aboutOf = (payload: unknown): string | null =>
  typeof payload === 'object' && payload !== null && 'userId' in payload
    ? String(payload.userId)
    : null;

/** Has the effect told by a text as well, once. */
export async function alsoByText(db: Database, effect: Leased, now: Date): Promise<void> {
  const { id, kind, recipientId, payload } = effect;
  await db
    .insert(outbox)
    .values({
      kind,
      channel: 'text',
      uniqueKey: `text:${id}`,
      recipientId,
      payload,
      dueAt: now,
      createdAt: now,
    })
    .onConflictDoNothing();
}

/** The effect has had its effect, or there was nothing to tell. */
export async function finish(
  db: Database,
  effect: Leased,
  state: Extract<State, 'kept' | 'sent'> | undefined,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await stillOurs(tx, effect))) return;
    await tx.update(outbox).set({ doneAt: now, lastError: null }).where(eq(outbox.id, effect.id));
    if (!state) {
      await tx.delete(mails).where(eq(mails.effectId, effect.id));
      return;
    }
    await tx
      .update(mails)
      .set({ state, sentAt: state === 'sent' ? now : null, lastError: null })
      .where(eq(mails.effectId, effect.id));
  });
}

/** Puts the next try off, longer each time, or gives up. */
export async function fail(
  db: Database,
  effect: Leased,
  failure: { reason: string; permanent: boolean },
  now: Date,
): Promise<'waiting' | 'dead'> {
  const dead = failure.permanent || effect.attempts >= mostAttempts;
  await transaction(db, async (tx) => {
    if (!(await stillOurs(tx, effect))) return;
    const lastError = failure.reason;
    await tx
      .update(outbox)
      .set(
        dead
          ? { deadAt: now, lastError }
          : { dueAt: new Date(now.getTime() + delayAfter(effect.attempts)), lastError },
      )
      .where(eq(outbox.id, effect.id));
    await tx
      .update(mails)
      .set({ state: dead ? 'dead' : 'waiting', lastError })
      .where(eq(mails.effectId, effect.id));
  });
  return dead ? 'dead' : 'waiting';
}

/** Doubles with each try; spread, so that what failed together does not come back together. */
export function delayAfter(attempts: number, random = Math.random()): number {
  const delay = Math.min(firstDelay * 2 ** (attempts - 1), longestDelay);
  return Math.round(delay * (0.8 + 0.4 * random));
}
