import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import type { Database } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import {
  guestsRefusal,
  attendRefusal,
  roomRefusal,
} from '#features/events/attendance/policy/places.ts';
import { closedRefusal, guestRequestRefusal } from '#features/events/attendance/policy/rsvp.ts';
import { noWaitlistRefusal } from '#features/events/attendance/policy/waitlist.ts';
import {
  hiddenByAdminRefusal,
  overRefusal,
  type EventFacts,
} from '#features/events/events/policy/event.ts';
import { addressRefusal, cancelledRefusal, guestLinkRefusal, offerRefusal } from '../policy.ts';
import { guestIdOf, readGuestRsvp } from '../queries.ts';
import { withGuestLock } from './lock.ts';
import { setMessages } from './messages.ts';
import { cancelPlace, changeGuests, joinList, takePlace } from './places.ts';

type Work = Parameters<typeof withGuestLock<void>>[3];

/** Runs `work` for the guest whose link this is, and returns their RSVP afterwards. */
async function answerByLink(
  db: Database,
  token: string,
  work: Work,
  now: Date,
): Promise<GuestRsvp> {
  const key = await guestIdOf(db, token);
  await withGuestLock(
    db,
    null,
    key,
    async (tx, locked) => {
      demand(guestLinkRefusal(locked.guest, locked.event, now));
      await work(tx, locked);
    },
    now,
  );
  return readGuestRsvp(db, key.id, now);
}

/** Closing holds for guests as for members: nobody takes or changes a place afterwards. */
const endedRefusal = (event: EventFacts, now: Date) =>
  overRefusal(event, now) ?? closedRefusal(event, now);

/**
 * Gives the guest a place or puts them on the waiting list. A second call changes nothing.
 * @throws Refusal `not_found`, `forbidden` for an address that is kept away, `invalid` for too many
 * guests, `full`, `conflict` for an event that is over, cancelled, closed, or for members
 */
export const confirmGuestRsvp = (
  db: Database,
  token: string,
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<GuestRsvp> =>
  answerByLink(
    db,
    token,
    async (tx, { event, guest, attendance }) => {
      if (guest.status === 'going' || attendance.own?.status === 'offered') return;
      demand(cancelledRefusal(guest) ?? addressRefusal(guest));
      demand(attendance.own ? endedRefusal(event, now) : guestRequestRefusal(event, now));
      const guests = wanted.guests ?? guest.guests;
      demand(guestsRefusal(event, attendance.own, guests));
      const noRoom = roomRefusal(event, attendance, { guests }, now);
      if (!noRoom) await takePlace(tx, guest, guests, 'rsvp_confirmed', now);
      else if (!attendance.own) {
        if (noWaitlistRefusal(event, now)) throw noRoom;
        await joinList(tx, guest, guests, now);
      }
    },
    now,
  );

/** @throws Refusal as `confirmGuestRsvp` */
export const changeGuestRsvp = (
  db: Database,
  token: string,
  guests: number,
  now: Date,
): Promise<GuestRsvp> =>
  answerByLink(
    db,
    token,
    async (tx, { event, guest, attendance }) => {
      demand(cancelledRefusal(guest) ?? hiddenByAdminRefusal(event) ?? endedRefusal(event, now));
      const isWaiting = attendance.own?.status === 'waiting';
      demand(
        isWaiting || !attendance.own
          ? guestsRefusal(event, attendance.own, guests)
          : attendRefusal(event, attendance, { guests }, now),
      );
      await changeGuests(tx, guest, guests, now);
    },
    now,
  );

/** @throws Refusal `not_found`, `conflict` without an offer */
export const acceptGuestOffer = (db: Database, token: string, now: Date): Promise<GuestRsvp> => {
  const accept: Work = async (tx, { event, guest }) => {
    demand(hiddenByAdminRefusal(event) ?? overRefusal(event, now) ?? offerRefusal(guest));
    await takePlace(tx, guest, guest.guests, 'rsvp_confirmed', now);
  };
  return answerByLink(db, token, accept, now);
};

/** @throws Refusal `not_found`, `conflict` without an offer */
export const passOnGuestOffer = (db: Database, token: string, now: Date): Promise<GuestRsvp> => {
  const passOn: Work = async (tx, { guest }) => {
    demand(offerRefusal(guest));
    await cancelPlace(tx, guest, now);
  };
  return answerByLink(db, token, passOn, now);
};

/** Erases the guest's name and address at once. A second call changes nothing. */
export const cancelGuestRsvp = (db: Database, token: string, now: Date): Promise<GuestRsvp> => {
  const cancel: Work = async (tx, { guest }) => {
    if (guest.status !== 'cancelled') await cancelPlace(tx, guest, now);
  };
  return answerByLink(db, token, cancel, now);
};

/** Turns the organisers' messages about the event on or off for this guest. */
export const changeGuestMessages = (
  db: Database,
  token: string,
  on: boolean,
  now: Date,
): Promise<GuestRsvp> =>
  answerByLink(db, token, (tx, { guest }) => setMessages(tx, guest.id, on), now);
