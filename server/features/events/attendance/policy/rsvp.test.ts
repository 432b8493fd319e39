import { describe, expect, it } from 'vitest';
import type { RsvpState } from '#contract/events/events.ts';
import { event, minutes, now } from '#tests/support/event-facts.ts';
import { names, people, type PersonName } from '#tests/support/people.ts';
import { emptyAttendance } from './places.ts';
import { rsvpRefusal, rsvpState } from './rsvp.ts';

describe('an RSVP', () => {
  it.each([
    ['cancelled', { status: 'cancelled' }, 'conflict'],
    ['over', { endTime: minutes(-1) }, 'conflict'],
    ['over this very moment', { endTime: now }, 'conflict'],
    ['over in a minute', { endTime: minutes(1) }, undefined],
  ] as const)('to an event that is %s', (_, changes, code) => {
    expect(rsvpRefusal(people.member.viewer, event('member', changes), now)?.code).toBe(code);
  });
});

describe('the RSVP control', () => {
  const states: Record<PersonName, RsvpState> = {
    visitor: 'sign_in',
    outsider: 'join_group',
    pending: 'request_pending',
    member: 'open',
    organiser: 'open',
    owner: 'open',
    'owner who left': 'join_group',
    admin: 'join_group',
  };

  it.each(names)('shows a %s the obstacle', (name) => {
    expect(rsvpState(people[name].viewer, event(name), emptyAttendance, now)).toBe(states[name]);
  });

  it.each([
    ['cancelled', { status: 'cancelled' }],
    ['ended', { endTime: now }],
    ['cancelled', { status: 'cancelled', endTime: minutes(-1) }],
  ] as const)('shows %s to everybody: %j', (state, changes) => {
    const seen = names.map((name) =>
      rsvpState(people[name].viewer, event(name, changes), emptyAttendance, now),
    );
    expect(seen).toEqual(names.map(() => state));
  });
});
