import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { arrivals } from '#features/events/arrivals/tables.ts';
import { hasStatus } from '#features/events/attendance/queries/rsvps.ts';
import { childPlaces, rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { removedRows } from '#features/safety/purge/tables.ts';
import type { ExportRows } from './export-file.ts';

const { eventId, turn, self, children, companions: guests, asGuest, note, phone } = rsvps;
const { offerExpiresAt, lastPlacesOf, calendarRevision, createdAt } = rsvps;

export const eventOfRsvp = eventId;

const ofMember = (userId: string, which: SQL): Pick<ExportRows, 'from' | 'own' | 'key'> => ({
  from: rsvps,
  own: and(eq(rsvps.userId, userId), which),
  key: eventId,
});

export const goingRows = (userId: string): ExportRows => ({
  ...ofMember(userId, hasStatus('going')),
  columns: { eventId, self, children, guests, phone, asGuest, calendarRevision, createdAt },
});

export const waitingRows = (userId: string): ExportRows => ({
  ...ofMember(userId, hasStatus('waiting', 'offered')),
  columns: {
    eventId,
    turn,
    self,
    children,
    guests,
    phone,
    asGuest,
    offerExpiresAt,
    lastPlacesOf,
    createdAt,
  },
});

export const answerRows = (userId: string): ExportRows => ({
  ...ofMember(userId, isNotNull(rsvps.answeredAt)),
  columns: { eventId, cant: hasStatus('cant'), note, answeredAt: rsvps.answeredAt },
});

/** The RSVPs that were made with a member's address, but without their account. */
export const guestRows = (userId: string): ExportRows => ({
  from: rsvps,
  own: sql`${rsvps.email} = (select ${users.email} from ${users}
    where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null)`,
  key: eventId,
  columns: {
    id: rsvps.id,
    eventId,
    firstName: rsvps.name,
    guests,
    status: sql`case ${rsvps.status} when 'offered' then 'waiting' else ${rsvps.status} end`,
    turn,
    offerExpiresAt,
    lastPlacesOf,
    calendarRevision,
    messages: rsvps.messages,
    requestedAt: rsvps.requestedAt,
    confirmedAt: rsvps.confirmedAt,
    expiresAt: rsvps.expiresAt,
    createdAt: sql`least(${rsvps.requestedAt}, ${createdAt})`.mapWith(createdAt),
  },
});

/** The events that a member came to, while that is kept. */
export const arrivalRows = (userId: string): ExportRows => ({
  from: arrivals,
  own: sql`${arrivals.rsvpId} in (select ${rsvps.id} from ${rsvps} where ${rsvps.userId} = ${userId})`,
  key: arrivals.id,
  columns: { eventId: arrivals.eventId, came: arrivals.here, at: arrivals.at },
});

export const addedRows = (userId: string): ExportRows => ({
  from: rsvps,
  own: eq(rsvps.addedById, userId),
  key: rsvps.id,
  columns: { id: rsvps.id, eventId, people: sql`${guests} + 1`, createdAt },
});

export const childPlaceRows = (userId: string): ExportRows => ({
  from: childPlaces,
  own: sql`${childPlaces.rsvpId} in (select ${rsvps.id} from ${rsvps} where ${rsvps.userId} = ${userId})`,
  key: sql<string>`lpad(${childPlaces.eventId}::text, 10, '0') || lpad(${childPlaces.childId}::text, 10, '0')`,
  columns: {
    startTime: events.startTime,
    eventId: childPlaces.eventId,
    childId: childPlaces.childId,
  },
});

const { kind, content } = removedRows;

const removedRsvp = (keys: string[]) =>
  sql.join(
    keys.map((key) => sql`${key}::text, ${content} -> ${key}`),
    sql`, `,
  );

const isAdded = sql`${kind} = 'rsvp' and ${content} ->> 'kind' = 'added'`;

/** The rows that a clean-up removed, with the names that these files have. */
export const removedColumns = {
  kind: sql`case when ${isAdded} then 'added_attendee' else ${kind} end`,
  content: sql`case
    when ${isAdded} then jsonb_build_object(${removedRsvp(['id', 'event_id', 'name', 'note', 'created_at'])},
      'people', (${content} ->> 'companions')::int + 1)
    when ${kind} = 'rsvp' then jsonb_build_object(${removedRsvp(['event_id', 'self', 'children', 'as_guest', 'calendar_revision', 'created_at'])},
      'guests', ${content} -> 'companions')
    else ${content} - '{print,rsvp_id}'::text[] end`,
  removedAt: removedRows.removedAt,
};
