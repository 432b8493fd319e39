import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { newsHour, nextHour } from '#contract/platform/london-time.ts';
import { closesTooLate, endsTooEarly } from '#contract/events/event-times.ts';
import { valueMayBeLogged } from '#contract/events/event-fields.ts';
import type { EventChanges, EventForm } from '#contract/events/events.ts';
import { editEntry } from '#features/base/audit/mutations.ts';
import type { Config } from '#platform/config.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { safeguardingColumns } from '#features/community/groups/queries/groups.ts';
import { groups } from '#features/community/groups/tables.ts';
import { demand, invalid, notFound } from '#platform/refusal.ts';
import { revise } from '#platform/revisions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { enqueueGroupNews } from './group-news.ts';
import { recordOnEvent } from './record.ts';
import { insertRows } from './insert-rows.ts';
import { lockCover } from '#features/base/media/mutations.ts';
import { audienceIn, openToIn, requireAudience, requireOpenTo } from './audience.ts';
import { requireDatesQuota } from './quota.ts';
import { groupVisible } from '#features/community/membership/policy.ts';
import {
  groupAndMembership,
  lockMembership,
} from '#features/community/membership/queries/membership.ts';
import { recordText } from '#features/trust/moderation/mutations.ts';
import { copiedEventRefusal } from '#features/trust/moderation/policy.ts';
import { editEventRefusal } from '../policy/event.ts';
import { newVenue, positionOf, postcodeRefusal, venueChanges } from '../policy/venue.ts';
import { capacityRefusal } from '#features/events/attendance/policy/places.ts';
import { lockEventFacts, type EventOutline } from '../queries/event.ts';
import { eventColumns } from '../queries/text.ts';
import { movedEvents } from '../steps.ts';
import { events } from '../tables.ts';
import { requireCategory } from '#features/community/groups/queries/categories.ts';
import { enqueueChange } from '#features/events/attendance/mutations/notifications.ts';
import { placesCounted } from '#features/events/attendance/queries/rsvps.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';

/** @throws Refusal `invalid` for a description that several other members have posted lately */
export async function refuseCopiedText(
  tx: Transaction,
  viewer: Viewer,
  description: string,
  config: Config,
  now: Date,
): Promise<void> {
  const { copies } = await recordText(tx, viewer, 'event', description, config, now);
  demand(copiedEventRefusal(copies));
}

/**
 * Locks the event's group: otherwise an edit could remove its safeguarding lead at the same moment.
 */
export const lockGroupOf = (tx: Transaction, eventId: number) =>
  tx
    .select({ id: groups.id })
    .from(groups)
    .where(
      eq(groups.id, tx.select({ id: events.groupId }).from(events).where(eq(events.id, eventId))),
    )
    .for('share');

/**
 * Creates an event in a group that the viewer organises. The town defaults to the group's, since
 * the venue is not public.
 * @throws Refusal `forbidden`, `invalid`, `quota`
 */
export async function createEvent(
  db: Database,
  viewer: Viewer,
  form: NewEvent,
  attempt: Attempt | undefined,
  config: Config,
  now: Date,
): Promise<number> {
  return transaction(db, (tx) =>
    once(tx, attempt, now, async () => {
      const [id] = await insertEvents(tx, viewer, form.groupId, [form], config, now);
      if (id === undefined) throw new Error('an insert returned no row');
      return id;
    }),
  );
}

type NewEvent = z.output<typeof EventForm>;

/**
 * Locks a group until its new events exist: otherwise its charge could change between the check and
 * the insert.
 * @throws Refusal `invalid`
 */
export async function lockGroupForEvents(tx: Transaction, viewer: Viewer, groupId: number) {
  const [group] = await tx
    .select({
      location: groups.location,
      chargeForEvents: groups.chargeForEvents,
      status: groups.status,
      defaultOpenTo: groups.defaultOpenTo,
      defaultPlacePublic: groups.defaultPlacePublic,
      ...safeguardingColumns,
    })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('share');
  const membership = await lockMembership(tx, viewer, groupId);
  const facts = await groupAndMembership(tx, viewer, groupId);
  if (!group || !facts || !groupVisible(viewer, facts.group, membership)) {
    throw invalid({ groupId: 'Please select a group' });
  }
  return { group: { ...group, id: groupId }, membership };
}

/**
 * Inserts events in a group that the viewer organises, and returns their ids in the same order.
 * @throws Refusal `forbidden`, `invalid`, `quota`
 */
export async function insertEvents(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  forms: Omit<NewEvent, 'groupId'>[],
  config: Config,
  now: Date,
): Promise<number[]> {
  const { group, membership } = await lockGroupForEvents(tx, viewer, groupId);
  demand(createEventRefusal(membership));
  await requireDatesQuota(tx, viewer, group, { created: forms.length }, config, now);
  for (const description of eachOnce(forms, 'description'))
    await refuseCopiedText(tx, viewer, description, config, now);
  for (const categoryId of eachOnce(forms, 'categoryId')) await requireCategory(tx, categoryId);
  for (const imageUrl of eachOnce(forms, 'imageUrl'))
    await lockCover(tx, viewer, groupId, imageUrl);
  const rows = forms.map((form) => {
    const audience = audienceIn(form.audience, group);
    demand(postcodeRefusal(form.postcode));
    return {
      ...newVenue(form, group),
      groupId,
      audience,
      openTo: openToIn(form.openTo, audience, group),
      free: group.chargeForEvents === 'free',
      createdById: viewer.id,
      createdAt: now,
    };
  });
  const ids = await insertRows(tx, {}, rows);
  if (group.status === 'approved') {
    await enqueueGroupNews(tx, viewer, groupId, nextHour(newsHour, now), now);
  }
  return ids;
}

