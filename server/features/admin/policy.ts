import type { AdminGroup } from '../../../contract/admin.ts';
import { adminsRefusal } from '../accounts/policy.ts';
import { cleanupRefusal, undoRefusal } from '../cleanup/policy.ts';
import type { GroupFacts } from '../membership/policy.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** What is known of an account when somebody is about to change it. */
export interface AccountFacts {
  id: string;
  role: 'user' | 'admin';
  isActive: boolean;
  /** Null for a suspension without end, too. */
  suspendedUntil: Date | null;
}

type Change = 'role' | 'status' | 'sessions' | 'second step' | 'deletion';

const ownAccount: Record<Change, string> = {
  role: 'You can’t change your own role',
  status: 'You can’t ban or unban yourself',
  sessions: 'You can’t sign yourself out here: your own devices are under Settings on your profile',
  'second step':
    'You can’t reset your own two-step sign-in here: it is under Settings on your profile',
  deletion: 'You can’t delete your own account here',
};

/** No admin bans, demotes or deletes themself. */
export const ownAccountRefusal = (
  viewer: Pick<Viewer, 'id'>,
  targetId: string,
  change: Change,
): Refusal | null => (viewer.id === targetId ? new Refusal('conflict', ownAccount[change]) : null);

const actsAsAdmin = ({ role, isActive }: AccountFacts) => role === 'admin' && isActive;

/** `held` are all admins, locked: whoever was demoted or banned a moment ago is not one of them any more. */
export const formerAdminRefusal = (
  viewer: Pick<Viewer, 'id'>,
  held: AccountFacts[],
): Refusal | null =>
  held.some((account) => account.id === viewer.id && actsAsAdmin(account))
    ? null
    : new Refusal('forbidden', 'Only an admin can do this');

export const roleRefusal = (
  target: AccountFacts,
  role: AccountFacts['role'],
  held: AccountFacts[],
): Refusal | null => {
  if (role === 'admin' && !target.isActive) {
    return new Refusal('conflict', 'Unban this person before you make them an admin');
  }
  return role === 'user' ? lastAdminRefusal(target, held) : null;
};

export const statusRefusal = (
  target: AccountFacts,
  isActive: boolean,
  held: AccountFacts[],
): Refusal | null => (isActive ? null : lastAdminRefusal(target, held));

/** Whether a ban until then, null for ever, goes beyond what an account is under already. */
export function isLonger(
  { isActive, suspendedUntil }: Pick<AccountFacts, 'isActive' | 'suspendedUntil'>,
  until: Date | null,
): boolean {
  if (isActive) return true;
  return suspendedUntil !== null && (until === null || until > suspendedUntil);
}

const lastAdminRefusal = (target: AccountFacts, held: AccountFacts[]): Refusal | null =>
  actsAsAdmin(target)
    ? adminsRefusal(held.filter((each) => each.id !== target.id && actsAsAdmin(each)).length)
    : null;

/** What the admin pages offer; each by the rule that the call itself obeys. */
export const accountAbilities = (
  viewer: Pick<Viewer, 'id'>,
  target: Pick<AccountFacts, 'id' | 'role'> & { cleanedUpAt: Date | null },
  now: Date,
) => ({
  changeRole: ownAccountRefusal(viewer, target.id, 'role') === null,
  changeStatus: ownAccountRefusal(viewer, target.id, 'status') === null,
  signOut: ownAccountRefusal(viewer, target.id, 'sessions') === null,
  resetTwoStep: ownAccountRefusal(viewer, target.id, 'second step') === null,
  delete: ownAccountRefusal(viewer, target.id, 'deletion') === null,
  cleanUp: cleanupRefusal(viewer, target) === null,
  undoCleanup: undoRefusal(target.cleanedUpAt, now) === null,
});

/** What the admin pages offer for a group: no verdict that it has already, and an organiser where it has none. */
export const groupAbilities = (
  group: Pick<GroupFacts, 'status'> & Pick<AdminGroup, 'hasOrganizer'> & { edit: object | null },
) => ({
  approve: (group.status !== 'approved' || group.edit !== null) && reviewRefusal(group) === null,
  reject: group.status !== 'rejected' && reviewRefusal(group) === null,
  appointOrganizer: !group.hasOrganizer,
});

/** What is hidden is shown again before anything else is decided about it. */
export const reviewRefusal = (group: Pick<GroupFacts, 'status'>): Refusal | null =>
  group.status === 'hidden'
    ? new Refusal('conflict', 'This group is hidden. Show it again first.')
    : null;

/** Whom an admin makes the organiser of a group; `organizers` counts those who can sign in. */
export function appointRefusal(
  member: { status: 'pending' | 'approved'; isActive: boolean },
  organizers: number,
): Refusal | null {
  if (organizers > 0) return new Refusal('conflict', 'This group has an organiser');
  if (!member.isActive) return new Refusal('conflict', 'This person is banned');
  return member.status === 'approved'
    ? null
    : new Refusal('conflict', 'Approve the request before you make this person an organiser');
}
