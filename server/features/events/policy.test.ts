import { describe, expect, it } from 'vitest';
import {
  names,
  people,
  signedInNames,
  type PersonName,
  type SignedInName,
} from '../../../tests/support/people.ts';
import {
  commentRefusal,
  eventAbilities,
  rsvpRefusal,
  seeEventRefusal,
  type EventFacts,
} from './policy.ts';
import { minute } from '../../../contract/durations.ts';

const now = new Date('2026-06-10T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * minute);

const event = (name: PersonName, changes: Partial<EventFacts> = {}): EventFacts => ({
  status: 'scheduled',
  endTime: minutes(60),
  group: { status: 'approved', createdById: 'owner' },
  membership: people[name].membership,
  ...changes,
});
const hidden = { group: { status: 'pending_approval', createdById: 'owner' } } as const;

describe('an event of a group that awaits approval', () => {
  it.each(names)('is there for a %s as its group is', (name) => {
    const sees = name !== 'visitor' && name !== 'outsider';
    expect(seeEventRefusal(people[name].viewer, event(name, hidden))?.code).toBe(
      sees ? undefined : 'not_found',
    );
  });
});

describe('an RSVP', () => {
  const outcomes: Record<SignedInName, string | undefined> = {
    outsider: 'not_a_member',
    pending: undefined,
    member: undefined,
    organiser: undefined,
    owner: undefined,
    'owner who left': 'not_a_member',
    admin: 'not_a_member',
  };

  it.each(signedInNames)('of a %s is as the contract says', (name) => {
    expect(rsvpRefusal(people[name].viewer, event(name), now)?.code).toBe(outcomes[name]);
  });

  it.each([
    ['cancelled', { status: 'cancelled' }, 'conflict'],
    ['over', { endTime: minutes(-1) }, 'conflict'],
    ['over this very moment', { endTime: now }, 'conflict'],
    ['over in a minute', { endTime: minutes(1) }, undefined],
  ] as const)('to an event that is %s', (_, changes, code) => {
    expect(rsvpRefusal(people.member.viewer, event('member', changes), now)?.code).toBe(code);
  });

  it('of an outsider to a hidden event does not tell that it is there', () => {
    expect(rsvpRefusal(people.outsider.viewer, event('outsider', hidden), now)?.code).toBe(
      'not_found',
    );
  });
});

describe('the comments', () => {
  const outcomes: Record<SignedInName, string | undefined> = {
    outsider: 'not_a_member',
    pending: undefined,
    member: undefined,
    organiser: undefined,
    owner: undefined,
    'owner who left': 'not_a_member',
    admin: undefined,
  };

  it.each(signedInNames)('are for a %s as the contract says', (name) => {
    expect(commentRefusal(people[name].viewer, event(name))?.code).toBe(outcomes[name]);
  });

  it.each([{ status: 'cancelled' }, { endTime: minutes(-1) }] as const)(
    'stay open: %j',
    (changes) => {
      expect(commentRefusal(people.member.viewer, event('member', changes))).toBeNull();
    },
  );
});

describe('what the page of an event offers', () => {
  const nothing = { rsvp: false, comment: false, edit: false };
  const offers: Record<PersonName, typeof nothing> = {
    visitor: nothing,
    outsider: nothing,
    pending: { rsvp: true, comment: true, edit: false },
    member: { rsvp: true, comment: true, edit: false },
    organiser: { rsvp: true, comment: true, edit: true },
    owner: { rsvp: true, comment: true, edit: true },
    'owner who left': nothing,
    admin: { rsvp: false, comment: true, edit: true },
  };

  it.each(names)('a %s', (name) => {
    expect(eventAbilities(people[name].viewer, event(name), now)).toEqual(offers[name]);
  });
});
