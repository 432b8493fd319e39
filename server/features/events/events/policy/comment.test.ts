import { describe, expect, it } from 'vitest';
import { event, minutes } from '#tests/support/event-facts.ts';
import { people, signedInNames, type SignedInName } from '#tests/support/people.ts';
import { commentRefusal } from './comment.ts';

describe('comments', () => {
  const outcomes: Record<SignedInName, string | undefined> = {
    outsider: 'not_a_member',
    pending: undefined,
    member: undefined,
    organiser: undefined,
    owner: undefined,
    'owner who left': 'not_a_member',
    admin: undefined,
  };

  it.each(signedInNames)('are allowed for a %s as the contract says', (name) => {
    expect(commentRefusal(people[name].viewer, event(name))?.code).toBe(outcomes[name]);
  });

  it.each([{ status: 'cancelled' }, { endTime: minutes(-1) }] as const)(
    'stay open: %j',
    (changes) => {
      expect(commentRefusal(people.member.viewer, event('member', changes))).toBeNull();
    },
  );
});
