import type { GroupStatus } from '#contract/community/groups.ts';
import type { JoinState, Member, Membership } from '#contract/community/membership.ts';
import { invalid, notFound, Refusal, signInRequired } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

export interface GroupFacts {
  status: GroupStatus | 'hidden';
  createdById: string | null;
}

/** The viewer's membership; null for non-members and signed-out visitors. */
type ViewerMembership = Membership | null | undefined;

/**
 * Only members, the owner and admins see an unapproved group; only the owner and admins see a
 * hidden one.
 */
export function groupVisible(
  viewer: Pick<Viewer, 'id' | 'role'> | null,
  group: GroupFacts,
  membership: ViewerMembership,
): boolean {
  if (group.status === 'approved' || canSeeHidden(viewer, group.createdById)) return true;
  return group.status !== 'hidden' && Boolean(membership);
}

/** Only its author and admins see hidden content. */
export const canSeeHidden = (
  viewer: Pick<Viewer, 'id' | 'role'> | null,
  authorId: string | null,
): boolean => viewer !== null && (authorId === viewer.id || viewer.role === 'admin');

/**
 * A hidden group or event is frozen: nobody joins, attends or writes there, even if they see it.
 */
export const hiddenSubjectRefusal = (
  what: { status: string },
  name: 'group' | 'event',
): Refusal | null =>
  what.status === 'hidden'
    ? new Refusal('conflict', `This ${name} is hidden, so you can’t do this for now`)
    : null;

export const seeGroupRefusal = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: ViewerMembership,
): Refusal | null => (groupVisible(viewer, group, membership) ? null : notFound('Group'));

export const joinRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: ViewerMembership,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  (group.status === 'approved' || membership
    ? null
    : new Refusal('conflict', 'This group is not open for new members yet'));

/** The state of the join control, for viewers who see the group. */
export function joinState(
  viewer: Viewer | null,
  group: GroupFacts,
  membership: ViewerMembership,
): JoinState {
  if (membership) return membership.status === 'pending' ? 'request_pending' : 'member';
  if (!viewer) return 'sign_in';
  return joinRefusal(viewer, group, membership) ? 'closed' : 'open';
}

export const leaveRefusal = (membership: Membership, otherOrganisers: number): Refusal | null =>
  membership.isOrganizer && otherOrganisers === 0
    ? new Refusal(
        'conflict',
        'You are the only organiser. Make another member an organiser before you leave.',
      )
    : null;

/** Organisers manage the members of their group; admins those of any group. */
export const manageMembersRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: ViewerMembership,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  (membership?.isOrganizer || viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only organisers of this group can do this'));

/** Only those who manage members search and sort them; others read the list as it is. */
export const searchMembersRefusal = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: ViewerMembership,
): Refusal | null => (viewer ? manageMembersRefusal(viewer, group, membership) : signInRequired());

/** A group that doesn't record who comes has no such order. */
export const sortMembersRefusal = (
  sort: string | undefined,
  { recordsAttendance }: { recordsAttendance: boolean },
): Refusal | null =>
  sort === 'came' && !recordsAttendance
    ? invalid({ sort: 'This group doesn’t record who comes to its events' })
    : null;

interface MemberFacts {
  userId: string;
  membership: Membership;
}

/** The owner stays an organiser until they transfer the group. */
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
  membership: ViewerMembership,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  (group.createdById === viewer.id || viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only the owner can hand this group over'));

/** A group can only be transferred to one of its members. */
export const heirRefusal = (heir: Membership): Refusal | null =>
  heir.status === 'approved'
    ? null
    : new Refusal('conflict', 'Approve the request before you hand the group over');

/**
 * The viewer's abilities over one member of the list. Each uses the rule that the call itself
 * enforces.
 */
export function memberAbilities(
  viewer: Viewer,
  group: GroupFacts,
  membership: Membership | null,
  member: MemberFacts,
  otherOrganisers: number,
): NonNullable<Member['can']> {
  const may = (isOrganizer: boolean) =>
    member.membership.isOrganizer !== isOrganizer &&
    changeMemberRefusal(group, member, { isOrganizer }, otherOrganisers) === null;
  return {
    makeOrganizer: may(true),
    removeOrganizer: may(false),
    handOver:
      member.userId !== group.createdById &&
      (handOverRefusal(viewer, group, membership) ?? heirRefusal(member.membership)) === null,
    remove:
      member.userId !== viewer.id && removeMemberRefusal(group, member, otherOrganisers) === null,
  };
}
