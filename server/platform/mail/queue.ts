import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  errorCode,
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import type { Reach } from './bounds.ts';
import { isDue, orderDue } from './order.ts';
import { intoTheOpenOne } from './outbox.ts';
import type { KeptMail } from './render.ts';
import { mails, outbox, type Leased } from './tables.ts';
import { tally } from './tallies.ts';
import { putOff, turnOf } from './turns.ts';
import { minute } from '#contract/platform/durations.ts';

/** After this time another process takes over the emails of one that stopped. */
export const leaseLength = 3 * minute;
/**
 * Each email has this much of its lease left when its sending begins, which takes a minute and a
 * half at most. The rest allows for clocks that differ.
 */
const leaseLeft = 2.5 * minute;

const firstDelay = minute / 2;
const longestDelay = 6 * 60 * minute;
/** Nothing waits longer: news of a group is put off until the evening, a day away and an hour more in autumn. */
const longestWait = 25 * 60 * minute;

/** About 25 hours of tries. */
export const mostAttempts = 14;

interface Wanted {
  awaited: boolean;
  limit: number;
  /** The name of the turn: by it alone can what was leased be taken back, where no answer came. */
  claim?: string;
  /** Takes what waits for others to follow quickly as well. */
  unsettled?: boolean;
}

/** Takes up to `limit` effects of a lane that are due, in their order, passing over those that others are just taking. */
export async function lease(
  db: Reader,
  { awaited, limit, claim, unsettled = false }: Wanted,
  now: Date,
): Promise<Leased[]> {
  if (!awaited) await orderDue(db, unsettled, now);
  const due = db.$with('due').as(
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          awaited ? outbox.awaited : isNotNull(outbox.sendOrder),
          isNull(outbox.doneAt),
          isNull(outbox.deadAt),
          isDue(unsettled, now),
        ),
      )
      .orderBy(asc(awaited ? outbox.dueAt : outbox.sendOrder), outbox.id)
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const leased = await db
    .with(due)
    .update(outbox)
    .set({
      dueAt: new Date(now.getTime() + leaseLength),
      attempts: sql`${outbox.attempts} + 1`,
      open: false,
      claim: claim ?? null,
    })
    .where(inArray(outbox.id, db.select({ id: due.id }).from(due)))
    .returning({
      id: outbox.id,
      kind: outbox.kind,
      channel: outbox.channel,
      cause: outbox.cause,
      recipientId: outbox.recipientId,
      recipientEmail: outbox.recipientEmail,
      causedBy: outbox.causedBy,
      payload: outbox.payload,
      attempts: outbox.attempts,
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
      sendOrder: outbox.sendOrder,
    });
  return leased.toSorted(inOrder);
}

const inOrder = (one: Ordered, other: Ordered): number =>
  (one.sendOrder?.getTime() ?? 0) - (other.sendOrder?.getTime() ?? 0) || one.id - other.id;

interface Ordered {
  id: number;
  sendOrder: Date | null;
}

/**
 * Takes back what was leased by a turn that got no answer; what has been taken over since, by whatever version, is due
 * at another time.
 */
export async function takeBack(db: Database, claim: string, leasedAt: Date): Promise<void> {
  const until = new Date(leasedAt.getTime() + leaseLength);
  await db
    .update(outbox)
    .set({ dueAt: leasedAt, attempts: sql`${outbox.attempts} - 1`, claim: null })
    .where(
      and(
        eq(outbox.claim, claim),
        eq(outbox.dueAt, until),
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
      ),
    );
}

/**
 * Makes emails due that are delayed for longer than any delay: a clock that ran ahead set those.
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

/** It is about to be sent: nobody else takes it over meanwhile. */
async function renew(tx: Transaction, { id, dueAt }: Leased, now: Date): Promise<void> {
  if (dueAt.getTime() - now.getTime() >= leaseLeft) return;
  const until = new Date(now.getTime() + leaseLength);
  await tx.update(outbox).set({ dueAt: until }).where(eq(outbox.id, id));
}

/** Whether a try before this one may have sent it, and nobody wrote that down. */
export async function mayHaveGone(db: Database, { id, attempts }: Leased): Promise<boolean> {
  if (attempts === 1) return false;
  const [mail] = await db
    .select({ state: mails.state, lastError: mails.lastError })
    .from(mails)
    .where(eq(mails.effectId, id));
  return mail?.state === 'waiting' && mail.lastError === null;
}

interface Message {
  recipient: string;
  messageId: string | null;
  /** Whatever goes out, this alone is written down. */
  content: KeptMail;
}

type State = (typeof mails.$inferSelect)['state'];

/**
 * The decision about an effect: it is sent now, later or not at all, or another process has taken
 * it over.
 */
export type Turn = 'now' | 'put off' | 'one too many' | 'taken over';

interface Telling {
  /** Whether letters are counted, and put off where there were too many. */
  bounded: boolean;
  reach: Reach;
  /** Has it told by a text as well, once. */
  byText?: boolean;
}

