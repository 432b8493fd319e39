import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { day, hour, week } from '#contract/platform/durations.ts';
import { guestDays, guestReturnHours } from '#contract/platform/limits.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { eachPart, inBatches } from '#platform/jobs/items.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { guestLinks } from '#features/events/guests/tables.ts';
import type { RsvpRow } from '../queries/state.ts';
import { childPlaces, rsvps } from '../tables.ts';
import { enqueueCalendarRemoval, type GuestEmailKind } from './notifications.ts';
import { settleOffers } from './offers.ts';
import { setColumns } from './rows.ts';

/** The kinds of emails that guests get, which members may get as well. */
const guestKinds: Record<GuestEmailKind, true> = {
  rsvp_confirmed: true,
  rsvp_withdrawn: true,
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
    .select({ email: sql<string>`${rsvps.email}` })
    .from(rsvps)
    .where(inArray(rsvps.id, guestIds));
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
 * deleted, and questions to organisers that were asked a day ago.
 * @returns how many
 */
const deleteLastMail = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (tx) => {
    const yesterday = new Date(now.getTime() - day);
    const isGone = sql`${outbox.doneAt} <= ${yesterday} and ${outbox.payload} ->> 'guestId' is not null
      and not exists (select from ${rsvps}
        where ${rsvps.id} = (${outbox.payload} ->> 'guestId')::int)`;
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
    const isQuestion = and(eq(outbox.kind, 'question_asked'), lte(outbox.createdAt, yesterday));
    return deleteMail(
      tx,
      or(isGone, isQuestion, inArray(outbox.id, ids)),
      inArray(mails.effectId, ids),
    );
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

/**
 * Ends a guest's RSVP to a locked event, erases their name, address and emails, and offers their
 * places.
 */
export async function leaveAsGuest(
  tx: Transaction,
  { id, eventId, turn, status }: Pick<RsvpRow, 'id' | 'eventId' | 'turn' | 'status'>,
  now: Date,
): Promise<void> {
  await deleteGuestMail(tx, [id]);
  await tx
    .update(rsvps)
    .set({
      status: 'cancelled',
      turn: null,
      offerExpiresAt: null,
      name: null,
      email: null,
      expiresAt: null,
    })
    .where(eq(rsvps.id, id));
  if (turn !== null || status === 'going') await settleOffers(tx, [eventId], now);
}

/**
 * Ends a guest's RSVP to a locked event, takes it out of their calendar and offers their places. Name
 * and address stay for a day, in which their link brings the place back.
 */
export async function cancelAsGuest(tx: Transaction, row: RsvpRow, now: Date): Promise<void> {
  await deleteGuestMail(tx, [row.id]);
  await setColumns(tx, row.id, {
    status: 'unconfirmed',
    turn: null,
    offerExpiresAt: null,
    lastPlacesOf: null,
    calendarRevision: null,
    expiresAt: new Date(now.getTime() + guestReturnHours * hour),
  });
  await enqueueCalendarRemoval(tx, { rsvpId: row.id }, [row], now);
  await settleOffers(tx, [row.eventId], now);
}

const batchSize = 500;

/**
 * Deletes requests that nobody confirmed within a day, and erases names and addresses 30 days after
 * the event. Counts of past events stay.
 * @returns how many requests and how many people there were
 */
export const eraseGuests = (db: Database, now: Date) =>
  eachPart({
    lapsed: () => deleteLapsed(db, now),
    erased: () => erasePast(db, 'guest', now),
    added: () => erasePast(db, 'added', now),
    emails: () => deleteLastMail(db, now),
    hashes: () => forgetHashes(db, now),
  });

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

const deleteLapsed = (db: Database, now: Date) =>
  changeRows(
    db,
    and(lte(rsvps.expiresAt, now), eq(rsvps.status, 'unconfirmed')),
    rsvps.expiresAt,
    (tx, ids) => tx.delete(rsvps).where(inArray(rsvps.id, ids)),
  );

const isLongOver = (now: Date) => lte(events.endTime, new Date(now.getTime() - guestDays * day));

const erasePast = (db: Database, kind: 'guest' | 'added', now: Date) =>
  changeRows(
    db,
    and(
      eq(rsvps.kind, kind),
      or(isNotNull(rsvps.name), isNotNull(rsvps.emailHash)),
      isLongOver(now),
    ),
    rsvps.eventId,
    async (tx, ids) => {
      await tx.delete(guestLinks).where(inArray(guestLinks.guestId, ids));
      await tx
        .update(rsvps)
        .set({ name: null, email: null, emailHash: null, note: null })
        .where(inArray(rsvps.id, ids));
    },
  );

/** Deletes the last emails about some rows, and changes the rows, in batches. */
function changeRows(
  db: Database,
  which: SQL | undefined,
  orderBy: PgColumn,
  change: (tx: Transaction, ids: number[]) => Promise<unknown>,
): Promise<number> {
  const read = (from: Database | Transaction, others: SQL | undefined) =>
    from
      .select({ id: rsvps.id })
      .from(rsvps)
      .innerJoin(events, eq(events.id, rsvps.eventId))
      .where(and(which, others));
  return inBatches<number>({
    atOnce: batchSize,
    next: async (failed) =>
      idsOf(await read(db, notInArray(rsvps.id, failed)).orderBy(orderBy).limit(batchSize)),
    handle: (batch) =>
      transaction(db, async (tx) => {
        // Skips rows that another process has, or that have changed since they were read.
        const rows = await read(tx, inArray(rsvps.id, batch))
          .orderBy(rsvps.id)
          .for('update', { of: rsvps, skipLocked: true });
        const ids = idsOf(rows);
        await deleteGuestMail(tx, ids);
        await change(tx, ids);
        return ids.length;
      }),
  });
}

/** The hash of a cancelled guest's address only limits how often it is emailed. */
async function forgetHashes(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${rsvps} set email_hash = null
    where status = 'cancelled' and email_hash is not null and requested_at <= ${new Date(now.getTime() - day)}`);
  return rowCount ?? 0;
}

/**
 * Deletes what members have said 30 days after an event, and which children came. Telephone numbers
 * go as soon as it is over.
 * @returns how many answers there were
 */
export async function forgetAnswers(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - guestDays * day);
  const forgotten = await eachPart({
    phones: () =>
      atPastEvents(db, rsvps, isNotNull(rsvps.phone), now, (isPast) =>
        db.update(rsvps).set({ phone: null }).where(isPast),
      ),
    children: () =>
      atPastEvents(db, childPlaces, undefined, before, (isPast) =>
        db.delete(childPlaces).where(isPast),
      ),
    absent: () =>
      atPastEvents(db, rsvps, eq(rsvps.status, 'cant'), before, (isPast) =>
        db.delete(rsvps).where(isPast),
      ),
    notes: () =>
      atPastEvents(db, rsvps, isNotNull(rsvps.answeredAt), before, (isPast) =>
        db.update(rsvps).set({ note: null, answeredAt: null }).where(isPast),
      ),
  });
  return forgotten.absent + forgotten.notes;
}

/** Changes matching rows of events that have ended, some events at a time. */
const atPastEvents = (
  db: Database,
  table: (typeof rsvps | typeof childPlaces) & { eventId: PgColumn },
  which: SQL | undefined,
  before: Date,
  change: (isPast: SQL | undefined) => Promise<{ rowCount: number | null }>,
): Promise<number> =>
  inBatches<number>({
    atOnce: batchSize,
    next: async (failed) => {
      const past = await db
        .selectDistinct({ eventId: table.eventId })
        .from(table)
        .innerJoin(events, eq(events.id, table.eventId))
        .where(and(lte(events.endTime, before), which, notInArray(table.eventId, failed)))
        .limit(batchSize);
      return past.map(({ eventId }) => eventId);
    },
    handle: async (eventIds) =>
      (await change(and(inArray(table.eventId, eventIds), which))).rowCount ?? 0,
  });
