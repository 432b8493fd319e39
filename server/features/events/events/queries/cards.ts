import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { AttendeeNames } from '#contract/community/audience.ts';
import { audienceTextOf } from '#contract/community/audience-words.ts';
import type { EventCard, EventStatus, OwnRsvp } from '#contract/events/events.ts';
import type { Reader } from '#platform/db/database.ts';
import { peopleBrought } from '#features/events/attendance/queries/state.ts';
import { milesBetween, type Position } from '#platform/geo/plane.ts';
import { categories, groups } from '#features/community/groups/tables.ts';
import type { Viewer } from '#platform/viewer.ts';
import { ownMembershipColumns } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { childrenCounted, isOwnRsvp, ownRsvp } from '#features/events/attendance/queries/rsvps.ts';
import { publicStatus } from '#features/trust/moderation/policy.ts';
import { placesLeft, type RsvpEntry } from '#features/events/attendance/policy/places.ts';
import { canSeeVenue, visiblePosition } from '../policy/venue.ts';
import { events } from '../tables.ts';
import { eventDescription, fieldColumns } from './text.ts';

/** The columns that limit attendance. */
export const placeColumns = {
  startTime: events.startTime,
  capacity: events.capacity,
  guestsAllowed: events.guestsAllowed,
  rsvpClosesAt: events.rsvpClosesAt,
  waitlistEnabled: events.waitlistEnabled,
  placesTaken: events.placesTaken,
};

/** The event's own choice of who sees attendees' names, or its group's. */
export const attendeeNames = sql<AttendeeNames>`coalesce(${events.attendeeNames}, ${groups.attendeeNames})`;

/** Whether every member is asked: the event's own choice, or its group's. */
export const asksEverybody = sql<boolean>`coalesce(${events.asksEverybody}, ${groups.asksEverybody})`;

/** Tells whether an event or its group is hidden; the query must join the group. */
export const isHidden = sql<boolean>`(${events.status} = 'hidden' or ${groups.status} = 'hidden')`;

/** The status for people who attend or wait: a hidden event counts as cancelled. */
export const effectiveStatus = sql<EventStatus>`case when ${isHidden} then 'cancelled' else ${events.status} end`;

/** In lists of people's own events, only the creator sees a hidden one. */
export const isHiddenFromViewer = sql`(${events.status} = 'hidden' and ${events.createdById} is distinct from ${sql.placeholder('viewer')}
  or ${groups.status} = 'hidden' and ${groups.createdById} is distinct from ${sql.placeholder('viewer')})`;

export const isOwnMembership = and(
  eq(memberships.groupId, events.groupId),
  eq(memberships.userId, sql.placeholder('viewer')),
);

/** Columns that an event's page reads of its viewer and lists do without. */
type OwnColumns = {
  hasHousehold: SQL<boolean>;
  hasGuestRsvp: SQL<boolean>;
  contactEnabled: SQL<boolean>;
};

const noOwn: OwnColumns = {
  hasHousehold: sql`false`,
  hasGuestRsvp: sql`false`,
  contactEnabled: sql`false`,
};

const ownRsvpColumns = {
  status: ownRsvp.status,
  self: ownRsvp.self,
  children: ownRsvp.children,
  companions: ownRsvp.companions,
  offerExpiresAt: ownRsvp.offerExpiresAt,
  note: ownRsvp.note,
  phone: ownRsvp.phone,
};

/**
 * Event cards with the RSVP of the person in placeholder `viewer`; `viewer` is '' for signed-out
 * visitors.
 */
