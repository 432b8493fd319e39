import { and, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MemberProfile } from '#contract/community/profiles.ts';
import type { Reader } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Viewer } from '#platform/viewer.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { isNotBlocked } from '#features/trust/blocks/queries.ts';
import { groups } from '#features/community/groups/tables.ts';
import { attendsVisibleEvent } from './steps.ts';
import { memberships } from '#features/community/membership/tables.ts';

const own = alias(memberships, 'own');
const isTheirs = sql`${memberships.userId} = ${users.id}`;
const isOwn = sql`${own.userId} = ${sql.placeholder('viewer')}`;
const bothApproved = and(eq(memberships.status, 'approved'), eq(own.status, 'approved'));

/** Qualified in full: Drizzle drops table names from the columns of a query with one table. */
const isTrue = (condition: SQL) => sql<boolean>`${condition}`;

/** Selects groups in which both are involved and `condition` holds. */
const inOneGroup = (condition: SQL | undefined) =>
  isTrue(sql`exists (
    select 1 from ${memberships} join ${memberships} own on ${own.groupId} = ${memberships.groupId}
    where ${isTheirs} and ${isOwn} and ${condition})`);

/** Returns a profile without its groups, and the facts that decide who may see it. */
export async function memberProfileFacts(db: Reader, viewer: Viewer, userId: string) {
  const met = statement(db, 'member_met', (sqlDb) =>
    sqlDb
      .select({
        id: users.id,
        ...publicColumns,
        bio: users.bio,
        location: users.location,
        isActive: users.isActive,
        sharesGroup: inOneGroup(bothApproved),
        asksToJoin: inOneGroup(and(eq(memberships.status, 'pending'), eq(own.isOrganizer, true))),
        goesToVisibleEvent: isTrue(attendsVisibleEvent.read()),
        isApart: isTrue(sql`not ${isNotBlocked(users.id)}`),
      })
      .from(users)
      .where(eq(users.id, sql.placeholder('member'))),
  );
  const [found] = await met.execute({ member: userId, viewer: viewer.id });
  return found;
}

/** Lists the groups that both belong to, by name; for one's own profile, one's own groups. */
export function sharedGroups(
  db: Reader,
  viewer: Viewer,
  userId: string,
): Promise<MemberProfile['groups']> {
  const shared = statement(db, 'groups_shared', (sqlDb) =>
    sqlDb
      .select({ id: groups.id, name: groups.name })
      .from(memberships)
      .innerJoin(own, and(eq(own.groupId, memberships.groupId), isOwn))
      .innerJoin(groups, eq(groups.id, memberships.groupId))
      .where(
        and(
          eq(memberships.userId, sql.placeholder('member')),
          bothApproved,
          sql`(${groups.status} <> 'hidden' or ${groups.createdById} = ${sql.placeholder('viewer')})`,
        ),
      )
      .orderBy(groups.name, groups.id),
  );
  return shared.execute({ member: userId, viewer: viewer.id });
}
