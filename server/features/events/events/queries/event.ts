import { and, eq, inArray, sql } from 'drizzle-orm';
import { attendeeNamesText } from '#contract/community/audience-words.ts';
import { users } from '#features/base/accounts/tables.ts';
import { calendarFields } from '#contract/events/calendar-text.ts';
import { eventOnlyFields, pickFields } from '#contract/events/event-fields.ts';
import type { Event, EventCard } from '#contract/events/events.ts';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import { mailLeaves, takesGuests, type Config } from '#platform/config.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { groups } from '#features/community/groups/tables.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { membershipColumns } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import {
  isFirstComeFirstServed,
  type RsvpEntry,
} from '#features/events/attendance/policy/places.ts';
import {
  hasGuestRsvp,
  isRsvpOf,
  ownCalendarRevision,
  ownGoes,
  ownRsvp,
} from '#features/events/attendance/queries/rsvps.ts';
import type { Recipient } from '#platform/mail/email.ts';
import { seeEventRefusal, type EventFacts } from '../policy/event.ts';
import type { IcsEvent } from '../policy/ics.ts';
import { viewerState } from '../policy/abilities.ts';
import { isAnswered } from './is-answered.ts';
import { canSeeOnlineUrl } from '../policy/venue.ts';
import { events } from '../tables.ts';
import { fieldColumns } from './text.ts';
import { hasHousehold } from '#features/events/household/queries.ts';
import { childNames, childrenAt } from '#features/events/attendance/queries/children.ts';
import { countAnswers } from '#features/events/attendance/queries/answers.ts';
import { eventsAttendedBy } from '#features/events/arrivals/queries/attendance.ts';
import { waitlistStateOf } from '#features/events/attendance/queries/state.ts';
import {
  answeredRsvp,
  attendeeNames,
  entryNow,
  familiesOf,
  isHidden,
  isOwnMembership,
  placeColumns,
  selectCards,
  effectiveStatus,
  toCard,
  type CardRow,
} from './cards.ts';

/** Returns the event with the viewer's abilities; undefined if they may not see it. */
export const findEvent = async (
  db: Database,
  viewer: Viewer | null,
  id: number,
  config: SiteFacts,
  now: Date,
) => (await readEvent(db, viewer, id, config, now))?.event;

/** The facts of the site that a viewer's abilities depend on. */
type SiteFacts = Pick<Config, 'smtpUrl' | 'publicDemo'>;

/**
 * Reads the event, whether expired offers of it still count as places taken, and whether the viewer
 * made an RSVP as a guest.
 */
