import { describe, expect, it } from 'vitest';
import { people } from '#tests/support/people.ts';
import { seeProfileRefusal, type ProfileFacts } from './policy.ts';

const stranger: ProfileFacts = {
  id: 'stranger',
  isActive: true,
  sharesGroup: false,
  asksToJoin: false,
  goesToVisibleEvent: false,
  isApart: false,
};
const { viewer } = people.member;
const admin = people.admin.viewer;
const isShown = (member: Partial<ProfileFacts>, to = viewer) =>
  seeProfileRefusal(to, { ...stranger, ...member }) === null;

describe('a card', () => {
  it.each(['sharesGroup', 'asksToJoin', 'goesToVisibleEvent'])('is visible where one %s', (way) => {
    expect(isShown({ [way]: true })).toBe(true);
  });

  it('of a stranger is not found', () => {
    expect(seeProfileRefusal(viewer, stranger)).toMatchObject({ code: 'not_found' });
  });

  it('is hidden between two people with a block, but not from admins', () => {
    const blocked = {
      sharesGroup: true,
      asksToJoin: true,
      goesToVisibleEvent: true,
      isApart: true,
    };
    expect([isShown(blocked), isShown(blocked, admin)]).toEqual([false, true]);
  });

  it('is visible to its owner, and any card to admins', () => {
    expect(isShown({ id: viewer.id })).toBe(true);
    expect(isShown({}, admin)).toBe(true);
  });

  it('of a banned member is visible to admins only', () => {
    const banned = { sharesGroup: true, isActive: false };
    expect([isShown(banned), isShown(banned, admin)]).toEqual([false, true]);
  });
});
