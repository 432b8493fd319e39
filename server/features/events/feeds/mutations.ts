import { eq } from 'drizzle-orm';
import { feedPaths } from '#contract/events/feed-paths.ts';
import { minute } from '#contract/platform/durations.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { isUnreachable, transaction, type Database, type Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockViewer } from '#features/base/accounts/mutations.ts';
import { calendarFeeds } from '#features/base/tokens/tables.ts';

/**
 * Creates the address of the viewer's own calendar; the one before it stops working.
 * @throws Refusal `sign_in_required` if the viewer was banned meanwhile
 */
export async function makeFeed(
  db: Database,
  viewer: Viewer,
  origin: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  const fresh = { tokenHash: tokenHash(token), createdAt: now, lastReadAt: null };
  await transaction(db, async (tx) => {
    await lockViewer(tx, viewer);
    await tx
      .insert(calendarFeeds)
      .values({ userId: viewer.id, ...fresh })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: fresh });
  });
  return origin + feedPaths.ownCalendar(token);
}

export async function endFeed(db: Reader, userId: string): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId));
}

const recordIntervalMs = 10 * minute;

/** Records that a program fetched a calendar. Reading continues if nothing can be written. */
export async function recordRead(
  db: Database,
  feed: { id: string; lastReadAt: Date | null },
  hash: string,
  now: Date,
): Promise<void> {
  if (feed.lastReadAt && now.getTime() - feed.lastReadAt.getTime() < recordIntervalMs) return;
  try {
    await db
      .update(calendarFeeds)
      .set({ lastReadAt: now })
      .where(eq(calendarFeeds.tokenHash, hash));
  } catch (error) {
    if (!isUnreachable(error)) throw error;
  }
}