export async function readEvent(
  db: Database,
  viewer: Viewer | null,
  id: number,
  config: SiteFacts,
  now: Date,
): Promise<{ event: Event; hasExpiredOffers: boolean; hasGuestRsvp: boolean } | undefined> {
  const byId = statement(db, 'event_by_id', (sqlDb) =>
    selectCards(sqlDb, { own: ownColumns }).where(eq(events.id, sql.placeholder('id'))),
  );
  const [row] = await byId.execute({ viewer: viewer?.id ?? '', email: viewer?.email ?? '', id });
  if (!row) return undefined;
  const facts = { ...row, group: row.groupFacts };
  if (seeEventRefusal(viewer, facts)) return undefined;
  const own = entryNow(row, now);
  const status = row.rsvp?.status;
  // Without a capacity nobody waits, except holders of offers made before it was lifted: their
  // places count as taken.
  const waits = status === 'waiting' || status === 'offered';
  const { childCount = 0, adultCount = row.attendeeCount } = familiesOf(row);
  const guestsOrOffers = row.placesTaken - childCount - adultCount;
  const mayHaveList = row.capacity !== null || waits || guestsOrOffers > 0;
  const { position, hasExpiredOffers, othersWait, placesOnOffer } = mayHaveList
    ? await waitlistStateOf(db, id, viewer && { userId: viewer.id }, now)
    : openToAll;
  const creator = viewer?.role === 'admin' ? await creatorOf(db, id) : undefined;
  const context = {
    attendance: { own, othersWait },
    creator: creator ?? null,
    takesGuests: takesGuests(config),
    isAnswered: !canDelete(viewer, row, now) || (await isAnswered(db, id)),
    sendsMail: mailLeaves(config),
    contactEnabled: row.own.contactEnabled,
  };
  const offers = viewerState(viewer, facts, context, now);
  const managed = offers.can.manageWaitlist && row.asksEverybody;
  const event = {
    ...toCard(row, viewer, now),
    rsvp: own && { ...answeredRsvp(own), ...(own.status === 'waiting' && { position }) },
    ended: row.endTime <= now,
    cancelReason: row.cancelReason,
    ...(row.endTime > now && isFirstComeFirstServed(facts, now) && { firstCome: true as const }),
    ...pickFields(row, eventOnlyFields),
    access: allFacts(row.access),
    ...(canSeeOnlineUrl(viewer, facts, status === 'going', now) && { onlineUrl: row.onlineUrl }),
    guestCount: Math.max(0, guestsOrOffers - placesOnOffer),
    attendeeNames: row.attendeeNames,
    attendeeNamesText: attendeeNamesText(row.attendeeNames),
    asksEverybody: row.asksEverybody,
    ...(viewer && (await answerOf(db, viewer, row, own))),
    ...(offers.can.manageWaitlist && { came: await eventsAttendedBy(db, id) }),
    ...(managed && { answers: await countAnswers(db, id) }),
    ...((offers.can.edit || offers.can.copy) && {
      ownAttendeeNames: row.ownAttendeeNames,
      ownAsksEverybody: row.ownAsksEverybody,
    }),
    ...(offers.can.edit && { revision: row.revision }),
    ...(creator !== undefined && { createdById: creator?.id ?? null }),
    ...offers,
  };
  return { event, hasExpiredOffers, hasGuestRsvp: row.own.hasGuestRsvp };
}

/** Only those who look after a past event without attendees need to know whether it is answered. */
const canDelete = (viewer: Viewer | null, row: CardRow, now: Date): boolean =>
  (viewer?.role === 'admin' || row.membership?.isOrganizer === true) &&
  row.endTime <= now &&
  row.attendeeCount === 0;

// Few viewers have a household or were guests, so only for those do later statements read more.
const ownColumns = {
  hasHousehold: hasHousehold(sql.placeholder('viewer')),
  hasGuestRsvp: hasGuestRsvp(events.id, sql.placeholder('email')),
  contactEnabled: sql<boolean>`${groups.contactEnabled}`,
};

async function answerOf(db: Database, viewer: Viewer, row: CardRow, own: RsvpEntry | null) {
  const household = row.own.hasHousehold ? await childrenAt(db, row.id, viewer.id) : [];
  const answer = own ? ('going' as const) : row.rsvp?.status === 'cant' ? ('cant' as const) : null;
  const who = {
    self: own?.self === true,
    household: household.flatMap(({ id, status }) => (status === null ? [] : id)),
  };
  return {
    answer,
    answerNote: row.rsvp?.note ?? null,
    who,
    ...(household.length > 0 && { household }),
    ...(row.rsvp?.phone && { phone: row.rsvp.phone }),
  };
}

const openToAll = { position: 0, hasExpiredOffers: false, othersWait: false, placesOnOffer: 0 };

/** The event's creator; null once their account is deleted. */
async function creatorOf(db: Reader, id: number) {
  const [creator] = await db
    .select({ id: users.id, role: users.role })
    .from(events)
    .innerJoin(users, eq(users.id, events.createdById))
    .where(eq(events.id, id));
  return creator ?? null;
}

export const factColumns = {
  id: events.id,
  status: events.status,
  cancelledAt: events.cancelledAt,
  createdById: events.createdById,
  endTime: events.endTime,
  audience: events.audience,
  openTo: events.openTo,
  ...placeColumns,
  attendeeNames,
  group: { status: groups.status, createdById: groups.createdById },
};

