import { and, eq, sql } from 'drizzle-orm';
import { transaction, type Database } from '#platform/db/database.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';

/**
 * Compares the counters with the rows they count. They change together, so a difference is a bug:
 * it is corrected and reported.
 */
export async function repairCounts({ db, log }: JobDeps): Promise<Record<string, number>> {
  const wrong = await findWrongCounts(db);
  const repaired = await forEachItem(wrong, async (id) => Number(await repairGroup(db, id)));
  if (repaired > 0) {
    log.error({ groups: repaired }, 'counters did not match their rows and have been corrected');
  }
  return { groups: repaired };
}

async function findWrongCounts(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${groups.id} from ${groups} left join (
      select group_id, count(*) as members from ${memberships} where status = 'approved' group by group_id
    ) as counted on counted.group_id = ${groups.id}
    where ${groups.memberCount} <> coalesce(counted.members, 0) order by ${groups.id}`);
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
