import { and, eq, inArray, isNotNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { day } from '#contract/platform/durations.ts';
import { guestDays } from '#contract/platform/limits.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { eachPart, inBatches } from '#platform/jobs/items.ts';
import { addedAttendees, guestLinks, guestRsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { deleteGuestMail, deleteLastMail } from './mutations/erase.ts';

const atOnce = 500;

/**
 * Deletes requests that nobody confirmed within a day, and erases names and addresses 30 days after
 * the event. Counts of past events stay.
 * @returns how many requests and how many people there were
 */
export const eraseGuests = (db: Database, now: Date) =>
  eachPart({
    lapsed: () => deleteLapsed(db, now),
    erased: () => erasePast(db, now),
    added: () => eraseAdded(db, now),
    emails: () => deleteLastMail(db, now),
    hashes: () => forgetHashes(db, now),
  });

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

const deleteLapsed = (db: Database, now: Date) =>
  changeGuests(
    db,
    and(lte(guestRsvps.expiresAt, now), eq(guestRsvps.status, 'unconfirmed')),
    guestRsvps.expiresAt,
    (tx, ids) => tx.delete(guestRsvps).where(inArray(guestRsvps.id, ids)),
  );

const isLongOver = (now: Date) => lte(events.endTime, new Date(now.getTime() - guestDays * day));

const erasePast = (db: Database, now: Date) =>
  changeGuests(
    db,
    and(or(isNotNull(guestRsvps.firstName), isNotNull(guestRsvps.emailHash)), isLongOver(now)),
    guestRsvps.eventId,
    async (tx, ids) => {
      await tx.delete(guestLinks).where(inArray(guestLinks.guestId, ids));
      await tx
        .update(guestRsvps)
        .set({ firstName: null, email: null, emailHash: null })
        .where(inArray(guestRsvps.id, ids));
    },
  );

/** Deletes the last emails of some guests, and changes their rows, in batches. */
function changeGuests(
  db: Database,
  which: SQL | undefined,
  orderBy: PgColumn,
  change: (tx: Transaction, ids: number[]) => Promise<unknown>,
): Promise<number> {
  const read = (from: Database | Transaction, others: SQL | undefined) =>
    from
      .select({ id: guestRsvps.id })
      .from(guestRsvps)
      .innerJoin(events, eq(events.id, guestRsvps.eventId))
      .where(and(which, others));
  return inBatches<number>({
    atOnce,
    next: async (failed) =>
      idsOf(await read(db, notInArray(guestRsvps.id, failed)).orderBy(orderBy).limit(atOnce)),
    handle: (batch) =>
      transaction(db, async (tx) => {
        // Skips rows that another process has, or that have changed since they were read.
        const rows = await read(tx, inArray(guestRsvps.id, batch))
          .orderBy(guestRsvps.id)
          .for('update', { of: guestRsvps, skipLocked: true });
        const ids = idsOf(rows);
        await deleteGuestMail(tx, ids);
        await change(tx, ids);
        return ids.length;
      }),
  });
}

const eraseAdded = (db: Database, now: Date): Promise<number> =>
  inBatches<number>({
    atOnce,
    next: async (failed) =>
      idsOf(
        await db
          .select({ id: addedAttendees.id })
          .from(addedAttendees)
          .innerJoin(events, eq(events.id, addedAttendees.eventId))
          .where(
            and(
              isNotNull(addedAttendees.name),
              isLongOver(now),
              notInArray(addedAttendees.id, failed),
            ),
          )
          .orderBy(addedAttendees.eventId)
          .limit(atOnce),
      ),
    handle: async (ids) => {
      const { rowCount } = await db
        .update(addedAttendees)
        .set({ name: null, note: null })
        .where(inArray(addedAttendees.id, ids));
      return rowCount ?? 0;
    },
  });

/** The hash of a cancelled guest's address only limits how often it is emailed. */
async function forgetHashes(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${guestRsvps} set email_hash = null
    where status = 'cancelled' and email_hash is not null and requested_at <= ${new Date(now.getTime() - day)}`);
  return rowCount ?? 0;
}
