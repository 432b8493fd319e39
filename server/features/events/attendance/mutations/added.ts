import type { z } from 'zod';
import type {
  AddedAttendee,
  addAttendee as addCall,
  changeAddedAttendee as changeCall,
} from '#contract/events/added-attendees.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { recordOnEvent } from '#features/events/events/mutations/record.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { addedAttendee, type AddedKey } from '../queries/attendees.ts';
import { manageAttendeesRefusal } from '../policy/attendees.ts';
import { fullRefusal } from '../policy/places.ts';
import { settleOffers } from './offers.ts';
import { deleteRsvp, insertRsvps, recount, setColumns } from './rows.ts';

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
    return addedAttendee(tx, { id: eventId, addedId: id });
  });
}

async function insertAdded(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  { name, people, note = null, phone }: z.output<typeof addCall.body>,
  now: Date,
): Promise<number> {
  demand(fullRefusal(event, people));
  const by = { eventId: event.id, kind: 'added', addedById: viewer.id, createdAt: now } as const;
  const [row] = await insertRsvps(tx, [
    { ...by, name, companions: people - 1, note, phone: keptPhone(event, phone) },
  ]);
  if (!row) throw new Error('an insert returned no row');
  await recount(tx, [event.id], now);
  await recordOnEvent(tx, viewer, event, 'attendee.add', { before: null, after: { people } }, now);
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
    const before = await addedAttendee(tx, key);
    const { name, note, people = before.people } = changes;
    const phone = keptPhone(event, changes.phone);
    if (Object.values({ ...changes, phone }).every((each) => each === undefined)) return before;
    demand(fullRefusal(event, people - before.people));
    await setColumns(tx, key.addedId, { name, note, phone, companions: people - 1 });
    await settleOffers(tx, [key.id], now);
    const change = { before: null, after: { people } };
    await recordOnEvent(tx, viewer, event, 'attendee.change', change, now);
    return addedAttendee(tx, key);
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
    await addedAttendee(tx, key);
    await deleteRsvp(tx, key.addedId);
    await settleOffers(tx, [key.id], now);
    await recordOnEvent(tx, viewer, event, 'attendee.remove', { before: null, after: null }, now);
  });
}

/** A party added by hand may bring children where the event is for them. */
const keptPhone = <Phone>({ audience }: EventFacts, phone: Phone): Phone | undefined =>
  audience === 'under18' || audience === 'families' ? phone : undefined;

async function lockForList(tx: Transaction, viewer: Viewer, eventId: number): Promise<EventFacts> {
  const event = await lockEventFacts(tx, viewer, eventId);
  demand(manageAttendeesRefusal(viewer, event));
  if (event.status === 'cancelled') throw new Refusal('conflict', 'This event has been cancelled');
  return event;
}
