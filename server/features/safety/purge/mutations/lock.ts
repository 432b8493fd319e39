import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { rsvps, waitlist } from '#features/events/attendance/tables.ts';
import { lockSeriesOf } from '#features/events/series/mutations/lock.ts';
import { oneOf, scopeOf, type Scope } from '../queries.ts';

/**
 * Locks everything that a purge affects: the member's groups, their memberships, the series that
 * lose dates, and the events, in the usual order of locks.
 * @returns the groups and events to delete, read under the locks
 */
export async function lockScope(tx: Transaction, userId: string): Promise<Scope> {
  await tx.execute(sql`
    select id from ${groups} where created_by_id = ${userId} or id in (
      select group_id from ${memberships} where user_id = ${userId})
    order by id for no key update`);
  const scope = await scopeOf(tx, userId);
  await tx.execute(sql`
    select group_id from ${memberships}
    where user_id = ${userId} or group_id = ${oneOf(scope.groups)}
    order by group_id, user_id for update`);
  const seriesIds = await lockSeriesOf(tx, scope.events);
  await tx.execute(sql`
    select id from ${events}
    where id = ${oneOf(scope.events)} or series_id = ${oneOf(seriesIds)} or id in (
      select event_id from ${rsvps} where user_id = ${userId} union all
      select event_id from ${waitlist} where user_id = ${userId})
    order by id for update`);
  // Includes events that were created until the memberships were locked.
  return scopeOf(tx, userId);
}
