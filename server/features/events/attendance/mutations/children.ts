import { and, eq, gt, inArray, ne, notInArray } from 'drizzle-orm';
import type { Who } from '#contract/events/household.ts';
import type { Transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { requireOwnChildren } from '#features/events/household/queries.ts';
import { placesTakenBy, type RsvpEntry } from '../policy/places.ts';
import { lockAttendanceState } from '../queries/state.ts';
import { answers, childPlaces, rsvps, waitlist } from '../tables.ts';
import { deleteRsvps, notifyOtherAdults } from './entries.ts';
import { changePlacesTaken } from './expiry.ts';
import { lockEvents, type Wanted } from './lock.ts';
import { enqueueCalendarRemoval } from './notifications.ts';
import { leaveWaitlists, offerPlaces } from './offers.ts';

/**
 * Writes which of the viewer's children come with their entry at a locked event; the last answer
 * counts, so children leave the entry of another adult, who gets an email only with `confirm`. The
 * entry itself is the caller's.
 * @returns the places that those children held there, which are free now
 * @throws Refusal `invalid` for a child of others
 */
export async function changeChildren(
  tx: Transaction,
  eventId: number,
  userId: string,
  { who, confirm }: Wanted & { confirm: boolean },
  now: Date,
): Promise<number> {
  if (!who) return 0;
  const { household } = who;
  await requireOwnChildren(tx, userId, household);
  const moved = await takeFromOthers(tx, eventId, userId, household, now);
  const gone = await tx
    .delete(childPlaces)
    .where(and(isChildOf(eventId, userId), notInArray(childPlaces.childId, household)))
    .returning({ childId: childPlaces.childId });
  const added =
    household.length === 0
      ? []
      : await tx
          .insert(childPlaces)
          .values(household.map((childId) => ({ eventId, childId, userId })))
          .onConflictDoNothing()
          .returning({ childId: childPlaces.childId });
  const changed = [...gone, ...added].map(({ childId }) => childId);
  if (confirm) await notifyOtherAdults(tx, { eventId, userId, childIds: changed }, now);
  return moved.freed;
}

/**
 * Takes these people out of the viewer's entry at a locked event, or children out of another
 * adult's, and offers their places.
 * @returns what is left of the viewer's entry; null if nobody is
 * @throws Refusal `invalid` for a child of others
 */
export async function removePeople(
  tx: Transaction,
  eventId: number,
  userId: string,
  { own, who }: { own: RsvpEntry | null; who: Who },
  now: Date,
): Promise<RsvpEntry | null> {
  await requireOwnChildren(tx, userId, who.household);
  const moved = await takeFromOthers(tx, eventId, userId, who.household, now);
  const gone = await removeNamed(tx, eventId, userId, who.household);
  const { left } = await shrinkEntry(
    tx,
    { eventId, userId, own },
    { self: who.self, children: gone.length },
    now,
  );
  await offerPlaces(tx, eventId, now);
  const childIds = [...moved.childIds, ...gone];
  await notifyOtherAdults(tx, { eventId, userId, childIds }, now);
  return left;
}

/** Takes a child out of an adult's entries at upcoming events. */
export async function withdrawChild(
  tx: Transaction,
  childId: number,
  userId: string,
  now: Date,
): Promise<void> {
  const found = await tx
    .select({ id: childPlaces.eventId })
    .from(childPlaces)
    .where(and(eq(childPlaces.childId, childId), eq(childPlaces.userId, userId)));
  for (const eventId of await lockEvents(tx, found, gt(events.endTime, now))) {
    const [gone] = await removeNamed(tx, eventId, userId, [childId]);
    if (gone === undefined) continue;
    const state = await lockAttendanceState(tx, eventId, userId, now);
    await shrinkEntry(tx, { eventId, userId, own: state?.own ?? null }, { children: 1 }, now);
    await offerPlaces(tx, eventId, now);
    await notifyOtherAdults(tx, { eventId, userId, childIds: [childId] }, now);
  }
}

/** Takes children out of the entries of other adults. */
async function takeFromOthers(
  tx: Transaction,
  eventId: number,
  userId: string,
  childIds: number[],
  now: Date,
): Promise<{ freed: number; childIds: number[] }> {
  const rows = await tx
    .delete(childPlaces)
    .where(
      and(
        eq(childPlaces.eventId, eventId),
        ne(childPlaces.userId, userId),
        inArray(childPlaces.childId, childIds),
      ),
    )
    .returning({ userId: childPlaces.userId, childId: childPlaces.childId });
  let freed = 0;
  for (const adult of new Set(rows.map((row) => row.userId))) {
    const children = rows.filter((row) => row.userId === adult).length;
    const state = await lockAttendanceState(tx, eventId, adult, now);
    const entry = { eventId, userId: adult, own: state?.own ?? null };
    freed += (await shrinkEntry(tx, entry, { children }, now)).freed;
  }
  return { freed, childIds: rows.map(({ childId }) => childId) };
}

interface Entry {
  eventId: number;
  userId: string;
  own: RsvpEntry | null;
}

/**
 * Takes people out of an entry of a locked event. If nobody is left the entry goes, and the user
 * can't come. It offers nothing yet.
 */
async function shrinkEntry(
  tx: Transaction,
  { eventId, userId, own }: Entry,
  less: { self?: boolean; children: number },
  now: Date,
): Promise<{ left: RsvpEntry | null; freed: number }> {
  if (!own) return { left: null, freed: 0 };
  const { self: came = true, children = 0 } = own;
  const self = came && !less.self;
  const left = { ...own, self, children: children - less.children };
  if (!self && left.children <= 0) {
    const removed = await deleteRsvps(tx, userId, [eventId], now);
    await leaveWaitlists(tx, userId, [eventId], now);
    await enqueueCalendarRemoval(tx, userId, removed, now);
    const cant = { eventId, userId, cant: true, answeredAt: now };
    const target = [answers.eventId, answers.userId];
    await tx.insert(answers).values(cant).onConflictDoUpdate({ target, set: cant });
    return { left: null, freed: placesTakenBy(own) };
  }
  const table = own.status === 'going' ? rsvps : waitlist;
  await tx
    .update(table)
    .set({ self, children: left.children })
    .where(and(eq(table.eventId, eventId), eq(table.userId, userId)));
  const freed = placesTakenBy(own) - placesTakenBy(left);
  await changePlacesTaken(tx, eventId, -freed);
  return { left, freed };
}

const isChildOf = (eventId: number, userId: string) =>
  and(eq(childPlaces.eventId, eventId), eq(childPlaces.userId, userId));

/** @returns ids of those children who came with the user's entry */
async function removeNamed(
  tx: Transaction,
  eventId: number,
  userId: string,
  childIds: number[],
): Promise<number[]> {
  const gone = await tx
    .delete(childPlaces)
    .where(and(isChildOf(eventId, userId), inArray(childPlaces.childId, childIds)))
    .returning({ childId: childPlaces.childId });
  return gone.map(({ childId }) => childId);
}
