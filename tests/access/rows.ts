import type { ApiKey } from '#contract/api.ts';
import type { AnyInput } from '#tests/support/client.ts';
import type { AccessFixture } from './fixture.ts';
import * as roles from './roles.ts';
import type { Answers, Outcome } from './roles.ts';

export type Request = (fixture: AccessFixture) => AnyInput;

export interface Row {
  /** A request that only the caller's rights can make fail. */
  request: Request;
  answers: Answers;
  /** The answers in a group that awaits approval or was rejected, where they differ. */
  whileHidden?: Answers;
}

/** Part of the table; the test that assembles it requires every call. */
export type Rows = Partial<Record<ApiKey, Row>>;

const nothing: Request = () => ({});

export const sending =
  (body: object): Request =>
  () => ({ body });

/** Names something of the fixture by its id. */
export const of =
  (what: keyof AccessFixture, body?: object): Request =>
  (fixture) => ({
    params: { id: (fixture[what] as { id: string | number }).id },
    ...(body && { body }),
  });

export const forAll = (outcome: Outcome, request = nothing): Row => ({
  request,
  answers: roles.all(outcome),
});

export const forAccounts = (outcome: Outcome, request = nothing): Row => ({
  request,
  answers: roles.signedIn(outcome),
});

export const forAdmins = (outcome: Outcome, request = nothing): Row => ({
  request,
  answers: roles.admins(outcome),
});

/** For everybody who sees the group. */
export const forReaders = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: roles.all(outcome),
  whileHidden: roles.hidden(outcome),
});

/** For everybody while visitors see the group. */
export const forVisitors = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: roles.all(outcome),
  whileHidden: roles.all('not_found'),
});

/** For everybody with an account who sees the group. */
export const forInsiders = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: roles.signedIn(outcome),
  whileHidden: roles.hiddenFromAccounts(outcome),
});

/** For the group's members, and for admins in their place. */
export const forMembersAndAdmins = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: roles.membersAndAdmins(outcome),
  whileHidden: roles.hiddenFromAccounts(outcome),
});

export const forMembers = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: { ...roles.membersAndAdmins(outcome), admin: 'not_a_member' },
  whileHidden: { ...roles.hiddenFromAccounts(outcome), admin: 'not_a_member' },
});

/** For the group's organisers, and for admins in their place. */
export const forOrganisers = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: roles.organisers(outcome),
  whileHidden: roles.hiddenFromMembers(outcome),
});
