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

/** Whole, since Drizzle would take the tables' names from the columns of a part of the only table's row. */
const holdsTrue = (condition: SQL) => sql<boolean>`${condition}`;

/** A group that both have something to do with, in which `condition` holds. */
const inOneGroup = (condition: SQL | undefined) =>
  holdsTrue(sql`exists (
    select 1 from ${memberships} join ${memberships} own on ${own.groupId} = ${memberships.groupId}
    where ${isTheirs} and ${isOwn} and ${condition})`);

/** A profile card without its groups, and the facts that decide who may see it. */
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
        goesToVisibleEvent: holdsTrue(attendsVisibleEvent.read()),
        isApart: holdsTrue(sql`not ${isNotBlocked(users.id)}`),
      })
      .from(users)
      .where(eq(users.id, sql.placeholder('member'))),
  );
  const [found] = await met.execute({ member: userId, viewer: viewer.id });
  return found;
}

/** The groups that both are approved members of, by name; one's own for oneself. */
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
