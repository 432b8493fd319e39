import { and, eq, sql } from 'drizzle-orm';
import type { MembershipStatus } from '../../contract/membership.ts';
import { transaction, type Database, type Transaction } from '../db/database.ts';
import { groups } from '../groups/tables.ts';
import { demand, notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { withdrawFromGroup } from '../rsvps/mutations.ts';
import { joinRefusal, leaveRefusal, seeGroupRefusal } from './policy.ts';
import { countOtherOrganisers, standingIn } from './queries.ts';
import { memberships } from './tables.ts';

/**
 * Joins a group by its join policy; joining twice changes nothing.
 * @throws Refusal `not_found`, `conflict`
 */
export async function join(
  db: Database,
  viewer: Viewer,
  groupId: number,
  now: Date,
): Promise<{ status: MembershipStatus; joined: boolean }> {
  return transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const standing = await standingIn(tx, groupId, viewer);
    demand(joinRefusal(viewer, group, standing?.membership));
    if (standing?.membership) return { status: standing.membership.status, joined: false };
    const status = group.joinPolicy === 'open' ? 'approved' : 'pending';
    await tx.insert(memberships).values({ groupId, userId: viewer.id, status, createdAt: now });
    if (status === 'approved') await moveMemberCount(tx, groupId, 1);
    return { status, joined: true };
  });
}

/**
 * Leaves a group and gives up its events still to come; leaving a group one is not in changes nothing.
 * @throws Refusal `not_found`, `conflict` for the last organiser
 */
export async function leave(
  db: Database,
  viewer: Viewer,
  groupId: number,
  now: Date,
): Promise<void> {
  return transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const membership = (await standingIn(tx, groupId, viewer))?.membership;
    demand(seeGroupRefusal(viewer, group, membership));
    if (!membership) return;
    demand(leaveRefusal(membership, await countOtherOrganisers(tx, groupId, viewer.id)));
    await tx
      .delete(memberships)
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, viewer.id)));
    if (membership.status === 'approved') await moveMemberCount(tx, groupId, -1);
    await withdrawFromGroup(tx, groupId, viewer.id, now);
  });
}

/** Everyone who changes a group's memberships takes this lock first, so that they take turns. */
async function lockGroup(tx: Transaction, groupId: number) {
  const [group] = await tx
    .select({
      status: groups.status,
      createdById: groups.createdById,
      joinPolicy: groups.joinPolicy,
    })
    .from(groups)
    .where(eq(groups.id, groupId))
    .for('no key update');
  if (!group) throw notFound('Group');
  return group;
}

async function moveMemberCount(tx: Transaction, groupId: number, by: 1 | -1): Promise<void> {
  await tx
    .update(groups)
    .set({ memberCount: sql`${groups.memberCount} + ${by}` })
    .where(eq(groups.id, groupId));
}
