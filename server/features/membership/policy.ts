import type { GroupStatus } from '../../../contract/groups.ts';
import type { Membership } from '../../../contract/membership.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';

export interface GroupFacts {
  status: GroupStatus;
  createdById: string | null;
}

/** What the viewer is to the group; null for a stranger and for a signed-out visitor. */
type Standing = Membership | null | undefined;

/** A group that is not approved is there for its members, its owner and admins only. */
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

/** Organisers look after the members of their group; admins of any. */
export const manageMembersRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: Standing,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  (membership?.isOrganizer || viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only organisers of this group can do this'));

interface MemberFacts {
  userId: string;
  membership: Membership;
}

/** The group's owner stays an organiser until they have handed it over. */
const ownerRefusal = (group: GroupFacts, member: MemberFacts): Refusal | null =>
  group.createdById === member.userId
    ? new Refusal('conflict', 'This person owns the group. Hand it over first.')
    : null;

export function changeMemberRefusal(
  group: GroupFacts,
  member: MemberFacts,
  change: { status?: 'approved' | undefined; isOrganizer?: boolean | undefined },
  otherOrganisers: number,
): Refusal | null {
  const approved = member.membership.status === 'approved' || change.status === 'approved';
  if (change.isOrganizer === true && !approved) {
    return new Refusal('conflict', 'Approve the request before you make this person an organiser');
  }
  if (change.isOrganizer !== false || !member.membership.isOrganizer) return null;
  return ownerRefusal(group, member) ?? lastOrganiserRefusal(otherOrganisers);
}

export const removeMemberRefusal = (
  group: GroupFacts,
  member: MemberFacts,
  otherOrganisers: number,
): Refusal | null => {
  const { isOrganizer } = member.membership;
  return (
    ownerRefusal(group, member) ?? (isOrganizer ? lastOrganiserRefusal(otherOrganisers) : null)
  );
};

const lastOrganiserRefusal = (otherOrganisers: number): Refusal | null =>
  otherOrganisers === 0
    ? new Refusal('conflict', 'A group needs an organiser. Make another member an organiser first.')
    : null;

export const handOverRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: Standing,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  (group.createdById === viewer.id || viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only the owner can hand this group over'));
