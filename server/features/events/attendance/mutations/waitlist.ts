import { record } from '#features/base/audit/mutations.ts';
import type { joinWaitlist as joinCall } from '#contract/events/waitlist.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { admitRefusal } from '../policy/waitlist.ts';
import { waitlistEntryOf, type AttendeeKey } from '../queries/state.ts';
import { withRsvpLock, type RequestedParty, type Work } from './lock.ts';
import { changeRsvp, rsvpInTransaction } from './rsvps.ts';
import { manageWaitlistRefusal } from '../policy/attendees.ts';

type OwnWaitlistEntry = AnswerOf<typeof joinCall>;

/**
 * Puts the viewer on the waiting list, or changes the people of their entry; they keep their
 * position.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests,
 * `full` for more guests than the offered places, `conflict` where places are free or the list has
 * ended
 */
export async function joinWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: RequestedParty,
  now: Date,
): Promise<OwnWaitlistEntry & { joined: boolean }> {
  const work: Work<OwnWaitlistEntry & { joined: boolean }> = async (tx, event, locked) => {
    const asked = { ...wanted, status: 'waiting', confirm: true } as const;
    const joined = await rsvpInTransaction(tx, viewer, event, locked, asked, now);
    return { ...(await ownEntry(tx, viewer, event)), joined };
  };
  return withRsvpLock(db, viewer, { eventId, userId: viewer.id }, work, now);
}

async function ownEntry(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
): Promise<OwnWaitlistEntry> {
  const entry = await waitlistEntryOf(tx, event.id, { userId: viewer.id });
  if (!entry) throw new Error('the waiting list entry just written is missing');
  const { position, companions: guests, offerExpiresAt } = entry;
  return { status: offerExpiresAt ? 'offered' : 'waiting', position, guests };
}

/**
 * Admits a member, or a guest without an account, from the waiting list, ahead of the order.
 * @returns whether this call gave them the place
 * @throws Refusal `not_found`, `forbidden`, `full`, `conflict` for an event that is over or
 * cancelled
 */
export async function admitFromWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  key: AttendeeKey,
  now: Date,
): Promise<boolean> {
  const isMember = 'userId' in key;
  const nobody = () => notFound(isMember ? 'Person' : 'Attendee');
  return withRsvpLock(
    db,
    viewer,
    isMember ? { eventId, ...key } : { eventId, ...key, gone: nobody },
    async (tx, event, locked) => {
      if (!isMember && !locked) throw nobody();
      demand(manageWaitlistRefusal(viewer, event));
      if (!locked?.own) throw nobody();
      const { own } = locked;
      if (own.status === 'going') return false;
      demand(admitRefusal(event, locked, own, now));
      const target = { eventId, userId: isMember ? key.userId : null, ...locked };
      const change = { status: 'going', party: own, confirm: true, admitted: true } as const;
      await changeRsvp(tx, target, change, now);
      const who = isMember ? { userId: key.userId } : { guestId: key.rsvpId };
      const after = { ...who, guests: own.companions };
      await record(tx, viewer, 'waitlist.let_in', eventId, { before: null, after }, now);
      return true;
    },
    now,
  );
}
