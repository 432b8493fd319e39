import { eq } from 'drizzle-orm';
import type { InvitationLink } from '#contract/community/invitation-link.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { groups, newInvitationToken } from '#features/community/groups/tables.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { requireManager } from '#features/community/membership/queries/membership.ts';
import { invitationLink } from './queries.ts';

/**
 * Replaces a group's invitation link. The earlier one stops working.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function replaceLink(
  db: Database,
  viewer: Viewer,
  groupId: number,
  origin: string,
): Promise<InvitationLink> {
  return transaction(db, async (tx) => {
    await lockGroup(tx, groupId);
    await requireManager(tx, viewer, groupId);
    await tx
      .update(groups)
      .set({ invitationToken: newInvitationToken })
      .where(eq(groups.id, groupId));
    return invitationLink(tx, groupId, origin);
  });
}
