import { and, exists, gt, inArray, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { day, week } from '#contract/platform/durations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import type { GuestEmailKind } from '#features/events/attendance/mutations/notifications.ts';
import { guestRsvps } from '#features/events/attendance/tables.ts';

/** The kinds of emails that guests get, which members may get as well. */
const guestKinds: Record<GuestEmailKind, true> = {
  rsvp_confirmed: true,
  event_changed: true,
  event_cancelled: true,
  event_under_review: true,
  event_on_again: true,
  event_reminder: true,
  event_message: true,
  waitlist_joined: true,
  place_offered: true,
  offer_lapsed: true,
  let_in: true,
  last_places: true,
  guest_requested: true,
  guest_event_closed: true,
};

/** Deletes every email to guests without an account, sent or not, since it has their address. */
export async function deleteGuestMail(tx: Transaction, guestIds: number[]): Promise<void> {
  if (guestIds.length === 0) return;
  const ids = sql.param(guestIds.map(String));
  const addresses = tx
    .select({ email: sql<string>`${guestRsvps.email}` })
    .from(guestRsvps)
    .where(inArray(guestRsvps.id, guestIds));
  // The record of an email outlives its row of the outbox, and then has nothing but the address.
  const record = and(
    inArray(mails.recipient, addresses),
    isNull(mails.recipientId),
    inArray(mails.kind, Object.keys(guestKinds)),
    not(
      exists(
        tx
          .select()
          .from(outbox)
          .where(sql`${outbox.id} = ${mails.effectId}`),
      ),
    ),
  );
  await deleteMail(tx, sql`${outbox.payload} ->> 'guestId' = any(${ids}::text[])`, record);
}

/**
 * Deletes emails that told guests, a day ago or more, that they were removed, or that the event was
 * deleted.
 * @returns how many
 */
export const deleteLastMail = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (tx) => {
    const yesterday = new Date(now.getTime() - day);
    const isGone = sql`${outbox.doneAt} <= ${yesterday} and ${outbox.payload} ->> 'guestId' is not null
      and not exists (select from ${guestRsvps}
        where ${guestRsvps.id} = (${outbox.payload} ->> 'guestId')::int)`;
    const farewells = await tx
      .select({ id: mails.effectId })
      .from(mails)
      .where(
        and(
          sql`${mails.kind} = 'guest_removed' and ${mails.state} <> 'waiting'`,
          lte(mails.createdAt, yesterday),
          gt(mails.createdAt, new Date(now.getTime() - week)),
        ),
      );
    const ids = farewells.map(({ id }) => id);
    return deleteMail(tx, or(isGone, inArray(outbox.id, ids)), inArray(mails.effectId, ids));
  });

/** Deletes matching emails of the outbox with their records, and further records. */
async function deleteMail(
  tx: Transaction,
  which: SQL | undefined,
  records: SQL | undefined,
): Promise<number> {
  const effects = tx.select({ id: outbox.id }).from(outbox).where(which);
  const { rowCount } = await tx.delete(mails).where(or(inArray(mails.effectId, effects), records));
  await tx.delete(outbox).where(which);
  return rowCount ?? 0;
}
