import type { ErrorCode } from '#contract/platform/errors.ts';

/** The caller's role in the group. Only the newcomer's profile is incomplete. */
export const roles = [
  'visitor',
  'newcomer',
  'outsider',
  'member',
  'pending',
  'organiser',
  'owner',
  'admin',
  'banned',
] as const;
export type Role = (typeof roles)[number];

/** The status of a success or the code of a refusal. */
export type Outcome = number | ErrorCode;

export type Answers = Record<Role, Outcome>;

export const all = (outcome: Outcome): Answers => ({
  visitor: outcome,
  newcomer: outcome,
  outsider: outcome,
  member: outcome,
  pending: outcome,
  organiser: outcome,
  owner: outcome,
  admin: outcome,
  banned: outcome,
});

/** A ban ends the sessions, so an old cookie makes its holder a visitor. */
export const signedIn = (outcome: Outcome): Answers => ({
  ...all(outcome),
  visitor: 'sign_in_required',
  banned: 'sign_in_required',
});

export const admins = (outcome: Outcome): Answers => ({
  ...signedIn('forbidden'),
  admin: outcome,
});

/** Comments are for members, organisers and admins. */
export const membersAndAdmins = (outcome: Outcome): Answers => ({
  ...signedIn(outcome),
  newcomer: 'not_a_member',
  outsider: 'not_a_member',
});

/** Answers for calls that organisers may make, and admins in their place. */
export const organisers = (outcome: Outcome): Answers => ({
  ...signedIn('forbidden'),
  organiser: outcome,
  owner: outcome,
  admin: outcome,
});

/** Only its members, its owner and admins can see a group that is not approved. */
export const hidden = (insider: Outcome): Answers => ({
  ...all('not_found'),
  member: insider,
  pending: insider,
  organiser: insider,
  owner: insider,
  admin: insider,
});

/** Where signing in comes first, a visitor learns nothing else. */
export const hiddenFromAccounts = (insider: Outcome): Answers => ({
  ...hidden(insider),
  visitor: 'sign_in_required',
  banned: 'sign_in_required',
});

/** Answers for calls of organisers, the owner and admins only. */
export const hiddenFromMembers = (manager: Outcome): Answers => ({
  ...hiddenFromAccounts('forbidden'),
  organiser: manager,
  owner: manager,
  admin: manager,
});
