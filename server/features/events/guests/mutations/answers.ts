import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import { cancelAsGuest, leaveAsGuest } from '#features/events/attendance/mutations/erasure.ts';
import { setColumns } from '#features/events/attendance/mutations/rows.ts';
import { changeRsvp } from '#features/events/attendance/mutations/rsvps.ts';
import {
  companionsRefusal,
  attendRefusal,
  roomRefusal,
} from '#features/events/attendance/policy/places.ts';
import type { RsvpRow } from '#features/events/attendance/queries/state.ts';
import { closedRefusal, guestRequestRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { noWaitlistRefusal } from '#features/events/attendance/policy/waitlist.ts';
import {
  hiddenByAdminRefusal,
  overRefusal,
  type EventFacts,
} from '#features/events/events/policy/event.ts';
import {
  addressRefusal,
  canReturn,
  cancelledRefusal,
  guestLinkRefusal,
  offerRefusal,
} from '../policy.ts';
import { guestById, guestIdOf, readGuestRsvp } from '../queries.ts';
import { withGuestLock, type LockedGuest } from './lock.ts';

type Work = (tx: Transaction, event: EventFacts, guest: LockedGuest, now: Date) => Promise<unknown>;

/**
 * Gives the answer of the guest whose link this is, and returns their RSVP afterwards.
 * @throws Refusal `not_found`, and as the answer says
 */
export async function answerByLink(
  db: Database,
  token: string,
  answer: Work,
  now: Date,
): Promise<GuestRsvp> {
  const key = await guestIdOf(db, token);
  await withGuestLock(
    db,
    null,
    key,
    async (tx, event, guest) => {
      demand(guestLinkRefusal(guest.row, event, now));
      await answer(tx, event, guest, now);
    },
    now,
  );
  return readGuestRsvp(db, key.id, now);
}

/** Closing holds for guests as for members: nobody takes or changes a place afterwards. */
const endedRefusal = (event: EventFacts, now: Date) =>
  overRefusal(event, now) ?? closedRefusal(event, now);

/**
 * Gives the guest a place or puts them on the waiting list, for a day after cancelling, too. A second
 * call changes nothing.
 * @throws Refusal `forbidden` for an address that is kept away, `invalid` for too many guests,
 * `full`, `conflict` for an event that is over, cancelled, closed, or for members
 */
export const confirmRsvp =
  (wanted: { guests?: number | undefined }): Work =>
  async (tx, event, guest, now) => {
    const { row, own } = guest;
    if (row.status === 'going' || row.status === 'offered') return;
    demand(cancelledRefusal(row));
    const address = await guestById(tx, row.id);
    if (address) demand(addressRefusal(address));
    demand(own ? endedRefusal(event, now) : guestRequestRefusal(event, now));
    const party = { companions: wanted.guests ?? row.companions };
    demand(companionsRefusal(event, own, party.companions));
    const noRoom = roomRefusal(event, guest, party, now);
    if (noRoom && own) return;
    if (noRoom && noWaitlistRefusal(event, now)) throw noRoom;
    const status = noRoom ? 'waiting' : 'going';
    await changeRsvp(tx, guest, { status, party, confirm: true }, now);
  };

/** @throws Refusal as `confirmRsvp` */
export const changeCompanions =
  (companions: number): Work =>
  (tx, event, guest, now) => {
    const { row, own } = guest;
    demand(cancelledRefusal(row) ?? hiddenByAdminRefusal(event) ?? endedRefusal(event, now));
    demand(
      own && own.status !== 'waiting'
        ? attendRefusal(event, guest, { companions }, now)
        : companionsRefusal(event, own, companions),
    );
    return changeRsvp(tx, guest, { party: { companions }, confirm: true }, now);
  };

/** @throws Refusal `conflict` without an offer */
export const acceptOffer = (
  tx: Transaction,
  event: EventFacts,
  guest: LockedGuest,
  now: Date,
): Promise<unknown> => {
  demand(hiddenByAdminRefusal(event) ?? overRefusal(event, now) ?? offerRefusal(guest.row));
  return changeRsvp(tx, guest, { status: 'going', party: guest.row, confirm: true }, now);
};

/** @throws Refusal `conflict` without an offer */
export const passOnOffer = (
  tx: Transaction,
  event: EventFacts,
  { row }: LockedGuest,
  now: Date,
): Promise<unknown> => {
  demand(offerRefusal(row));
  return leave(tx, event, row, now);
};

/** Ends the guest's RSVP. A second call changes nothing. */
export async function cancelRsvp(
  tx: Transaction,
  event: EventFacts,
  { row }: LockedGuest,
  now: Date,
): Promise<void> {
  if (row.status !== 'cancelled' && !canReturn(row)) await leave(tx, event, row, now);
}

/** Keeps a guest who may change their mind for a day, and erases anybody else at once. */
const leave = (tx: Transaction, event: EventFacts, row: RsvpRow, now: Date): Promise<void> =>
  event.status === 'cancelled' || row.confirmedAt === null
    ? leaveAsGuest(tx, row, now)
    : cancelAsGuest(tx, row, now);

/** Turns the organisers' messages about the event on or off for this guest. */
export const changeMessages =
  (on: boolean): Work =>
  (tx, _, { row }) =>
    setColumns(tx, row.id, { messages: on });
