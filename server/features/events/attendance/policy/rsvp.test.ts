import { describe, expect, it } from 'vitest';
import type { RsvpState } from '#contract/events/events.ts';
import { event, minutes, now } from '#tests/support/event-facts.ts';
import { names, people, type PersonName } from '#tests/support/people.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { eventAbilities } from '#features/events/events/policy/abilities.ts';
import { emptyAttendance, type RsvpEntry, type AttendanceState } from './places.ts';
import { rsvpRefusal, rsvpState } from './rsvp.ts';

describe('an RSVP', () => {
  it.each([
    ['cancelled', { status: 'cancelled' }, 'conflict'],
    ['over', { endTime: minutes(-1) }, 'conflict'],
    ['over this very moment', { endTime: now }, 'conflict'],
    ['over in a minute', { endTime: minutes(1) }, undefined],
  ] as const)('is refused, unless the event has not ended yet: %s', (_, changes, code) => {
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

  it.each(names)('shows a %s what is in the way', (name) => {
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

const { viewer } = people.member;
const tomorrow = { startTime: minutes(24 * 60), endTime: minutes(26 * 60) };
const bound = { ...tomorrow, capacity: 10, guestsAllowed: 3 };
const full = { ...bound, placesTaken: 10 };
const unlisted = { ...full, waitlistEnabled: false };
const soon = { ...bound, startTime: minutes(120) };
const fullSoon = { ...soon, placesTaken: 10 };
const closesSoon = { ...full, rsvpClosesAt: minutes(120) };
const closed = { ...bound, rsvpClosesAt: now };
const cancelled = { ...full, status: 'cancelled' } as const;
const own = (status: RsvpEntry['status'], companions = 0): AttendanceState => ({
  own: { status, companions },
  othersWait: false,
});
const nobody = emptyAttendance;
const behindOthers: AttendanceState = { own: null, othersWait: true };

type Row = [
  string,
  Partial<EventFacts>,
  AttendanceState,
  RsvpState,
  rsvp: boolean,
  waitlist: boolean,
];

const rows: Row[] = [
  ['room for all', { ...bound, placesTaken: 6 }, nobody, 'open', true, false],
  ['room, but not for the largest party', { ...bound, placesTaken: 7 }, nobody, 'open', true, true],
  ['no room', full, nobody, 'waitlist', false, true],
  ['room that others wait for', bound, behindOthers, 'waitlist', false, true],
  ['no room, and no list', unlisted, nobody, 'full', false, false],
  ['no bound', tomorrow, nobody, 'open', true, false],
  ['no room for one who goes', full, own('going', 3), 'open', true, false],
  ['a turn', full, own('waiting'), 'waiting', false, true],
  ['a turn, the list switched off', unlisted, own('waiting'), 'waiting', false, true],
  ['an offer', full, own('offered', 2), 'offered', true, true],
  ['no room, two hours before', fullSoon, nobody, 'full', false, false],
  ['room, two hours before', soon, behindOthers, 'open', true, false],
  ['a turn and room, two hours before', soon, own('waiting'), 'open', true, true],
  ['no room, two hours before it closes', closesSoon, nobody, 'full', false, false],
  ['cancelled', cancelled, nobody, 'cancelled', false, false],
  ['closed', closed, nobody, 'closed', false, false],
  ['closed, and an offer', closed, own('offered'), 'closed', false, false],
  ['closed for one who goes', closed, own('going'), 'open', false, false],
];

describe('an event’s RSVP control and abilities', () => {
  it.each(rows)('follow from %s', (_, facts, attendance, state, rsvp, waitlist) => {
    const eventFacts = event('member', facts);
    const { can, ...seen } = {
      state: rsvpState(viewer, eventFacts, attendance, now),
      can: eventAbilities(
        viewer,
        eventFacts,
        {
          attendance,
          creator: null,
          takesGuests: true,
          sendsMail: true,
          contactEnabled: true,
        },
        now,
      ),
    };
    expect({ ...seen, rsvp: can.rsvp, waitlist: can.waitlist }).toEqual({ state, rsvp, waitlist });
  });
});
