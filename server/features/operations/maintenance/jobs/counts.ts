import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { transaction, type Database } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import {
  attendeesCounted,
  placesCounted,
  placesIn,
} from '#features/events/attendance/queries/state.ts';
import { addedAttendees, guestRsvps, rsvps, waitlist } from '#features/events/attendance/tables.ts';
import { eachPart, forEachItem } from '#platform/jobs/items.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';

/**
 * Compares the counters with the rows they count. They change together, so a difference is a bug:
 * it is corrected and reported.
 */
export async function repairCounts({ db, log }: JobDeps): Promise<Record<string, number>> {
  const repaired = await eachPart({
    groups: async () => repairEach(await groupsCountedWrong(db), (id) => repairGroup(db, id)),
    events: async () => repairEach(await eventsCountedWrong(db), (id) => repairEvent(db, id)),
  });
  if (Object.values(repaired).some((count) => count > 0)) {
    log.error(repaired, 'counters did not match their rows and have been corrected');
  }
  return repaired;
}

const repairEach = (ids: number[], repair: (id: number) => Promise<boolean>) =>
  forEachItem(ids, async (id) => Number(await repair(id)));

async function groupsCountedWrong(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${groups.id} from ${groups} left join (
      select group_id, count(*) as members from ${memberships} where status = 'approved' group by group_id
    ) as counted on counted.group_id = ${groups.id}
    where ${groups.memberCount} <> coalesce(counted.members, 0) order by ${groups.id}`);
  return rows.map(({ id }) => id);
}

/** Never exceeds the event's capacity, whatever the count. */
const placesWithin = (counted: SQL) => sql`least(${counted}, ${events.capacity})`;

async function eventsCountedWrong(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${events.id} from ${events} left join (
      select event_id, count(*) filter (where going) as going, sum(places) as places from (
        select event_id, true as going, ${placesIn(rsvps)} as places from ${rsvps}
        union all select event_id, false, ${placesIn(waitlist)} from ${waitlist} where offer_expires_at is not null
        union all select event_id, status = 'going', 1 + guests from ${guestRsvps}
          where status = 'going' or offer_expires_at is not null
        union all select event_id, true, people from ${addedAttendees}
      ) as taken group by event_id
    ) as counted on counted.event_id = ${events.id}
    where ${events.attendeeCount} <> coalesce(counted.going, 0)
      or ${events.placesTaken} <> ${placesWithin(sql`coalesce(counted.places, 0)`)}
    order by ${events.id}`);
  return rows.map(({ id }) => id);
}

/** Every writer of the rows locks the group too, so this lock keeps the count stable. */
function repairGroup(db: Database, id: number): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [group] = await tx
      .select({ memberCount: groups.memberCount })
      .from(groups)
      .where(eq(groups.id, id))
      .for('no key update');
    const counted = await tx.$count(
      memberships,
      and(eq(memberships.groupId, id), eq(memberships.status, 'approved')),
    );
    if (!group || group.memberCount === counted) return false;
    await tx.update(groups).set({ memberCount: counted }).where(eq(groups.id, id));
    return true;
  });
}

function repairEvent(db: Database, id: number): Promise<boolean> {
  return transaction(db, async (tx) => {
    const counters = { attendeeCount: events.attendeeCount, placesTaken: events.placesTaken };
    const [event] = await tx
      .select(counters)
      .from(events)
      .where(eq(events.id, id))
      .for('no key update');
    const [counted] = await tx
      .select({
        attendeeCount: attendeesCounted(id),
        placesTaken: sql<number>`${placesWithin(placesCounted(id))}`,
      })
      .from(events)
      .where(eq(events.id, id));
    if (!event || !counted || isDeepStrictEqual(event, counted)) return false;
    await tx.update(events).set(counted).where(eq(events.id, id));
    return true;
  });
}