/** Writes down what is about to be sent, where its turn has come. */
export async function record(
  db: Database,
  effect: Leased,
  message: Message,
  telling: Telling,
  now: Date,
): Promise<Turn> {
  try {
    return await recordOnce(db, effect, message, telling, now);
  } catch (error) {
    // It was opened again just as another of its cause was written: now it is told with that one.
    if (errorCode(error) !== uniqueViolation) throw error;
    return recordOnce(db, effect, message, telling, now);
  }
}

const uniqueViolation = '23505';

const recordOnce = (
  db: Database,
  effect: Leased,
  { content, ...message }: Message,
  { bounded, reach, byText }: Telling,
  now: Date,
): Promise<Turn> =>
  transaction(db, async (tx) => {
    const turn = bounded
      ? await turnOf(tx, effect, { recipient: message.recipient, ...reach }, now)
      : now;
    if (!(await stillOurs(tx, effect))) return 'taken over';
    if (turn === 'never') {
      await close(tx, effect, undefined, now);
      await tally(tx, effect, { failed: 1 });
      return 'one too many';
    }
    if (turn > now) {
      if ((await putOff(tx, effect, turn)) === 'told') await close(tx, effect, undefined, now);
      return 'put off';
    }
    await renew(tx, effect, now);
    const { subject, text, html } = content;
    const columns = {
      ...message,
      subject,
      text,
      html,
      attempts: effect.attempts,
      state: 'waiting' as const,
      lastError: null,
    };
    const [mail] = await tx
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
      .onConflictDoUpdate({ target: mails.effectId, set: columns })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (byText && mail?.isNew) await alsoByText(tx, effect, now);
    return 'now';
  });

/** The member whom an effect tells somebody else of. */
const aboutOf = (payload: unknown): string | null =>
  typeof payload === 'object' && payload !== null && 'userId' in payload
    ? String(payload.userId)
    : null;

/** Has the effect told by a text as well, or by the one of its cause that waits. */
async function alsoByText(tx: Transaction, effect: Leased, now: Date): Promise<void> {
  const { kind, cause, recipientId, causedBy, payload } = effect;
  await tx.execute(sql`
    insert into ${outbox} (kind, cause, channel, open, recipient_id, caused_by, payload, due_at, created_at)
    values (${kind}, ${cause}, 'text', true, ${recipientId}, ${causedBy}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now})
    ${intoTheOpenOne}`);
}

/** Nothing goes out by mail: no more than a text, where one is wanted. */
export async function finishByText(db: Database, effect: Leased, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await stillOurs(tx, effect))) return;
    await alsoByText(tx, effect, now);
    await close(tx, effect, undefined, now);
  });
}

type Outcome = Extract<State, 'kept' | 'sent'>;

/** The effect has had its effect, or there was nothing to tell; `also` is done along with it. */
export async function finish(
  db: Database,
  effect: Leased,
  state: Outcome | undefined,
  now: Date,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await stillOurs(tx, effect))) return;
    await also?.(tx);
    await close(tx, effect, state, now);
  });
}

async function close(
  tx: Transaction,
  effect: Leased,
  state: Outcome | undefined,
  now: Date,
): Promise<void> {
  await tx
    .update(outbox)
    .set({ doneAt: now, lastError: null, causedBy: null })
    .where(eq(outbox.id, effect.id));
  if (!state) {
    await tx.delete(mails).where(eq(mails.effectId, effect.id));
    return;
  }
  await tx
    .update(mails)
    .set({ state, sentAt: state === 'sent' ? now : null, lastError: null })
    .where(eq(mails.effectId, effect.id));
  await tally(tx, effect, { delivered: 1 });
}

export interface Failure {
  reason: string;
  permanent: boolean;
  /** It has not gone out; otherwise it may have before something went wrong. */
  refused: boolean;
  /**
   * The failure is over, so the next attempt is immediate, except for an email that fails again and
   * again.
   */
  over?: boolean;
}

/** The number of immediate attempts. */
const quickTries = 3;

/** Puts the next try off, longer each time, or gives up. */
export async function fail(
  db: Database,
  effect: Leased,
  failure: Failure,
  now: Date,
): Promise<'waiting' | 'dead'> {
  const dead = failure.permanent || effect.attempts >= mostAttempts;
  const delay = failure.over && effect.attempts <= quickTries ? 0 : delayAfter(effect.attempts);
  await transaction(db, async (tx) => {
    if (!(await stillOurs(tx, effect))) return;
    const lastError = failure.reason;
    await tx
      .update(outbox)
      .set(
        dead
          ? { deadAt: now, lastError, causedBy: null }
          : { dueAt: new Date(now.getTime() + delay), sendOrder: null, lastError },
      )
      .where(eq(outbox.id, effect.id));
    await tx
      .update(mails)
      .set({
        state: dead ? 'dead' : 'waiting',
        ...((dead || failure.refused) && { lastError }),
      })
      .where(eq(mails.effectId, effect.id));
    if (dead) await tally(tx, effect, { failed: 1 });
  });
  return dead ? 'dead' : 'waiting';
}

/** Doubles with each try; spread, so that what failed together does not come back together. */
export function delayAfter(attempts: number, random = Math.random()): number {
  const delay = Math.min(firstDelay * 2 ** (attempts - 1), longestDelay);
  return Math.round(delay * (0.8 + 0.4 * random));
}
