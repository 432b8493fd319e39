import { and, eq, sql } from 'drizzle-orm';
import { memberships } from '#features/community/membership/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { withdrawFromGroup } from '#features/events/attendance/mutations/withdrawal.ts';
import { memberRsvps } from '#features/events/attendance/queries/rsvps.ts';
import { events } from '#features/events/events/tables.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';

interface Attendee {
  groupId: number;
  userId: string;
}

/**
 * Withdraws people without any membership of a group from its upcoming events. Leaving does so at
 * once, but earlier versions could miss an event that another transaction changed at that moment.
 * Past events stay.
 */
export async function withdrawFormerMembers({ db, clock, log }: JobDeps) {
  const now = clock();
  const withdrawn = await forEachItem(
    await formerMembers(db, now),
    async (each) => Number(await withdrawFormerMember(db, each, now)),
    { nameOf: ({ groupId }) => groupId },
  );
  if (withdrawn > 0) {
    log.error({ withdrawn }, 'removed RSVPs of former group members from upcoming events');
  }
  return { withdrawn };
}

async function formerMembers(db: Database, now: Date): Promise<Attendee[]> {
  const { rows } = await db.execute<{ group_id: number; user_id: string }>(sql`
    select distinct ${events.groupId}, place.user_id from ${memberRsvps} place
    join ${events} on ${events.id} = place.event_id
    where place.status <> 'cant' and not place.as_guest and ${events.endTime} > ${now} and not exists (
      select 1 from ${memberships}
      where ${memberships.groupId} = ${events.groupId} and ${memberships.userId} = place.user_id)
    order by 1, 2`);
  return rows.map((row) => ({ groupId: row.group_id, userId: row.user_id }));
}

/** Joining locks the group, so a membership that is missing under its lock stays missing. */
function withdrawFormerMember(
  db: Database,
  { groupId, userId }: Attendee,
  now: Date,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await tx.select().from(groups).where(eq(groups.id, groupId)).for('no key update');
    const own = and(eq(memberships.groupId, groupId), eq(memberships.userId, userId));
    if ((await tx.$count(memberships, own)) > 0) return false;
    await withdrawFromGroup(tx, groupId, userId, now);
    return true;
  });
}
