import { eq } from 'drizzle-orm';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { suppressions } from './tables.ts';

const storedAddress = (address: string) => cleanText(address.toLowerCase());

/** Tells whether a mail server refused the address for good. */
export async function isSuppressed(db: Reader, address: string): Promise<boolean> {
  const rows = await db
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(eq(suppressions.address, storedAddress(address)));
  return rows.length > 0;
}

/** Records that a mail server refused an address for good. */
export async function suppress(
  tx: Transaction,
  address: string,
  reason: CleanText,
  now: Date,
): Promise<void> {
  await tx
    .insert(suppressions)
    .values({ address: storedAddress(address), reason, createdAt: now })
    .onConflictDoNothing();
}

/** Lets the address get emails again. */
export async function liftSuppression(db: Reader, address: string): Promise<void> {
  await db.delete(suppressions).where(eq(suppressions.address, storedAddress(address)));
}
