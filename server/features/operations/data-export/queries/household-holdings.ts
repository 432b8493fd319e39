import { eq, sql } from 'drizzle-orm';
import { childPlaces } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { childAdults, childInvitations, children } from '#features/events/household/tables.ts';
import { type Holding, without } from './holding.ts';

/** The member's household: both adults of a child get its data. */
export const householdHoldingsOf = (userId: string): Holding[] => [
  {
    name: 'household',
    about: 'the children you answer for, and what organisers should know about them',
    from: childAdults,
    join: { table: children, on: eq(children.id, childAdults.childId) },
    own: eq(childAdults.userId, userId),
    key: childAdults.childId,
    columns: {
      firstName: children.firstName,
      note: children.note,
      ...without(childAdults, 'userId'),
    },
  },
  {
    name: 'household-events',
    about: 'the events you said your children would come to, until 30 days after',
    from: childPlaces,
    join: { table: events, on: eq(events.id, childPlaces.eventId) },
    own: eq(childPlaces.userId, userId),
    key: sql<string>`lpad(${childPlaces.eventId}::text, 10, '0') || lpad(${childPlaces.childId}::text, 10, '0')`,
    columns: { startTime: events.startTime, ...without(childPlaces, 'userId') },
  },
  {
    name: 'household-invitations',
    about: 'the links you made for another adult, but not what they are',
    from: childInvitations,
    own: eq(childInvitations.invitedById, userId),
    key: childInvitations.id,
    columns: without(childInvitations, 'id', 'invitedById'),
  },
];
