import { and, eq, gt, inArray, ne, notInArray } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Who } from '#contract/events/household.ts';
import type { Transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { requireOwnChildren } from '#features/events/household/queries.ts';
import { placesTakenBy, type RsvpEntry } from '../policy/places.ts';
import { lockEvents, lockRsvp, type LockedRsvp } from '../queries/state.ts';
import { ownRsvp } from '../queries/rsvps.ts';
import { childPlaces } from '../tables.ts';
import { enqueueCalendarRemoval, notifyOtherAdults } from './notifications.ts';
import { settleOffers } from './offers.ts';
import { deleteChildPlaces, recount, declineRsvp, setColumns, type AnswerNote } from './rows.ts';

/**
 * Takes the viewer's children out of the RSVPs of other adults at a locked event: the last answer
 * counts. It counts the event anew, since the revision rises for an RSVP that ends, also where
 * another begins at once.
 * @returns the places that those children held there, which are free now
 * @throws Refusal `invalid` for a child of others
 */
export async function moveChildrenHere(
  tx: Transaction,
  eventId: number,
  userId: string,
  who: Who | undefined,
  now: Date,
): Promise<number> {
  if (!who) return 0;
  await requireOwnChildren(tx, userId, who.household);
  const { freed } = await removeFromOthers(tx, eventId, userId, who.household, now);
  if (freed > 0) await recount(tx, [eventId], now);
  return freed;
}

/**
 * Writes which children come with an RSVP.
 * @returns ids of those who didn't before, or no longer do
 */
export async function writeChildren(
  tx: Transaction,
  { eventId, rsvpId }: { eventId: number; rsvpId: number },
  childIds: number[],
): Promise<number[]> {
  const others = and(eq(childPlaces.rsvpId, rsvpId), notInArray(childPlaces.childId, childIds));
  const gone = await deleteChildPlaces(tx, others);
  const rows = childIds.map((childId) => ({ eventId, childId, rsvpId }));
  const added =
    rows.length === 0
      ? []
      : await tx
          .insert(childPlaces)
          .values(rows)
          .onConflictDoNothing()
          .returning({ childId: childPlaces.childId });
  return [...gone, ...added.map(({ childId }) => childId)];
}

/**
 * Takes these people out of the viewer's RSVP to a locked event, or children out of another adult's,
 * and offers their places. If nobody is left, the viewer can't come.
 * @returns what is left of the viewer's RSVP
 * @throws Refusal `invalid` for a child of others
 */
export async function removePeople(
  tx: Transaction,
  own: OwnRsvpRow,
  { who, note }: { who: Who; note: CleanText | null },
  now: Date,
): Promise<RsvpEntry | null> {
  const { eventId, userId } = own;
  await requireOwnChildren(tx, userId, who.household);
  const moved = await removeFromOthers(tx, eventId, userId, who.household, now);
  const gone = await removeNamed(tx, own, who.household);
  const answerNote = { note, answeredAt: note === null ? null : now };
  const { left } = await shrinkRsvp(
    tx,
    own,
    { self: who.self, children: gone.length, answerNote },
    now,
  );
  if (!left && !own.own) await declineRsvp(tx, own, note, now);
  await settleOffers(tx, [eventId], now);
  const childIds = [...moved.childIds, ...gone];
  await notifyOtherAdults(tx, { eventId, userId, childIds }, now);
  return left;
}

/** Takes a child out of an adult's RSVPs to upcoming events. */
export async function withdrawChild(
  tx: Transaction,
  childId: number,
  userId: string,
  now: Date,
): Promise<void> {
  const found = await tx
    .select({ id: childPlaces.eventId })
    .from(childPlaces)
    .innerJoin(ownRsvp, eq(ownRsvp.id, childPlaces.rsvpId))
    .where(and(eq(childPlaces.childId, childId), eq(ownRsvp.userId, userId)));
  for (const eventId of await lockEvents(tx, found, gt(events.endTime, now))) {
    const state = await lockRsvp(tx, eventId, { userId }, now);
    const own = { eventId, userId, row: state?.row ?? null, own: state?.own ?? null };
    const [gone] = await removeNamed(tx, own, [childId]);
    if (gone === undefined) continue;
    await shrinkRsvp(tx, own, { children: 1 }, now);
    await settleOffers(tx, [eventId], now);
    await notifyOtherAdults(tx, { eventId, userId, childIds: [childId] }, now);
  }
}

/** A member's RSVP to a locked event. */
interface OwnRsvpRow extends Pick<LockedRsvp, 'row' | 'own'> {
  eventId: number;
  userId: string;
}

/** Takes children out of the RSVPs of other adults. */
async function removeFromOthers(
  tx: Transaction,
  eventId: number,
  userId: string,
  childIds: number[],
  now: Date,
): Promise<{ freed: number; childIds: number[] }> {
  const rows = await tx
    .select({ childId: childPlaces.childId, adult: ownRsvp.userId })
    .from(childPlaces)
    .innerJoin(ownRsvp, eq(ownRsvp.id, childPlaces.rsvpId))
    .where(
      and(
        eq(childPlaces.eventId, eventId),
        inArray(childPlaces.childId, childIds),
        ne(ownRsvp.userId, userId),
      ),
    )
    .orderBy(ownRsvp.id);
  const taken = rows.map(({ childId }) => childId);
  const places = and(eq(childPlaces.eventId, eventId), inArray(childPlaces.childId, taken));
  await deleteChildPlaces(tx, places);
  let freed = 0;
  for (const adult of new Set(rows.flatMap((row) => row.adult ?? []))) {
    const children = rows.filter((row) => row.adult === adult).length;
    const state = await lockRsvp(tx, eventId, { userId: adult }, now);
    const other = { eventId, userId: adult, row: state?.row ?? null, own: state?.own ?? null };
    freed += (await shrinkRsvp(tx, other, { children }, now)).freed;
  }
  return { freed, childIds: taken };
}

/**
 * Takes people out of an RSVP to a locked event. If nobody is left, its member can't come. It offers
 * nothing yet.
 */
async function shrinkRsvp(
  tx: Transaction,
  { eventId, userId, row, own }: OwnRsvpRow,
  { self, children, answerNote }: { self?: boolean; children: number; answerNote?: AnswerNote },
  now: Date,
): Promise<{ left: RsvpEntry | null; freed: number }> {
  if (!own || !row) return { left: null, freed: 0 };
  const people = { self: row.self && !self, children: row.children - children };
  const left = { ...own, ...people };
  if (people.self || people.children > 0) {
    const phone = people.children > 0 ? row.phone : null;
    await setColumns(tx, row.id, { ...people, phone, ...answerNote });
    return { left, freed: placesTakenBy(own) - placesTakenBy(left) };
  }
  await declineRsvp(tx, { eventId, userId, row }, answerNote?.note ?? null, now);
  await enqueueCalendarRemoval(tx, { userId }, [row], now);
  return { left: null, freed: placesTakenBy(own) };
}

/** @returns ids of those children who came with the RSVP */
async function removeNamed(
  tx: Transaction,
  { row }: OwnRsvpRow,
  childIds: number[],
): Promise<number[]> {
  if (!row) return [];
  const named = and(eq(childPlaces.rsvpId, row.id), inArray(childPlaces.childId, childIds));
  return deleteChildPlaces(tx, named);
}
