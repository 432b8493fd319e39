import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { guestDays } from '#contract/platform/limits.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { addedAttendees, guestLinks, guestRsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { deleteGuestMail, deleteLastMail } from './mutations/erase.ts';

const atOnce = 500;

/**
 * Deletes requests that nobody confirmed within a day, and erases names and addresses 30 days after
 * the event. Counts of past events stay.
 * @returns how many requests and how many people there were
 */
export async function eraseGuests(db: Database, now: Date) {
  return {
    lapsed: await inBatches(() => deleteLapsed(db, now)),
    erased: await inBatches(() => erasePast(db, now)),
    added: await inBatches(() => eraseAdded(db, now)),
    emails: await deleteLastMail(db, now),
    hashes: await forgetHashes(db, now),
  };
}

async function inBatches(next: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const some = await next();
    total += some;
    if (some < atOnce) return total;
  }
}

function deleteLapsed(db: Database, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const lapsed = await tx
      .select({ id: guestRsvps.id })
      .from(guestRsvps)
      .where(and(lte(guestRsvps.expiresAt, now), eq(guestRsvps.status, 'unconfirmed')))
      .orderBy(guestRsvps.expiresAt)
      .limit(atOnce)
      .for('update', { skipLocked: true });
    const ids = lapsed.map(({ id }) => id);
    await deleteGuestMail(tx, ids);
    await tx.delete(guestRsvps).where(inArray(guestRsvps.id, ids));
    return ids.length;
  });
}

const isLongOver = (now: Date) => lte(events.endTime, new Date(now.getTime() - guestDays * day));

function erasePast(db: Database, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const past = await tx
      .select({ id: guestRsvps.id })
      .from(guestRsvps)
      .innerJoin(events, eq(events.id, guestRsvps.eventId))
      .where(
        and(or(isNotNull(guestRsvps.firstName), isNotNull(guestRsvps.emailHash)), isLongOver(now)),
      )
      .orderBy(guestRsvps.eventId)
      .limit(atOnce)
      .for('update', { of: guestRsvps, skipLocked: true });
    const ids = past.map(({ id }) => id);
    await deleteGuestMail(tx, ids);
    await tx.delete(guestLinks).where(inArray(guestLinks.guestId, ids));
    await tx
      .update(guestRsvps)
      .set({ firstName: null, email: null, emailHash: null })
      .where(inArray(guestRsvps.id, ids));
    return ids.length;
  });
}

async function eraseAdded(db: Database, now: Date): Promise<number> {
  const past = await db
    .select({ id: addedAttendees.id })
    .from(addedAttendees)
    .innerJoin(events, eq(events.id, addedAttendees.eventId))
    .where(and(isNotNull(addedAttendees.name), isLongOver(now)))
    .orderBy(addedAttendees.eventId)
    .limit(atOnce);
  const ids = past.map(({ id }) => id);
  await db
    .update(addedAttendees)
    .set({ name: null, note: null })
    .where(inArray(addedAttendees.id, ids));
  return ids.length;
}

/** The hash of a cancelled guest's address only limits how often it is emailed. */
async function forgetHashes(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${guestRsvps} set email_hash = null
    where status = 'cancelled' and email_hash is not null and requested_at <= ${new Date(now.getTime() - day)}`);
  return rowCount ?? 0;
}