/** Each text is compared with those of others, which takes the embedded engine most of the time. */
const batchSize = 3;

/** Cuts events into batches, each inserted by one statement. */
export const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );

const eachOnce = <Row, Field extends keyof Row>(rows: Row[], field: Field): Set<Row[Field]> =>
  new Set(rows.map((row) => row[field]));

/**
 * Changes an event, and notifies its attendees if the day, time, place or title changed.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for an event over or cancelled, and for
 * fields that others have changed since `revision`, `invalid`
 */
export async function changeEvent(
  db: Database,
  viewer: Viewer,
  id: number,
  changes: z.output<typeof EventChanges>,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, (tx) => applyChanges(tx, viewer, id, changes, config, now));
}

/** @throws Refusal as `changeEvent` */
export async function applyChanges(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  { revision, ...sent }: z.output<typeof EventChanges>,
  config: Config,
  now: Date,
): Promise<void> {
  if (sent.audience || sent.openTo) await lockGroupOf(tx, id);
  const { membership } = await lockForEdit(tx, viewer, id, now);
  const before = await eventRow(tx, id);
  demand(postcodeRefusal(sent.postcode));
  const changes = venueChanges(before, sent);
  const revised = revise(before, before, changes, revision);
  // An unchanged description is not written: a date that shares it would get a copy.
  const { description, ...others } = changes;
  const fields = description === before.description ? others : changes;
  const sentFields = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const after = { ...before, ...sentFields };
  requireTimes(after);
  if (after.description !== before.description) {
    await refuseCopiedText(tx, viewer, after.description, config, now);
  }
  if (after.categoryId !== before.categoryId) await requireCategory(tx, after.categoryId);
  if (after.audience !== before.audience) await requireAudience(tx, before.groupId, after.audience);
  if (after.audience !== before.audience || after.openTo !== before.openTo)
    await requireOpenTo(tx, before.groupId, [after]);
  await lockCover(tx, viewer, before.groupId, changes.imageUrl);
  const moved = after.startTime.getTime() !== before.startTime.getTime();
  const placesTaken = await placesFor(tx, after);
  await tx
    .update(events)
    .set({
      ...sentFields,
      ...positionOf(after),
      placesTaken,
      ...(moved && { startSetAt: now }),
      ...byHand,
      changedAt: now,
      ...revised,
      // Calendars apply a change only by a higher revision, even where nothing else changes.
      revision: before.revision + 1,
    })
    .where(eq(events.id, id));
  if (moved) await movedEvents.read()(tx, [id], now);
  if (isForOthers(before, after)) await offerPlaces(tx, id, now);
  const change = editEntry(before, sentFields, valueMayBeLogged);
  await recordOnEvent(tx, viewer, { id, membership }, 'event.edit', change, now);
  if (mustNotifyAttendees(before, after)) {
    const payload = { eventId: id, before: emailSnapshot(before), after: emailSnapshot(after) };
    await enqueueChange(tx, viewer, id, payload, now);
  }
}

/**
 * Changing one date of a series marks it as changed by hand: later changes of the series skip it.
 */
export const byHand = { seriesEdited: sql<boolean>`${events.seriesId} is not null` };

function requireTimes({ startTime, endTime, rsvpClosesAt }: EventRow): void {
  if (endTime <= startTime) throw invalid({ endTime: endsTooEarly });
  if (rsvpClosesAt && rsvpClosesAt > startTime) throw invalid({ rsvpClosesAt: closesTooLate });
}

/**
 * Counts the places taken at an event. With a capacity it recounts them: a version that doesn't
 * count may have run beside this one.
 * @throws Refusal `conflict` for a capacity below that
 */
async function placesFor(tx: Transaction, event: EventRow): Promise<number> {
  if (event.capacity === null) return event.placesTaken;
  const [counted] = await tx
    .select({ taken: placesCounted(event.id) })
    .from(events)
    .where(eq(events.id, event.id));
  const placesTaken = counted?.taken ?? 0;
  demand(capacityRefusal(event.capacity, placesTaken));
  return placesTaken;
}

type Bounds = Pick<EventRow, 'capacity' | 'startTime' | 'rsvpClosesAt'>;

/** Tells whether a change affects free places, or how long they can be offered. */
export const isForOthers = (before: Bounds, after: Bounds): boolean =>
  before.capacity !== after.capacity ||
  before.startTime.getTime() !== after.startTime.getTime() ||
  before.rsvpClosesAt?.getTime() !== after.rsvpClosesAt?.getTime();

async function lockForEdit(tx: Transaction, viewer: Viewer, id: number, now: Date) {
  const event = await lockEventFacts(tx, viewer, id);
  demand(editEventRefusal(viewer, event, now));
  return event;
}

export async function eventRow(tx: Transaction, id: number) {
  const [row] = await tx.select(eventColumns).from(events).where(eq(events.id, id));
  if (!row) throw notFound('Event');
  return row;
}

export type EventRow = Awaited<ReturnType<typeof eventRow>>;

type EventSnapshot = Pick<EventRow, 'title' | 'location' | 'startTime' | 'endTime'>;

/** Tells whether attendees must be notified: the day, the time, the place or the title changed. */
export const mustNotifyAttendees = (before: EventSnapshot, after: EventSnapshot): boolean =>
  before.startTime.getTime() !== after.startTime.getTime() ||
  before.endTime.getTime() !== after.endTime.getTime() ||
  before.location !== after.location ||
  before.title !== after.title;

/** The event's facts for emails to those who were attending. */
export const emailSnapshot = (event: EventSnapshot): EventOutline => ({
  title: event.title,
  location: event.location,
  startTime: event.startTime.toISOString(),
  endTime: event.endTime.toISOString(),
});
