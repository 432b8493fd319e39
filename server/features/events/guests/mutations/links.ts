import { comingPath } from '#contract/events/event-paths.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import type { Database } from '#platform/db/database.ts';
import type { GuestKey } from '#platform/mail/email.ts';
import { guestLinks } from '../tables.ts';

/**
 * Makes a new link to a guest's page. Only its hash is stored, so each email has one of its own.
 * @returns its path
 */
export async function makeGuestPath(db: Database, guestId: number, now: Date): Promise<string> {
  const token = newToken();
  await db.insert(guestLinks).values({ id: tokenHash(token), guestId, createdAt: now });
  return comingPath(token);
}

/** Makes the address of a new link to a guest's page. */
export const addressOfGuest = async (
  db: Database,
  { guestId }: GuestKey,
  origin: string,
  now: Date,
): Promise<string> => origin + (await makeGuestPath(db, guestId, now));
