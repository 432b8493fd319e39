import { and, desc, eq, ne, sql, inArray, or } from 'drizzle-orm';
import type { HiddenGroup, Membership } from '#contract/community/membership.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { canSeeEverybody } from '#features/trust/blocks/policy.ts';
import { isNotBlocked } from '#features/trust/blocks/queries.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { groups } from '#features/community/groups/tables.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { demand, notFound, type Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { manageMembersRefusal, type GroupFacts } from '../policy.ts';
import { memberships } from '../tables.ts';
import { alias } from 'drizzle-orm/pg-core';

/** The columns of a `Membership`; all null if an outer join found none. */
export const membershipColumns = {
  status: memberships.status,
  isOrganizer: memberships.isOrganizer,
};

/** The columns of an `OwnMembership`. */
export const ownMembershipColumns = { ...membershipColumns, muted: memberships.muted };

export const isMember = (groupId: number, userId: string) =>
  and(eq(memberships.groupId, groupId), eq(memberships.userId, userId));

export const organises = (groupId: number) =>
  sql`${memberships.groupId} = ${groupId} and ${memberships.isOrganizer}`;

/** The facts that decide the viewer's abilities in a group. */
export async function groupAndMembership(db: Reader, viewer: Viewer | null, groupId: number) {
  const facts = statement(db, 'group_and_membership', (sqlDb) =>
    sqlDb
      .select({
        group: {
          status: groups.status,
          createdById: groups.createdById,
          recordsAttendance: groups.recordsAttendance,
        },
        membership: membershipColumns,
      })
      .from(groups)
      .leftJoin(
        memberships,
        and(eq(memberships.groupId, groups.id), eq(memberships.userId, sql.placeholder('viewer'))),
      )
      .where(eq(groups.id, sql.placeholder('group'))),
  );
  const [found] = await facts.execute({ group: groupId, viewer: viewer?.id ?? '' });
  return found;
}

/**
 * Returns the same facts if the rule allows it.
 * @throws Refusal `not_found`, and what the rule refuses with
 */
export async function requireGroup<V extends Viewer | null>(
  db: Reader,
  viewer: V,
  groupId: number,
  refusalOf: (viewer: V, group: GroupFacts, membership: Membership | null) => Refusal | null,
) {
  const found = await groupAndMembership(db, viewer, groupId);
  if (!found) throw notFound('Group');
  demand(refusalOf(viewer, found.group, found.membership));
  return found;
}

/** @throws Refusal `not_found`, `forbidden` for all but organisers and admins */
export const requireManager = (db: Reader, viewer: Viewer, groupId: number) =>
  requireGroup(db, viewer, groupId, manageMembersRefusal);

/** Locks and returns the viewer's own membership. */
export async function lockMembership(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
): Promise<Membership | null> {
  const [membership] = await tx
    .select(membershipColumns)
    .from(memberships)
    .where(isMember(groupId, viewer.id))
    .for('share');
  return membership ?? null;
}

export async function countOtherOrganisers(
  db: Reader,
  groupId: number,
  userId: string,
): Promise<number> {
  return db.$count(memberships, and(organises(groupId), ne(memberships.userId, userId)));
}

/** Returns a pseudonym within one group, so visitors can tell its members apart. */
export const memberPseudonym = (groupId: number, userId: string, signer: Signer) =>
  signer.pseudonym(`member of group ${groupId}`, userId);

/** Locks and returns one member of a group. */
export async function lockMember(tx: Transaction, groupId: number, userId: string) {
  const [membership] = await tx
    .select(membershipColumns)
    .from(memberships)
    .where(isMember(groupId, userId))
    .for('update');
  return membership;
}

export async function organisersOf(tx: Transaction, groupId: number): Promise<string[]> {
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(organises(groupId))
    .orderBy(memberships.createdAt, memberships.userId);
  return rows.map(({ userId }) => userId);
}

/** Returns one member of a group with what others may see of them. */
export async function memberProfile(db: Reader, groupId: number, userId: string) {
  const [member] = await db
    .select({ ...membershipColumns, ...publicColumns })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember(groupId, userId));
  return member;
}

/** Counts the organisers of a group who can sign in. */
export const activeOrganisers = (tx: Transaction, groupId: number): Promise<number> =>
  tx.$count(
    memberships,
    sql`${organises(groupId)} and exists (select from ${users} where id = user_id and is_active)`,
  );

/**
 * Lists public profiles of people who share a group with the viewer, at most 100; `ids` narrows.
 * Only those who decide a join request, and the requester, see it.
 */
export function acquaintancesOf(db: Reader, viewer: Viewer, ids: string[] | undefined) {
  const own = alias(memberships, 'own');
  const shared = db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(own, eq(own.groupId, memberships.groupId))
    .where(
      and(
        eq(own.userId, viewer.id),
        viewer.role === 'admin'
          ? undefined
          : or(
              eq(memberships.status, 'approved'),
              eq(own.isOrganizer, true),
              eq(memberships.userId, viewer.id),
            ),
        canSeeEverybody(viewer)
          ? undefined
          : or(
              own.isOrganizer,
              memberships.isOrganizer,
              isNotBlocked(memberships.userId, sql`${viewer.id}::text`),
            ),
      ),
    );
  return db
    .select({ id: users.id, ...publicColumns })
    .from(users)
    .where(and(inArray(users.id, shared), ids && inArray(users.id, ids)))
    .orderBy(users.firstName, users.id)
    .limit(100);
}

const joinedLast = cursorOf(TimeAndId);

/**
 * Lists the viewer's groups that are hidden from them, latest joined first, with the time of hiding
 * and no text.
 */
export async function hiddenGroupsOf(
  db: Reader,
  viewer: Viewer,
  paging: { limit: number; cursor?: string | undefined },
) {
  const after = joinedLast.decode(paging.cursor);
  const rows = await db
    .select({ id: groups.id, since: memberships.createdAt })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(
      and(
        eq(memberships.userId, viewer.id),
        eq(groups.status, 'hidden'),
        sql`${groups.createdById} is distinct from ${viewer.id}`,
        after && sql`(${memberships.createdAt}, ${groups.id}) < (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(desc(memberships.createdAt), desc(groups.id))
    .limit(paging.limit + 1);
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    joinedLast.encode([last.since.getTime(), last.id]),
  );
  return {
    items: items.map(({ id, since }): HiddenGroup => ({ id, since: since.toISOString() })),
    next,
  };
}
