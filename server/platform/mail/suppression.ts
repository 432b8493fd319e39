import { eq } from 'drizzle-orm';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { suppressions } from './tables.ts';

/** Tells whether a mail server refused the address for good. */
export async function isSuppressed(db: Reader, address: string): Promise<boolean> {
  const rows = await db
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(eq(suppressions.address, address.toLowerCase()));
  return rows.length > 0;
}

/** Records that a mail server refused an address for good. */
export async function suppress(
  tx: Transaction,
  address: string,
  reason: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(suppressions)
    .values({ address: address.toLowerCase(), reason, createdAt: now })
    .onConflictDoNothing();
}

/** Lets the address get emails again. */
export async function liftSuppression(db: Reader, address: string): Promise<void> {
  await db.delete(suppressions).where(eq(suppressions.address, address.toLowerCase()));
}
