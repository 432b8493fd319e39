import type { AdminGroup } from '#contract/operations/admin.ts';
import { undoRefusal } from '#features/safety/purge/policy.ts';
import { ownAccountRefusal, type AccountFacts } from '#features/safety/enforcement/policy.ts';
import type { GroupFacts } from '#features/community/membership/policy.ts';
import { purgeRefusal } from '#features/trust/moderation/policy.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The admin's abilities over an account. Each uses the rule that the call itself enforces. */
export const accountAbilities = (
  viewer: Pick<Viewer, 'id'>,
  target: Pick<AccountFacts, 'id' | 'role'> & { purgedAt: Date | null },
  now: Date,
) => ({
  changeRole: ownAccountRefusal(viewer, target.id, 'role') === null,
  changeStatus: ownAccountRefusal(viewer, target.id, 'status') === null,
  signOut: ownAccountRefusal(viewer, target.id, 'sessions') === null,
  resetTwoStep: ownAccountRefusal(viewer, target.id, 'second step') === null,
  delete: ownAccountRefusal(viewer, target.id, 'deletion') === null,
  cleanUp: purgeRefusal(viewer, target) === null,
  undoCleanup: undoRefusal(target.purgedAt, now) === null,
});

/**
 * The admin's abilities over a group: only verdicts that change something, and appointing an
 * organiser if it has none.
 */
export const groupAbilities = (
  group: Pick<GroupFacts, 'status'> & Pick<AdminGroup, 'hasOrganizer'> & { edit: object | null },
) => ({
  approve: (group.status !== 'approved' || group.edit !== null) && reviewRefusal(group) === null,
  reject: group.status !== 'rejected' && reviewRefusal(group) === null,
  appointOrganizer: !group.hasOrganizer,
});

/** Admins must show a hidden group again before they decide anything else about it. */
export const reviewRefusal = (group: Pick<GroupFacts, 'status'>): Refusal | null =>
  group.status === 'hidden'
    ? new Refusal('conflict', 'This group is hidden. Show it again first.')
    : null;

/**
 * Decides whom an admin can make the organiser of a group; `organizers` counts those who can sign
 * in.
 */
export function appointRefusal(
  member: { status: 'pending' | 'approved'; isActive: boolean },
  organizers: number,
): Refusal | null {
  if (organizers > 0) return new Refusal('conflict', 'This group already has an organiser');
  if (!member.isActive) return new Refusal('conflict', 'This person is banned. Unban them first.');
  return member.status === 'approved'
    ? null
    : new Refusal('conflict', 'Approve the request before you make this person an organiser');
}
