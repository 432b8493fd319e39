import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Viewer } from '#platform/viewer.ts';
import type { Reader } from '#platform/db/database.ts';
import { comments } from '#features/events/comments/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { countRsvps, isOfMember } from '#features/events/attendance/queries/rsvps.ts';
import { users } from '#features/base/accounts/tables.ts';
import { passwordHashOf } from '#features/base/accounts/queries.ts';
import type { DeletionPreview } from '#contract/operations/account-deletion.ts';

/** Previews what the deletion of an account removes. */
export async function deletionPreview(db: Reader, viewer: Viewer): Promise<DeletionPreview> {
  const [counts] = await db
    .select({
      groups: db.$count(memberships, eq(memberships.userId, viewer.id)),
      rsvps: countRsvps(db, isOfMember(viewer.id, 'going')),
      comments: db.$count(comments, eq(comments.userId, viewer.id)),
      otherAdmins: db.$count(users, isOtherAdmin(viewer.id)),
    })
    .from(users)
    .where(eq(users.id, viewer.id));
  const { otherAdmins = 0, ...rest } = counts ?? { groups: 0, rsvps: 0, comments: 0 };
  return {
    ...rest,
    confirmBy: (await passwordHashOf(db, viewer.id)) ? 'password' : 'email',
    onlyAdmin: viewer.role === 'admin' && otherAdmins === 0,
    leaderless: await groupsLedAlone(db, viewer.id),
  };
}

/** Counts the other admins who can still act. */
const isOtherAdmin = (userId: string) =>
  and(eq(users.role, 'admin'), eq(users.isActive, true), ne(users.id, userId));

/** Lists the groups that would have no organiser left, at most 100. */
function groupsLedAlone(db: Reader, userId: string) {
  const others = alias(memberships, 'others');
  const otherOrganiser = db
    .select({ one: sql`1` })
    .from(others)
    .where(
      and(
        eq(others.groupId, memberships.groupId),
        eq(others.isOrganizer, true),
        ne(others.userId, userId),
      ),
    );
  return db
    .select({ id: groups.id, name: groups.name })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.isOrganizer, true),
        notExists(otherOrganiser),
      ),
    )
    .orderBy(groups.name, groups.id)
    .limit(100);
}
