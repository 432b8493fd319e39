import { adminsRefusal } from '#features/base/accounts/policy.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The facts about an account that decide whether it can be changed. */
export interface AccountFacts {
  id: string;
  role: 'user' | 'admin';
  isActive: boolean;
  /** Also null for a suspension without end. */
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

/** No admin can ban, demote or delete themself. */
export const ownAccountRefusal = (
  viewer: Pick<Viewer, 'id'>,
  targetId: string,
  change: Change,
): Refusal | null => (viewer.id === targetId ? new Refusal('conflict', ownAccount[change]) : null);

const actsAsAdmin = ({ role, isActive }: AccountFacts) => role === 'admin' && isActive;

/** `lockedAccounts` are all admins; it leaves out one who was demoted or banned a moment ago. */
export const formerAdminRefusal = (
  viewer: Pick<Viewer, 'id'>,
  lockedAccounts: AccountFacts[],
): Refusal | null =>
  lockedAccounts.some((account) => account.id === viewer.id && actsAsAdmin(account))
    ? null
    : new Refusal('forbidden', 'Only an admin can do this');

/** There is always one admin who can sign in. */
export const lastAdminRefusal = (
  target: AccountFacts,
  lockedAccounts: AccountFacts[],
): Refusal | null =>
  actsAsAdmin(target)
    ? adminsRefusal(
        lockedAccounts.filter((each) => each.id !== target.id && actsAsAdmin(each)).length,
      )
    : null;

export const roleRefusal = (
  target: AccountFacts,
  role: AccountFacts['role'],
  lockedAccounts: AccountFacts[],
): Refusal | null => {
  if (role === 'admin' && !target.isActive) {
    return new Refusal('conflict', 'Unban this person before you make them an admin');
  }
  return role === 'user' ? lastAdminRefusal(target, lockedAccounts) : null;
};

/** Tells whether a ban until then (null: for ever) outlasts the account's present one. */
export function isLonger(
  { isActive, suspendedUntil }: Pick<AccountFacts, 'isActive' | 'suspendedUntil'>,
  until: Date | null,
): boolean {
  if (isActive) return true;
  return suspendedUntil !== null && (until === null || until > suspendedUntil);
}
