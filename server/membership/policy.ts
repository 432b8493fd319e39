import type { GroupStatus } from '../../contract/groups.ts';
import type { Membership } from '../../contract/membership.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';

export interface GroupFacts {
  status: GroupStatus;
  createdById: string | null;
}

/** What the viewer is to the group; null for a stranger and for a signed-out visitor. */
type Standing = Membership | null | undefined;

/** A group that is not approved is there for its members, its owner and admins only (contract §4). */
export const groupVisible = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Standing,
): boolean =>
  group.status === 'approved' ||
  Boolean(membership) ||
  (viewer !== null && (group.createdById === viewer.id || viewer.role === 'admin'));

export const seeGroupRefusal = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Standing,
): Refusal | null => (groupVisible(viewer, group, membership) ? null : notFound('Group'));

export const joinRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: Standing,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  (group.status === 'approved' || membership
    ? null
    : new Refusal('conflict', 'This group is not open for new members yet'));

export const leaveRefusal = (membership: Membership, otherOrganisers: number): Refusal | null =>
  membership.isOrganizer && otherOrganisers === 0
    ? new Refusal(
        'conflict',
        'You are the only organiser. Make another member an organiser before you leave.',
      )
    : null;
