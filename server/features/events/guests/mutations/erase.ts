import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { mails, outbox } from '#platform/mail/tables.ts';

/** Deletes every email to guests without an account, sent or not, since it has their address. */
export async function deleteGuestMail(tx: Transaction, guestIds: number[]): Promise<void> {
  if (guestIds.length === 0) return;
  const theirs = sql`${outbox.payload} ->> 'guestId' = any(${sql.param(guestIds.map(String))}::text[])`;
  await tx
    .delete(mails)
    .where(inArray(mails.effectId, tx.select({ id: outbox.id }).from(outbox).where(theirs)));
  await tx.delete(outbox).where(theirs);
}
