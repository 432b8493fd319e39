import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { rsvps } from '../tables.ts';

const ownMembership = alias(memberships, 'own');
const isOwn = eq(ownMembership.userId, sql.placeholder('viewer'));

/** `seesNames` in the policy decides the same; the profile decides for admins. */
const namesShown = sql`(own.is_organizer
  or case coalesce(${events.attendeeNames}, ${groups.attendeeNames})
    when 'signed_in' then true when 'members' then own.status = 'approved' else false end)`;

/**
 * A member attends an event whose attendees' names the viewer may read. `seeEventRefusal` decides
 * the same for one event.
 */
export const visibleAttendee = sql`exists (
  select 1 from ${rsvps}
    join ${events} on ${events.id} = ${rsvps.eventId}
    join ${groups} on ${groups.id} = ${events.groupId}
    left join ${memberships} own on ${ownMembership.groupId} = ${groups.id} and ${isOwn}
  where ${rsvps.userId} = ${users.id} and ${namesShown}
    and (${events.status} <> 'hidden' or ${events.createdById} = ${sql.placeholder('viewer')})
    and (${groups.status} = 'approved' or (${groups.status} <> 'hidden' and ${ownMembership.userId} is not null)
      or ${groups.createdById} = ${sql.placeholder('viewer')}))`;
