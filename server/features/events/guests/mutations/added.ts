import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  AddedAttendee,
  addAttendee as addCall,
  changeAddedAttendee as changeCall,
} from '#contract/events/added-attendees.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { fullRefusal } from '#features/events/attendance/policy/places.ts';
import { addedAttendees } from '#features/events/attendance/tables.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { manageAttendeesRefusal } from '../policy.ts';
import { changeCounts } from './places.ts';

interface AddedKey {
  id: number;
  addedId: number;
}

/**
 * Puts people who phoned or walked in on the list, also at the door and afterwards. They come
 * before the waiting list if there is room.
 * @throws Refusal `not_found`, `forbidden`, `full`, `conflict` for a cancelled event
 */
export function addAttendee(
  db: Database,
  viewer: Viewer,
  eventId: number,
  { attempt, ...form }: z.output<typeof addCall.body> & { attempt: Attempt | undefined },
  now: Date,
): Promise<AddedAttendee> {
  return transaction(db, async (tx) => {
    const event = await lockForList(tx, viewer, eventId);
    const id = await once(tx, attempt, now, () => insertAdded(tx, viewer, event, form, now));
    return addedOf(tx, { id: eventId, addedId: id });
  });
}

async function insertAdded(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  { name, people, note = null }: z.output<typeof addCall.body>,
  now: Date,
): Promise<number> {
  demand(fullRefusal(event, people));
  const [row] = await tx
    .insert(addedAttendees)
    .values({ eventId: event.id, name, people, note, addedById: viewer.id, createdAt: now })
    .returning({ id: addedAttendees.id });
  if (!row) throw new Error('an insert returned no row');
  await changeCounts(tx, event.id, { attendees: 1, places: people });
  await recordOne(tx, viewer, event, { action: 'attendee.add', after: { people } }, now);
  return row.id;
}

/** @throws Refusal as `addAttendee` */
export function changeAddedAttendee(
  db: Database,
  viewer: Viewer,
  key: AddedKey,
  changes: z.output<typeof changeCall.body>,
  now: Date,
): Promise<AddedAttendee> {
  return transaction(db, async (tx) => {
    const event = await lockForList(tx, viewer, key.id);
    const before = await addedOf(tx, key);
    const sent = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    );
    if (Object.keys(sent).length === 0) return before;
    const people = changes.people ?? before.people;
    demand(fullRefusal(event, people - before.people));
    await tx.update(addedAttendees).set(sent).where(isAdded(key));
    await changeCounts(tx, key.id, { attendees: 0, places: people - before.people });
    if (people < before.people) await offerPlaces(tx, key.id, now);
    await recordOne(tx, viewer, event, { action: 'attendee.change', after: { people } }, now);
    return addedOf(tx, key);
  });
}

/** @throws Refusal `not_found`, `forbidden`, `conflict` for a cancelled event */
export async function removeAddedAttendee(
  db: Database,
  viewer: Viewer,
  key: AddedKey,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockForList(tx, viewer, key.id);
    const { people } = await addedOf(tx, key);
    await tx.delete(addedAttendees).where(isAdded(key));
    await changeCounts(tx, key.id, { attendees: -1, places: -people });
    await offerPlaces(tx, key.id, now);
    await recordOne(tx, viewer, event, { action: 'attendee.remove', after: null }, now);
  });
}

async function lockForList(tx: Transaction, viewer: Viewer, eventId: number): Promise<EventFacts> {
  const event = await lockEventFacts(tx, viewer, eventId);
  if (!event) throw notFound('Event');
  demand(manageAttendeesRefusal(viewer, event));
  if (event.status === 'cancelled') throw new Refusal('conflict', 'This event has been cancelled');
  return event;
}

const isAdded = ({ id, addedId }: AddedKey) =>
  and(eq(addedAttendees.id, addedId), eq(addedAttendees.eventId, id));

/** @throws Refusal `not_found` */
async function addedOf(tx: Transaction, key: AddedKey): Promise<AddedAttendee> {
  const { id, name, people, note } = addedAttendees;
  const addedBy = { id: users.id, firstName: users.firstName };
  const [found] = await tx
    .select({ id, name, people, note, addedBy })
    .from(addedAttendees)
    .leftJoin(users, eq(users.id, addedAttendees.addedById))
    .where(isAdded(key));
  if (!found || found.name === null) throw notFound('Attendee');
  return { ...found, name: found.name };
}

interface Recorded {
  action: 'attendee.add' | 'attendee.change' | 'attendee.remove';
  after: { people: number } | null;
}

async function recordOne(
  tx: Transaction,
  viewer: Viewer,
  { id, membership }: EventFacts,
  { action, after }: Recorded,
  now: Date,
): Promise<void> {
  if (membership?.isOrganizer) return;
  await recordAsAdmin(tx, viewer, action, id, { before: null, after }, now);
}