export const selectCards = (db: Reader, { text = eventDescription, own = noOwn } = {}) =>
  db
    .select({
      id: events.id,
      ...fieldColumns,
      description: text,
      own,
      textId: events.textId,
      category: { id: categories.id, name: categories.name },
      groupId: events.groupId,
      group: {
        id: groups.id,
        name: groups.name,
        imageUrl: groups.imageUrl,
        categoryId: groups.categoryId,
        memberCount: groups.memberCount,
      },
      status: events.status,
      hiddenFrom: events.hiddenFrom,
      cancelledAt: events.cancelledAt,
      cancelReason: events.cancelReason,
      createdById: events.createdById,
      attendeeCount: events.attendeeCount,
      childrenCounted,
      free: events.free,
      placesTaken: events.placesTaken,
      easting: events.easting,
      northing: events.northing,
      venueEasting: events.venueEasting,
      venueNorthing: events.venueNorthing,
      seriesId: events.seriesId,
      seriesPosition: events.seriesPosition,
      seriesCount: events.seriesCount,
      seriesText: events.seriesText,
      rsvp: ownRsvpColumns,
      membership: ownMembershipColumns,
      attendeeNames,
      ownAttendeeNames: events.attendeeNames,
      asksEverybody,
      ownAsksEverybody: events.asksEverybody,
      revision: events.revision,
      groupFacts: { status: groups.status, createdById: groups.createdById },
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .innerJoin(categories, eq(categories.id, events.categoryId))
    .leftJoin(memberships, isOwnMembership)
    .leftJoin(ownRsvp, isOwnRsvp);

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

interface Entry extends RsvpEntry {
  self: boolean;
  children: number;
  offerExpiresAt: Date | null;
}

/** The viewer's RSVP. Past events have no waiting list, and an expired offer doesn't count. */
export function entryNow(row: CardRow, now: Date): Entry | null {
  if (!row.rsvp) return null;
  const { status, self, children, companions, offerExpiresAt } = row.rsvp;
  const mayWait = row.status !== 'cancelled' && row.endTime > now;
  const waits = status === 'waiting' || (status === 'offered' && (offerExpiresAt ?? now) > now);
  return status === 'going' || (waits && mayWait)
    ? { status, self, children, companions, offerExpiresAt }
    : null;
}

export const answeredRsvp = ({
  status,
  self,
  children,
  companions,
  offerExpiresAt,
}: Entry): OwnRsvp => ({
  status,
  guests: companions,
  ...peopleBrought({ self, children }),
  ...(offerExpiresAt && { offerExpiresAt: offerExpiresAt.toISOString() }),
});

/**
 * Lists every field: rest properties cost as much as everything else about a list's row. With a
 * centre, the card has its distance from there.
 */
export function toCard(
  row: CardRow,
  viewer: Viewer | null,
  now: Date,
  centre?: Position,
): EventCard {
  const card: EventCard = {
    id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    endTime: row.endTime.toISOString(),
    categoryId: row.categoryId,
    category: row.category,
    groupId: row.groupId,
    group: row.group,
    town: row.town,
    audience: row.audience,
    openTo: row.openTo,
    attendeeCount: row.attendeeCount,
    ...familiesOf(row),
    free: row.free,
    priceText: row.priceText,
    online: row.onlineUrl !== null,
    inPersonToo: row.inPersonToo,
    placePublic: row.placePublic,
    startTime: row.startTime.toISOString(),
    capacity: row.capacity,
    guestsAllowed: row.guestsAllowed,
    rsvpClosesAt: row.rsvpClosesAt?.toISOString() ?? null,
    waitlistEnabled: row.waitlistEnabled,
    placesTaken: row.placesTaken,
    ...publicStatus(row),
    ...(row.groupFacts.status === 'hidden' && { hidden: true as const }),
    ...audienceTextOf(row.audience),
    placesLeft: placesLeft(row),
    series: seriesOf(row),
    ...(centre && distanceFrom(centre, visiblePosition(viewer, row))),
  };
  const { location, postcode } = row;
  const venue = canSeeVenue(viewer, row)
    ? { location, postcode }
    : { locationHidden: true as const };
  if (!viewer) return Object.assign(card, venue);
  const entry = entryNow(row, now);
  return Object.assign(card, {
    ...venue,
    rsvped: row.rsvp?.status === 'going',
    rsvp: entry && answeredRsvp(entry),
    membership: row.membership,
  });
}

/** Tells children from adults where children come. */
export function familiesOf({
  attendeeCount,
  childrenCounted: [childCount, absentAdults],
}: Pick<CardRow, 'attendeeCount' | 'childrenCounted'>) {
  return childCount === null ? {} : { childCount, adultCount: attendeeCount - (absentAdults ?? 0) };
}

const distanceFrom = (centre: Position, position: Position | undefined) =>
  position && { distanceMiles: Math.round(milesBetween(centre, position) * 10) / 10 };

const seriesOf = ({ seriesId, seriesPosition, seriesCount, seriesText }: CardRow) =>
  seriesId && seriesPosition && seriesCount && seriesText
    ? { id: seriesId, position: seriesPosition, count: seriesCount, text: seriesText }
    : null;
