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
  it.each(['sharesGroup', 'asksToJoin', 'goesToVisibleEvent'])('is shown where one %s', (way) => {
    expect(isShown({ [way]: true })).toBe(true);
  });

  it('of a stranger is not found', () => {
    expect(seeProfileRefusal(viewer, stranger)).toMatchObject({ code: 'not_found' });
  });

  it('is shown to neither of two whom a block keeps apart, but to admins', () => {
    const blocked = {
      sharesGroup: true,
      asksToJoin: true,
      goesToVisibleEvent: true,
      isApart: true,
    };
    expect([isShown(blocked), isShown(blocked, admin)]).toEqual([false, true]);
  });

  it("is one's own, and any of an admin's", () => {
    expect(isShown({ id: viewer.id })).toBe(true);
    expect(isShown({}, admin)).toBe(true);
  });

  it('of somebody banned is for admins alone', () => {
    const banned = { sharesGroup: true, isActive: false };
    expect([isShown(banned), isShown(banned, admin)]).toEqual([false, true]);
  });
});
