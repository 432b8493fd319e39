import { describe, expect, it } from 'vitest';
import type { GroupStatus } from '../../../contract/groups.ts';
import {
  names,
  people,
  signedInNames,
  type PersonName,
  type SignedInName,
} from '../../../tests/support/people.ts';
import { groupVisible, joinRefusal, leaveRefusal, seeGroupRefusal } from './policy.ts';

const statuses: GroupStatus[] = ['approved', 'pending_approval', 'rejected'];
const facts = (status: GroupStatus) => ({ status, createdById: 'owner' });

/** Who sees a group that is not approved; everyone sees one that is. */
const seesHidden: Record<PersonName, boolean> = {
  visitor: false,
  outsider: false,
  pending: true,
  member: true,
  organiser: true,
  owner: true,
  'owner who left': true,
  admin: true,
};

describe.each(statuses)('a group that is %s', (status) => {
  it.each(names)('is there for a %s as the contract says', (name) => {
    const { viewer, membership } = people[name];
    const sees = status === 'approved' || seesHidden[name];
    expect(groupVisible(viewer, facts(status), membership)).toBe(sees);
    expect(seeGroupRefusal(viewer, facts(status), membership)?.code).toBe(
      sees ? undefined : 'not_found',
    );
  });

  it.each(signedInNames)('is to be joined by a %s as the contract says', (name) => {
    const { viewer, membership } = people[name];
    const closed: Record<SignedInName, string | undefined> = {
      outsider: 'not_found',
      pending: undefined,
      member: undefined,
      organiser: undefined,
      owner: undefined,
      'owner who left': 'conflict',
      admin: 'conflict',
    };
    const code = status === 'approved' ? undefined : closed[name];
    expect(joinRefusal(viewer, facts(status), membership)?.code).toBe(code);
  });
});

it('a group whose creator is gone belongs to no visitor', () => {
  const orphan = { status: 'rejected', createdById: null } as const;
  expect(groupVisible(people.outsider.viewer, orphan, null)).toBe(false);
  expect(groupVisible(null, orphan, undefined)).toBe(false);
});

describe('leaving', () => {
  it.each([
    ['a pending member', people.pending, 0, undefined],
    ['a member', people.member, 0, undefined],
    ['an organiser beside another', people.organiser, 1, undefined],
    ['the last organiser', people.organiser, 0, 'conflict'],
  ])('as %s', (_, { membership }, others, code) => {
    expect(leaveRefusal(membership, others)?.code).toBe(code);
  });
});
