import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { newsHour, nextHour } from '../../../contract/dates.ts';
import { endsTooEarly, type EventChanges, type EventForm } from '../../../contract/events.ts';
import { recordIfByOffice } from '../audit/mutations.ts';
import type { Config } from '../../platform/config.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { createEventRefusal } from '../groups/policy.ts';
import { groups } from '../groups/tables.ts';
import { demand, invalid, notFound } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { holdPicture } from '../media/mutations.ts';
import { groupVisible } from '../membership/policy.ts';
import { lockedMembership, standingIn } from '../membership/queries.ts';
import { add } from '../../platform/mail/outbox.ts';
import { earlierCopies, noteText } from '../moderation/mutations.ts';
import { copiedEventRefusal } from '../moderation/policy.ts';
import { type EventOutline, editEventRefusal } from './policy.ts';
import { lockedEventFacts } from './queries.ts';
import { events } from './tables.ts';
import { day } from '../../../contract/durations.ts';
import { requireCategory } from '../categories/queries.ts';
import { enqueueForAttendees } from '../rsvps/mutations.ts';
import { memberships } from '../membership/tables.ts';
import { rsvps } from '../rsvps/tables.ts';
import { mailPreferences } from '../mail/tables.ts';

interface Author {
  db: Database;
  config: Config;
  viewer: Viewer;
  now: Date;
}

/** @throws Refusal `invalid` for a description that several other members have posted lately */
async function requireOwnWords(
  tx: Transaction,
  author: Author,
  description: string,
): Promise<void> {
  demand(copiedEventRefusal(await earlierCopies(tx, author, description)));
  await noteText(tx, author, 'event', description);
}

/**
 * Creates an event in a group the viewer organises; without a town it takes the group's, since the venue
 * itself is not for everyone's eyes.
 * @throws Refusal `forbidden`, `invalid`
 */
export async function createEvent(
  author: Author,
  form: z.output<typeof EventForm>,
): Promise<number> {
  const { db, viewer, now } = author;
  return transaction(db, async (tx) => {
    const membership = await lockedMembership(tx, form.groupId, viewer.id);
    const standing = await standingIn(tx, form.groupId, viewer);
    if (!standing || !groupVisible(viewer, standing.group, membership)) {
      throw invalid({ groupId: 'Please select a group' });
    }
    demand(createEventRefusal(membership));
    await requireOwnWords(tx, author, form.description);
    await requireCategory(tx, form.categoryId);
    await holdPicture(tx, form.imageUrl);
    const [group] = await tx
      .select({ location: groups.location })
      .from(groups)
      .where(eq(groups.id, form.groupId));
    const [event] = await tx
      .insert(events)
      .values({
        ...form,
        town: form.town || group?.location || null,
        createdById: viewer.id,
        createdAt: now,
      })
      .returning({ id: events.id });
    if (!event) throw new Error('an insert returned no row');
    if (standing.group.status === 'approved') {
      const evening = nextHour(newsHour, now);
      await enqueueGroupNews(tx, form.groupId, viewer.id, evening, now);
    }
    return event.id;
  });
}

/**
 * Changes an event; its attendees are told where what they planned by has changed.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for an event over or cancelled, `invalid`
 */
export async function changeEvent(
  author: Author,
  id: number,
  changes: z.output<typeof EventChanges>,
): Promise<void> {
  const { db, viewer, now } = author;
  await transaction(db, async (tx) => {
    const { membership } = await lockForEdit(tx, viewer, id, now);
    const before = await eventRow(tx, id);
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    );
    const after = { ...before, ...given };
    if (after.endTime <= after.startTime) throw invalid({ endTime: endsTooEarly });
    if (after.description !== before.description) {
      await requireOwnWords(tx, author, after.description);
    }
    if (after.categoryId !== before.categoryId) await requireCategory(tx, after.categoryId);
    await holdPicture(tx, changes.imageUrl);
    const moved = after.startTime.getTime() !== before.startTime.getTime();
    await tx
      .update(events)
      .set({
        ...given,
        ...(moved && { startSetAt: now }),
        revision: sql`${events.revision} + 1`,
      })
      .where(eq(events.id, id));
    await recordIfByOffice(tx, viewer, membership?.isOrganizer ?? false, {
      action: 'event.edit',
      target: { type: 'event', id: String(id) },
      before: null,
      after: { fields: Object.keys(given) },
      now,
    });
    if (matters(before, after)) {
      const payload = { eventId: id, before: outline(before), after: outline(after) };
      await enqueueForAttendees(tx, 'event_changed', id, viewer.id, payload, now);
    }
  });
}

/**
 * Calls an event off: it is kept, and its attendees are told. Doing it twice changes nothing.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for an event over
 */
