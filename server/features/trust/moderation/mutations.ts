import { and, eq, isNull, sql } from 'drizzle-orm';
import { hasLink } from '#contract/platform/links.ts';
import { users } from '#features/base/accounts/tables.ts';
import { mailLeaves, type Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { isNew, linkRefusal, linkSpan, fingerprintOf } from './policy.ts';
import { copiesOf, copiesSince, intArray, linkTimesOf, similarFingerprint } from './queries.ts';
import { textPrints } from './tables.ts';

/** Serialises writers of the same text or account, so each sees the rows of those before. */
export const withAdvisoryLock = (tx: Transaction, about: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${about}, 0))`);

export async function isNewcomer(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<boolean> {
  if (viewer.role === 'admin') return false;
  const [account] = await tx
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, viewer.id));
  const createdAt = account?.createdAt ?? now;
  return isNew({ ...viewer, createdAt }, mailLeaves(config), now);
}

/** @throws Refusal `too_many_requests` for a new member who posts links too quickly */
export async function limitNewMemberLinks(
  tx: Transaction,
  viewer: Viewer,
  text: string,
  config: Config,
  now: Date,
): Promise<void> {
  if (!config.rateLimits || !hasLink(text) || !(await isNewcomer(tx, viewer, config, now))) return;
  await withAdvisoryLock(tx, `links of ${viewer.id}`);
  const since = new Date(now.getTime() - linkSpan);
  demand(linkRefusal(await linkTimesOf(tx, viewer.id, since), now));
}

/** The fingerprint of a posted text, and how often it was posted before. */
interface PostedText {
  /** Null for common phrases, for admins, and if limits are off. */
  print: string | null;
  copies: number;
}

/**
 * Stores a text's fingerprint, and counts recent posts of the text or of nearly the same one.
 * Parallel posts of such a text wait until the transaction ends.
 */
export async function recordText(
  tx: Transaction,
  viewer: Viewer,
  kind: (typeof textPrints.$inferInsert)['kind'],
  text: string,
  config: Config,
  now: Date,
): Promise<PostedText> {
  const own = config.rateLimits && viewer.role !== 'admin' ? fingerprintOf(text) : undefined;
  if (!own) return { print: null, copies: 0 };
  await lockBands(tx, own.bands);
  const since = copiesSince(now);
  const print = (await similarFingerprint(tx, own.bands, since)) ?? own.print;
  const { rows } = await tx.execute<{ copies: number }>(
    sql`select ${copiesOf(print, since, viewer.id)} as copies`,
  );
  await tx.insert(textPrints).values({
    ...own,
    print,
    kind,
    userId: viewer.id,
    hasLink: hasLink(text),
    createdAt: now,
  });
  return { print, copies: rows[0]?.copies ?? 0 };
}

/** Locks the bands in one order. Near-identical texts share a band and so wait for each other. */
const lockBands = (tx: Transaction, bands: number[]) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('text band ' || band, 0))
    from (select distinct unnest(${intArray(bands)}) as band order by 1) bands`);

/** Records that an admin or organiser has released one of the member's texts. */
export async function trustAuthor(
  tx: Transaction,
  userId: string | null,
  now: Date,
): Promise<void> {
  if (userId === null) return;
  await tx
    .update(users)
    .set({ trustedAt: now })
    .where(and(eq(users.id, userId), isNull(users.trustedAt)));
}

/** A withdrawn text no longer counts as posted. */
export async function forgetText(
  tx: Transaction,
  userId: string,
  kind: (typeof textPrints.$inferInsert)['kind'],
  print: string | null,
): Promise<void> {
  if (!print) return;
  await tx.execute(sql`delete from ${textPrints} where id = (
    select id from ${textPrints} own
    where own.print = ${print} and own.user_id = ${userId} and own.kind = ${kind}
    order by created_at desc limit 1)`);
}
