import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { mayGoAt, withinTheHour } from './bounds.ts';
import { letterCounts, outbox, type Leased } from './tables.ts';

/**
 * When a letter may go. Held until the transaction ends, so that of several processes that ask at once each knows of
 * the others; what is tried again has had its turn.
 */
export async function turnOf(
  tx: Transaction,
  effect: Leased,
  recipient: string,
  now: Date,
): Promise<Date | 'never'> {
  const subject = subjectOf(effect, recipient);
  if (!subject) return now;
  const [count] = await tx
    .insert(letterCounts)
    .values({ subject, told: [], lastAt: now })
    .onConflictDoUpdate({ target: letterCounts.subject, set: { lastAt: now } })
    .returning({ told: letterCounts.told });
  const others = (count?.told ?? []).filter((each) => each.effect !== effect.id);
  const at = mayGoAt(
    effect,
    others.map((each) => new Date(each.at)),
    now,
  );
  if (at === 'never' || at > now) return at;
  const told = [
    ...others.filter((each) => withinTheHour([new Date(each.at)], now).length > 0),
    { effect: effect.id, at: now.toISOString() },
  ];
  await tx.update(letterCounts).set({ told }).where(eq(letterCounts.subject, subject));
  return now;
}

/** By the address or number itself, so that a new account has no new turns; undefined for an earlier version's. */
function subjectOf({ kind, channel, cause }: Leased, recipient: string): string | undefined {
  if (cause === null) return undefined;
  const named = JSON.stringify([kind, channel, recipient.toLowerCase(), cause]);
  return createHash('sha256').update(named).digest('base64url').slice(0, 22);
}

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
    .set({ dueAt: until, attempts, open: sql`${outbox.uniqueKey} is null and ${attempts} = 0` })
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
