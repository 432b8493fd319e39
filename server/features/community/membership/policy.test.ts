import { describe, expect, it } from 'vitest';
import type { GroupStatus } from '#contract/community/groups.ts';
import type { JoinState, Membership } from '#contract/community/membership.ts';
import { names, people, type PersonName, type SignedInName } from '#tests/support/people.ts';
import { groupVisible, joinRefusal, joinState, memberAbilities } from './policy.ts';

const facts = (status: GroupStatus) => ({ status, createdById: 'owner' });

it.each(['pending_approval', 'rejected'] as const)(
  'a group that is %s is visible to its owner who left, and nobody can join it',
  (status) => {
    const { viewer, membership } = people['owner who left'];
    expect(groupVisible(viewer, facts(status), membership)).toBe(true);
    expect(joinRefusal(viewer, facts(status), membership)?.code).toBe('conflict');
  },
);

it('a group without a creator belongs to no visitor', () => {
  const orphan = { status: 'rejected', createdById: null } as const;
  expect(groupVisible(people.outsider.viewer, orphan, null)).toBe(false);
  expect(groupVisible(null, orphan, undefined)).toBe(false);
});

describe('the join control', () => {
  const states: Record<PersonName, JoinState> = {
    visitor: 'sign_in',
    outsider: 'open',
    pending: 'request_pending',
    member: 'member',
    organiser: 'member',
    owner: 'member',
    'owner who left': 'open',
    admin: 'open',
  };

  it.each(names)('shows a %s what is in the way', (name) => {
    const { viewer, membership } = people[name];
    expect(joinState(viewer, facts('approved'), membership)).toBe(states[name]);
  });

  it.each(['owner who left', 'admin'] as const)(
    'shows an %s that an unapproved group accepts nobody',
    (name) => {
      const { viewer, membership } = people[name];
      expect(joinState(viewer, facts('pending_approval'), membership)).toBe('closed');
    },
  );
});

describe('the abilities about a member', () => {
  const nothing = { makeOrganizer: false, removeOrganizer: false, handOver: false, remove: false };
  const member: Membership = { status: 'approved', isOrganizer: false };
  const organiser: Membership = { status: 'approved', isOrganizer: true };
  const waiting: Membership = { status: 'pending', isOrganizer: false };
  const by = (
    name: SignedInName,
    of: { userId: string; membership: Membership },
    otherOrganisers = 1,
  ) => {
    const { viewer, membership } = people[name];
    return memberAbilities(viewer, facts('approved'), membership, of, otherOrganisers);
  };

  it('of an organiser are everything except handing over', () => {
    expect(by('organiser', { userId: 'other', membership: member })).toEqual({
      ...nothing,
      makeOrganizer: true,
      remove: true,
    });
    expect(by('organiser', { userId: 'other', membership: organiser })).toEqual({
      ...nothing,
      removeOrganizer: true,
      remove: true,
    });
  });

  it('include no removal of oneself', () => {
    const { id } = people.organiser.viewer;
    expect(by('organiser', { userId: id, membership: organiser })).toEqual({
      ...nothing,
      removeOrganizer: true,
    });
  });

  it('include no removal of the last organiser', () => {
    expect(by('admin', { userId: 'other', membership: organiser }, 0)).toEqual({
      ...nothing,
      handOver: true,
    });
  });

  it('include declining a pending member', () => {
    expect(by('owner', { userId: 'other', membership: waiting })).toEqual({
      ...nothing,
      remove: true,
    });
  });
});
