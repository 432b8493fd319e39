import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { listLimit } from '../../contract/limits.ts';
import type { Member, Membership } from '../../contract/membership.ts';
import { publicColumns } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import type { Reader, Transaction } from '../db/database.ts';
import { groups } from '../groups/tables.ts';
import type { Viewer } from '../http/route.ts';
import { memberships } from './tables.ts';

/** The columns of a `Membership`; all null from an outer join that found none. */
export const membershipColumns = {
  status: memberships.status,
  isOrganizer: memberships.isOrganizer,
};

/** The facts that decide what a viewer may do with a group. */
export async function standingIn(db: Reader, groupId: number, viewer: Viewer | null) {
  const [found] = await db
    .select({
      group: { status: groups.status, createdById: groups.createdById },
      membership: membershipColumns,
    })
    .from(groups)
    .leftJoin(
      memberships,
      and(eq(memberships.groupId, groups.id), eq(memberships.userId, viewer?.id ?? '')),
    )
    .where(eq(groups.id, groupId));
  return found;
}

/** The caller's own membership, held against a change by others until the transaction ends. */
export async function lockedMembership(
  tx: Transaction,
  groupId: number,
  userId: string,
): Promise<Membership | null> {
  const [membership] = await tx
    .select(membershipColumns)
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
    .for('share');
  return membership ?? null;
}

export async function countOtherOrganisers(
  tx: Transaction,
  groupId: number,
  userId: string,
): Promise<number> {
  return tx.$count(
    memberships,
    and(
      eq(memberships.groupId, groupId),
      eq(memberships.isOrganizer, true),
      ne(memberships.userId, userId),
    ),
  );
}

/**
 * Members by standing, organisers first, at most 100 of each. Names go to signed-in viewers only; of those
 * who wait, a viewer sees themself, and all of them as an organiser or admin.
 */
export async function membersOf(
  db: Reader,
  groupId: number,
  viewer: Viewer | null,
  standing: Membership | null,
) {
  const seesWaiting = viewer?.role === 'admin' || standing?.isOrganizer;
  const select = (status: Membership['status']) =>
    db
      .select({
        userId: memberships.userId,
        ...membershipColumns,
        ...(viewer ? publicColumns : {}),
      })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(
          eq(memberships.groupId, groupId),
          eq(memberships.status, status),
          status === 'pending' && !seesWaiting
            ? or(eq(memberships.userId, viewer?.id ?? ''), sql`false`)
            : undefined,
        ),
      )
      .orderBy(desc(memberships.isOrganizer), memberships.createdAt, memberships.userId)
      .limit(listLimit);
  const approved: Member[] = await select('approved');
  const pending: Member[] = viewer ? await select('pending') : [];
  return { approved, pending };
}
