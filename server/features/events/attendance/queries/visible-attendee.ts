import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { memberRsvps } from './rsvps.ts';

const ownMembership = alias(memberships, 'own');
const isOwn = eq(ownMembership.userId, sql.placeholder('viewer'));

/** `seesNames` in the policy decides the same; the profile decides for admins. */
const hasVisibleNames = sql`(own.is_organizer
  or case coalesce(${events.attendeeNames}, ${groups.attendeeNames})
    when 'signed_in' then true when 'members' then own.status = 'approved' else false end)`;

/**
 * A member attends an event whose attendees' names the viewer may read. `seeEventRefusal` decides
 * the same for one event.
 */
export const visibleAttendee = sql`exists (
  select 1 from ${memberRsvps} rsvp
    join ${events} on ${events.id} = rsvp.event_id
    join ${groups} on ${groups.id} = ${events.groupId}
    left join ${memberships} own on ${ownMembership.groupId} = ${groups.id} and ${isOwn}
  where rsvp.user_id = ${users.id} and rsvp.status = 'going' and ${hasVisibleNames}
    and (${events.status} <> 'hidden' or ${events.createdById} = ${sql.placeholder('viewer')})
    and (${groups.status} = 'approved' or (${groups.status} <> 'hidden' and ${ownMembership.userId} is not null)
      or ${groups.createdById} = ${sql.placeholder('viewer')}))`;
