import { createHash } from 'node:crypto';
import { eq, lte } from 'drizzle-orm';
import { idempotencyHours } from '#contract/platform/limits.ts';
import { hour } from '#contract/platform/durations.ts';
import type { Transaction } from '#platform/db/database.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { idempotencyKeys } from './tables.ts';

/** A caller's request, which may arrive more than once. */
export interface Attempt {
  /** Hashes, as in `idempotencyKeys`. */
  key: string;
  input: string;
}

const keyPattern = /^[\w-]{16,64}$/;

/**
 * Returns a call's attempt by its `Idempotency-Key` header
 * (draft-ietf-httpapi-idempotency-key-header-07).
 * @throws Refusal `invalid`
 */
export function attemptOf(
  sent: string | string[] | undefined,
  call: { userId: string; endpoint: string; input: unknown },
): Attempt | undefined {
  if (sent === undefined) return undefined;
  if (typeof sent !== 'string' || !keyPattern.test(sent))
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key must be 16 to 64 letters and digits' });
  return {
    key: hashValue([call.userId, call.endpoint, sent]),
    input: hashValue(call.input),
  };
}

const hashValue = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/**
 * Runs `make` once per attempt. Concurrent calls wait for the first, and every call within a day
 * gets its result.
 * @param make returns an id or similar to find the result by, never text from a person
 * @throws Refusal `conflict` for a reused key with another input
 */
export async function once<T extends number | object>(
  tx: Transaction,
  attempt: Attempt | undefined,
  now: Date,
  make: () => Promise<T>,
): Promise<T> {
  if (!attempt) return make();
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ ...attempt, createdAt: now })
    .onConflictDoUpdate({
      target: idempotencyKeys.key,
      set: { input: attempt.input, result: null, createdAt: now },
      setWhere: lte(idempotencyKeys.createdAt, new Date(now.getTime() - idempotencyHours * hour)),
    })
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) return (await earlierResult(tx, attempt)) as T;
  const result = await make();
  await tx.update(idempotencyKeys).set({ result }).where(eq(idempotencyKeys.key, attempt.key));
  return result;
}

async function earlierResult(tx: Transaction, attempt: Attempt): Promise<unknown> {
  const [earlier] = await tx
    .select({ input: idempotencyKeys.input, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, attempt.key));
  if (earlier?.input !== attempt.input)
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was used for another request. Please send a new one.',
    );
  return earlier.result;
}
