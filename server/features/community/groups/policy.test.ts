import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { GroupStatus } from '#contract/community/groups.ts';
import { names, people, type PersonName } from '#tests/support/people.ts';
import { noGroupAbilities } from '#tests/support/forms.ts';
import { groupAbilities, reviewVersion, type Reviewed } from './policy.ts';

const statuses: GroupStatus[] = ['approved', 'pending_approval', 'rejected'];
const facts = (status: GroupStatus) => ({
  status,
  createdById: 'owner',
  contactEnabled: true,
  organisersEdit: false,
});

const approved: Reviewed = {
  name: cleanText('Derwent Swimmers'),
  description: cleanText('Cold water at dawn, hot porridge afterwards.'),
  categoryId: 6,
  groupType: 'healthWellness',
  chargeForEvents: 'free',
  imageUrl: null,
  joinPolicy: 'open',
  joinQuestion: null,
  location: cleanText('Keswick'),
  audience: 'all',
  safeguardingLead: null,
  safeguardingContact: null,
};

describe('a pending edit', () => {
  const edit = { name: cleanText('Derwent Dippers') };

  it.each(names)('leaves a %s their rights, and an admin reviews it', (name) => {
    const { viewer, membership } = people[name];
    const plain = groupAbilities(viewer, facts('approved'), membership);
    expect(groupAbilities(viewer, { ...facts('approved'), edit }, membership)).toEqual({
      ...plain,
      review: name === 'admin',
    });
  });

  it('has a version that changes with any visible change', () => {
    const version = (change: object, status: GroupStatus = 'approved') =>
      reviewVersion({ ...approved, edit: null, status, ...change });
    const versions = [
      version({}),
      version({ edit }),
      version({ edit: { name: 'Derwent Divers' } }),
      version({ description: 'Something else.' }),
      version({}, 'rejected'),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(version({ edit })).toBe(version({ edit: { ...edit } }));
  });
});

describe("the abilities on a group's page", () => {
  const signedIn = { ...noGroupAbilities, contact: true };
  const open: Record<PersonName, typeof noGroupAbilities> = {
    visitor: noGroupAbilities,
    outsider: { ...signedIn, join: true },
    pending: { ...signedIn, leave: true },
    member: { ...signedIn, leave: true },
    organiser: { ...signedIn, leave: true, createEvent: true, manageMembers: true, message: true },
    owner: {
      ...signedIn,
      message: true,
      leave: true,
      createEvent: true,
      edit: true,
      letOrganisersEdit: true,
      submit: true,
      manageMembers: true,
      handOver: true,
    },
    'owner who left': {
      ...signedIn,
      join: true,
      edit: true,
      letOrganisersEdit: true,
      submit: true,
      handOver: true,
    },
    admin: {
      ...signedIn,
      message: true,
      join: true,
      edit: true,
      letOrganisersEdit: true,
      manageMembers: true,
      handOver: true,
    },
  };

  it.each(names)('show what a %s may do', (name) => {
    const { viewer, membership } = people[name];
    expect(groupAbilities(viewer, facts('approved'), membership)).toEqual(open[name]);
  });

  it.each(statuses)('of an admin include reviewing while it awaits approval: %s', (status) => {
    const { viewer, membership } = people.admin;
    const awaits = status === 'pending_approval';
    expect(groupAbilities(viewer, facts(status), membership).review).toBe(awaits);
    expect(groupAbilities(people.owner.viewer, facts(status), membership).review).toBe(false);
  });
});
