import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Who } from '#contract/events/household.ts';
import { demand, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import type { Party } from '../policy/places.ts';
import { rsvpRefusal } from '../policy/rsvp.ts';
import { lockRsvp, type AttendeeKey, type LockedRsvp } from '../queries/state.ts';
import { offerPlaces } from './offers.ts';

export type Work<T> = (
  tx: Transaction,
  event: EventFacts,
  locked: LockedRsvp | undefined,
) => Promise<T>;

interface RsvpAt {
  eventId: number;
  /** The refusal where there is no such event. */
  gone?: () => Refusal;
}

/**
 * Runs `work` in a transaction that locks the viewer's membership, the event, under whose lock every
 * RSVP to it changes, and its account. Expired offers are ended first, in a separate
 * transaction: a refusal of `work` would restore them. `locked` is undefined for an account that is
 * deleted or suspended, and for a row that is gone.
 * @throws Refusal `not_found`
 */
export async function withRsvpLock<T>(
  db: Database,
  viewer: Pick<Viewer, 'id'> | null,
  { eventId, gone, ...key }: AttendeeKey & RsvpAt,
  work: Work<T>,
  now: Date,
): Promise<T> {
  for (;;) {
    const done = await transaction(db, async (tx) => {
      const [event, locked] = await Promise.all([
        lockEventFacts(tx, viewer, eventId, gone),
        lockRsvp(tx, eventId, key, now),
      ]);
      if (locked?.hasExpiredOffers) {
        await offerPlaces(tx, eventId, now);
        return undefined;
      }
      return { result: await work(tx, event, locked?.isActive ? locked : undefined) };
    });
    if (done) return done.result;
  }
}

/** @throws Refusal `suspended` for an account that was suspended meanwhile */
export function requireActive(locked: LockedRsvp | undefined): LockedRsvp {
  if (!locked) throw new Refusal('suspended', 'This account has been suspended');
  return locked;
}

/** The people whom a viewer asks for. */
export interface RequestedParty {
  /** Without a number the companions of their RSVP stay. */
  companions?: number | undefined;
  /** Without it they come as before, or alone. */
  who?: Who | undefined;
  /** Without it the number that they gave stays. It is kept where a child comes. */
  phone?: CleanText | null | undefined;
}

/**
 * Requires that the viewer may RSVP, and returns what they begin from with the people they want to
 * come with.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `suspended`, `conflict` for an
 * event that is over or cancelled
 */
export function requireAttendance(
  viewer: Viewer,
  event: EventFacts,
  locked: LockedRsvp | undefined,
  { companions, who }: RequestedParty,
  now: Date,
): { state: LockedRsvp; party: Party } {
  demand(rsvpRefusal(viewer, event, now, locked?.own));
  demand(profileRefusal(viewer, 'sign up for events'));
  const state = requireActive(locked);
  const { status: _, ...before } = state.own ?? { status: null, companions: 0 };
  const people = who ? { self: who.self, children: who.household.length } : {};
  return {
    state,
    party: { ...before, ...people, companions: companions ?? before.companions },
  };
}
