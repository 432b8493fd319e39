import { and, inArray, type SQL } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import type { Who } from '#contract/events/household.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import type { AttendanceState, Party } from '../policy/places.ts';
import { rsvpRefusal } from '../policy/rsvp.ts';
import { lockAttendanceState } from '../queries/state.ts';
import { offerPlaces } from './offers.ts';

export type Work<T> = (
  tx: Transaction,
  event: EventFacts,
  locked: AttendanceState | undefined,
) => Promise<T>;

/**
 * Runs `work` in a transaction that locks the viewer's membership, the event and the account of
 * `userId`, whose place it changes. Expired offers are deleted first, in a separate transaction: a
 * refusal of `work` would restore them. The state is undefined for an account that is deleted or
 * suspended.
 * @throws Refusal `not_found`
 */
export async function withAttendanceLock<T>(
  db: Database,
  viewer: Viewer,
  eventId: number,
  userId: string,
  work: Work<T>,
  now: Date,
): Promise<T> {
  for (;;) {
    const done = await transaction(db, async (tx) => {
      const [event, state] = await Promise.all([
        lockEventFacts(tx, viewer, eventId),
        lockAttendanceState(tx, eventId, userId, now),
      ]);
      if (!event) throw notFound('Event');
      if (state?.hasExpiredOffers) {
        await offerPlaces(tx, eventId, now);
        return undefined;
      }
      return { result: await work(tx, event, state?.isActive ? state : undefined) };
    });
    if (done) return done.result;
  }
}

/** Locks those of the events that match, in order of id, and returns their ids. */
export async function lockEvents(
  tx: Transaction,
  among: { id: number }[],
  which: SQL | undefined,
): Promise<number[]> {
  // Selects by ids alone: with a join, PostgreSQL leaves out a row that another transaction changes
  // meanwhile.
  const ids = among.map(({ id }) => id);
  const locked = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, ids), which))
    .orderBy(events.id)
    .for('no key update');
  return locked.map(({ id }) => id);
}

/** @throws Refusal `suspended` for an account that was suspended meanwhile */
export function requireAttendanceState(locked: AttendanceState | undefined): AttendanceState {
  if (!locked) throw new Refusal('suspended', 'This account has been suspended');
  return locked;
}

/** The people whom a viewer asks for. */
export interface Wanted {
  /** Without a number the guests of their entry stay. */
  guests?: number | undefined;
  /** Without it they come as before, or alone. */
  who?: Who | undefined;
}

/**
 * Requires that the viewer may RSVP, and returns their state with the people they want to come
 * with.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `suspended`, `conflict` for an
 * event that is over or cancelled
 */
export function requireAttendance(
  viewer: Viewer,
  event: EventFacts,
  locked: AttendanceState | undefined,
  { guests, who }: Wanted,
  now: Date,
): { state: AttendanceState; party: Party } {
  demand(rsvpRefusal(viewer, event, now, locked?.own));
  demand(profileRefusal(viewer, 'sign up for events'));
  const state = requireAttendanceState(locked);
  const before = state.own ?? { guests: 0 };
  const people = who ? { self: who.self, children: who.household.length } : {};
  return { state, party: { ...before, ...people, guests: guests ?? before.guests } };
}