/** The facts that decide a viewer's abilities on an event. */
export async function eventFacts(
  db: Reader,
  viewer: Viewer | null,
  id: number,
): Promise<EventFacts | undefined> {
  const facts = statement(db, 'event_facts', (sqlDb) =>
    sqlDb
      .select({ ...factColumns, membership: membershipColumns })
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .leftJoin(memberships, isOwnMembership)
      .where(eq(events.id, sql.placeholder('event'))),
  );
  const [found] = await facts.execute({ event: id, viewer: viewer?.id ?? '' });
  return found;
}

/** @throws Refusal `not_found` */
export async function requireEvent(
  db: Reader,
  viewer: Viewer | null,
  id: number,
): Promise<EventFacts> {
  const event = await eventFacts(db, viewer, id);
  if (!event) throw notFound('Event');
  return event;
}

/**
 * Reads the same facts and locks them until the transaction ends, in the order in which every
 * writer locks: the group where needed, the viewer's membership, then the event. Both queries go
 * out at once.
 * @throws Refusal `not_found`, or what `gone` makes
 */
export async function lockEventFacts(
  tx: Transaction,
  viewer: Pick<Viewer, 'id'> | null,
  id: number,
  gone = () => notFound('Event'),
): Promise<EventFacts> {
  const own = statement(tx, 'membership_locked', (sqlTx) => {
    const group = sqlTx
      .select({ id: events.groupId })
      .from(events)
      .where(eq(events.id, sql.placeholder('event')));
    return sqlTx
      .select(membershipColumns)
      .from(memberships)
      .where(and(eq(memberships.groupId, group), eq(memberships.userId, sql.placeholder('viewer'))))
      .for('share');
  });
  const event = statement(tx, 'event_locked', (sqlTx) =>
    sqlTx
      .select(factColumns)
      .from(events)
      .innerJoin(groups, eq(groups.id, events.groupId))
      .where(eq(events.id, sql.placeholder('event')))
      .for('no key update', { of: events }),
  );
  const [[membership = null], [found]] = await Promise.all([
    own.execute({ event: id, viewer: viewer?.id ?? '' }),
    event.execute({ event: id }),
  ]);
  if (!found) throw gone();
  return { ...found, membership };
}

/** Reads what the entries of a calendar file have besides their cards. */
export async function withCalendarFacts(db: Reader, cards: EventCard[]): Promise<IcsEvent[]> {
  const ids = cards.map(({ id }) => id);
  const rows = await db
    .select({ id: events.id, revision: events.revision, ...pickFields(events, calendarFields) })
    .from(events)
    .where(inArray(events.id, ids));
  const facts = new Map(rows.map((row) => [row.id, row]));
  return cards.flatMap((card) => {
    const found = facts.get(card.id);
    return found ? [{ ...card, ...found }] : [];
  });
}

/** An email's recipient: a member, or a guest without an account. */
type EmailedAttendee = Pick<Recipient, 'id' | 'guestId'>;

/** Returns an event's past facts, for emails to those who were attending. */
export interface EventOutline {
  title: string;
  location: string;
  startTime: string;
  endTime: string;
}

const nobody = { id: null, guestId: null };

/** Returns the facts for an email to an attendee, and whether they still attend. */
export async function eventOutline(db: Reader, id: number, to: EmailedAttendee | null) {
  const [event] = await db
    .select({
      ...fieldColumns,
      cancelReason: events.cancelReason,
      revision: events.revision,
      status: effectiveStatus,
      isHidden,
      groupName: groups.name,
      placesTaken: events.placesTaken,
      going: ownGoes,
      waits: sql<boolean>`coalesce(${ownRsvp.turn} is not null, false)`,
      companions: ownRsvp.companions,
      self: sql<boolean>`coalesce(${ownRsvp.self}, true)`,
      children: childNames(ownRsvp.id),
      calendarRevision: ownCalendarRevision,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(ownRsvp, isRsvpOf(to ?? nobody))
    .where(eq(events.id, id));
  return event;
}
