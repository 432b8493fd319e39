import { sql, type SQL } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { users } from '#features/base/accounts/tables.ts';
import { wantsNews } from '#features/base/notifications/queries.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { hasAnswered } from './rsvps.ts';

/** Selects the members of an event's group who haven't said, and who want to be asked. */
export const membersWithoutAnswer = (eventId: number): SQL => sql`
  select member.user_id as id from ${memberships} member
  join ${users} person on person.id = member.user_id and person.is_active
  where member.group_id = (select ${events.groupId} from ${events} where ${events.id} = ${eventId})
    and member.status = 'approved' and not member.muted
    and not ${hasAnswered(eventId, sql`member.user_id`)}
    and ${wantsNews('asking', sql`member.user_id`)}`;

/** Tells whether a member hasn't said yet, and wants to be asked. */
export async function hasNotAnswered(
  db: Reader,
  eventId: number,
  userId: string,
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from (${membersWithoutAnswer(eventId)}) silent where id = ${userId}`,
  );
  return rows.length > 0;
}
