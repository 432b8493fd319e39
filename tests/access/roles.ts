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

/** A ban ends the sessions: whoever comes with an old one is a visitor. */
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

/** A group that is not approved is there for its members, its owner and admins alone. */
export const hidden = (insider: Outcome): Answers => ({
  ...all('not_found'),
  member: insider,
  pending: insider,
  organiser: insider,
  owner: insider,
  admin: insider,
});

/** Where signing in comes first, a visitor learns no more than that. */
export const hiddenFromAccounts = (insider: Outcome): Answers => ({
  ...hidden(insider),
  visitor: 'sign_in_required',
  banned: 'sign_in_required',
});

/** Where only organisers, the owner and admins may. */
export const hiddenFromMembers = (manager: Outcome): Answers => ({
  ...hiddenFromAccounts('forbidden'),
  organiser: manager,
  owner: manager,
  admin: manager,
});
