import { describe, expect, it } from 'vitest';
import type { GroupStatus } from '../../../contract/groups.ts';
import {
  names,
  people,
  signedInNames,
  type PersonName,
  type SignedInName,
} from '../../../tests/support/people.ts';
import { createEventRefusal, editGroupRefusal, groupAbilities } from './policy.ts';

const statuses: GroupStatus[] = ['approved', 'pending_approval', 'rejected'];
const facts = (status: GroupStatus) => ({
  status,
  createdById: 'owner',
  contactEnabled: true,
});

describe.each(statuses)('a group that is %s', (status) => {
  const stranger = status === 'approved' ? 'forbidden' : 'not_found';
  const editing: Record<SignedInName, string | undefined> = {
    outsider: stranger,
    pending: 'forbidden',
    member: 'forbidden',
    organiser: 'forbidden',
    owner: undefined,
    'owner who left': undefined,
    admin: undefined,
  };

  it.each(signedInNames)('is for a %s to edit as the contract says', (name) => {
    const { viewer, membership } = people[name];
    expect(editGroupRefusal(viewer, facts(status), membership)?.code).toBe(editing[name]);
  });
});

describe('creating events', () => {
  it.each(names)('is for organisers alone: %s', (name) => {
    const organises = name === 'organiser' || name === 'owner';
    expect(createEventRefusal(people[name].membership)?.code).toBe(
      organises ? undefined : 'forbidden',
    );
  });
});

describe('what the page of a group offers', () => {
  const nothing = {
    join: false,
    leave: false,
    createEvent: false,
    edit: false,
    submit: false,
    review: false,
    manageMembers: false,
    handOver: false,
    message: false,
    contact: false,
  };
  const known = { ...nothing, contact: true };
  const open: Record<PersonName, typeof nothing> = {
    visitor: nothing,
    outsider: { ...known, join: true },
    pending: { ...known, leave: true },
    member: { ...known, leave: true },
    organiser: { ...known, leave: true, createEvent: true, manageMembers: true, message: true },
    owner: {
      ...known,
      message: true,
      leave: true,
      createEvent: true,
      edit: true,
      submit: true,
      manageMembers: true,
      handOver: true,
    },
    'owner who left': { ...known, join: true, edit: true, submit: true, handOver: true },
    admin: { ...known, message: true, join: true, edit: true, manageMembers: true, handOver: true },
  };

  it.each(names)('a %s', (name) => {
    const { viewer, membership } = people[name];
    expect(groupAbilities(viewer, facts('approved'), membership)).toEqual(open[name]);
  });

  it.each(names)('a %s, to join while it awaits approval, never', (name) => {
    const { viewer, membership } = people[name];
    expect(groupAbilities(viewer, facts('pending_approval'), membership).join).toBe(false);
  });

  it.each(statuses)('an admin, to review while it awaits that: %s', (status) => {
    const { viewer, membership } = people.admin;
    const awaits = status === 'pending_approval';
    expect(groupAbilities(viewer, facts(status), membership).review).toBe(awaits);
    expect(groupAbilities(people.owner.viewer, facts(status), membership).review).toBe(false);
  });
});
