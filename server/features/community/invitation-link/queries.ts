import { and, eq, sql } from 'drizzle-orm';
import { joinPath, type InvitationLink } from '#contract/community/invitation-link.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';

export async function invitationLink(
  db: Database | Transaction,
  groupId: number,
  origin: string,
): Promise<InvitationLink> {
  const joined = db.$count(
    memberships,
    and(
      eq(memberships.groupId, groupId),
      eq(memberships.status, 'approved'),
      sql`${memberships.invitedByLink}`,
    ),
  );
  const [group] = await db
    .select({ token: groups.invitationToken, joined })
    .from(groups)
    .where(eq(groups.id, groupId));
  if (!group) throw notFound('Group');
  const path = joinPath(group.token);
  return { url: `${origin}${path}`, qr: `/share${path}/qr.svg`, joined: group.joined };
}

/** Finds the group that a link leads to; undefined for a link that was replaced. */
export async function groupInvitedTo(db: Database, token: string): Promise<number | undefined> {
  const [group] = await db
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.invitationToken, token));
  return group?.id;
}

/** The name and the link's token of an approved group. */
export async function groupInvited(db: Database, groupId: number) {
  const [group] = await db
    .select({ name: groups.name, token: groups.invitationToken })
    .from(groups)
    .where(and(eq(groups.id, groupId), eq(groups.status, 'approved')));
  return group;
}