export async function callOff(db: Database, viewer: Viewer, id: number, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, id, viewer);
    if (!event) throw notFound('Event');
    demand(editEventRefusal(viewer, { ...event, status: 'scheduled' }, now));
    if (event.status === 'cancelled') return;
    await tx
      .update(events)
      .set({ status: 'cancelled', revision: sql`${events.revision} + 1` })
      .where(eq(events.id, id));
    await recordIfByOffice(tx, viewer, event.membership?.isOrganizer ?? false, {
      action: 'event.cancel',
      target: { type: 'event', id: String(id) },
      before: { status: event.status },
      after: { status: 'cancelled' },
      now,
    });
    const payload = { eventId: id, event: outline(await eventRow(tx, id)) };
    await enqueueForAttendees(tx, 'event_cancelled', id, viewer.id, payload, now);
  });
}

const eventsAtOnce = 50;

/**
 * Reminds the attendees of events that start within 24 hours, once for each start. Whoever has known of the start
 * for less than that, because they have just said they come or have just been told of the change, needs no reminder.
 * @returns how many events there were
 */
export async function remindAttendees(db: Database, now: Date): Promise<number> {
  for (let total = 0; ;) {
    const reminded = await transaction(db, async (tx) => {
      const soon = await tx
        .select({ id: events.id, startTime: events.startTime })
        .from(events)
        .where(
          and(
            eq(events.status, 'scheduled'),
            gt(events.startTime, now),
            lte(events.startTime, new Date(now.getTime() + day)),
            sql`${events.remindedOf} is distinct from ${events.startTime}`,
          ),
        )
        .orderBy(events.id)
        .limit(eventsAtOnce)
        .for('no key update', { skipLocked: true });
      for (const event of soon) await remind(tx, event, now);
      return soon.length;
    });
    total += reminded;
    if (reminded < eventsAtOnce) return total;
  }
}

async function remind(
  tx: Transaction,
  { id, startTime }: { id: number; startTime: Date },
  now: Date,
): Promise<void> {
  const known = new Date(startTime.getTime() - day);
  await enqueueReminders(tx, { eventId: id, startTime, known }, now);
  await tx.update(events).set({ remindedOf: startTime }).where(eq(events.id, id));
}

async function lockForEdit(tx: Transaction, viewer: Viewer, id: number, now: Date) {
  const event = await lockedEventFacts(tx, id, viewer);
  if (!event) throw notFound('Event');
  demand(editEventRefusal(viewer, event, now));
  return event;
}

async function eventRow(tx: Transaction, id: number) {
  const [row] = await tx.select().from(events).where(eq(events.id, id));
  if (!row) throw notFound('Event');
  return row;
}

type EventRow = Awaited<ReturnType<typeof eventRow>>;

/** Whether somebody who goes has to know: the day, the time, the place, or what it is. */
const matters = (before: EventRow, after: EventRow): boolean =>
  before.startTime.getTime() !== after.startTime.getTime() ||
  before.endTime.getTime() !== after.endTime.getTime() ||
  before.location !== after.location ||
  before.title !== after.title;

/** What is told of an event to those who were going. */
export const outline = (event: EventRow): EventOutline => ({
  title: event.title,
  location: event.location,
  startTime: event.startTime.toISOString(),
  endTime: event.endTime.toISOString(),
});

/** One reminder for each who goes and has known of the start since `known`; the same start is told of once. */
export async function enqueueReminders(
  tx: Transaction,
  { eventId, startTime, known }: { eventId: number; startTime: Date; known: Date },
  now: Date,
): Promise<void> {
  const payload = { eventId, startTime: startTime.toISOString() };
  const to = sql`
    select ${rsvps.userId}, null::text
    from ${rsvps} join ${events} on ${events.id} = ${rsvps.eventId}
    where ${events.id} = ${eventId} and ${rsvps.createdAt} <= ${known}
      and coalesce(${events.startSetAt}, ${events.createdAt}) <= ${known}`;
  const uniqueKey = sql`${`event_reminder:${eventId}:${startTime.getTime()}:`} || told.id`;
  await add(tx, { kind: 'event_reminder', payload, now }, { to, uniqueKey });
}

/** Announces what is new in a group to its other members at `at`; what comes until then goes with it. */
export async function enqueueGroupNews(
  tx: Transaction,
  groupId: number,
  causedBy: string,
  at: Date,
  now: Date,
): Promise<void> {
  const payload = { groupId, until: at.toISOString() };
  const to = sql`
    select ${memberships.userId}, null::text
    from ${memberships} left join ${mailPreferences} on ${mailPreferences.userId} = ${memberships.userId}
    where ${memberships.groupId} = ${groupId} and ${memberships.status} = 'approved'
      and ${memberships.userId} <> ${causedBy} and coalesce(${mailPreferences.groupNews}, true)`;
  const uniqueKey = sql`${`group_news:${groupId}:${at.getTime()}:`} || told.id`;
  await add(tx, { kind: 'group_news', payload, now, dueAt: at }, { to, uniqueKey });
}
