import { describe, expect, it } from 'vitest';
import type { RsvpState } from '#contract/events/events.ts';
import { event, minutes, now } from '#tests/support/event-facts.ts';
import { people } from '#tests/support/people.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { eventAbilities } from '#features/events/events/policy/abilities.ts';
import { emptyAttendance, type RsvpEntry, type AttendanceState } from './places.ts';
import { rsvpState } from './rsvp.ts';

const { viewer } = people.member;
const tomorrow = { startTime: minutes(24 * 60), endTime: minutes(26 * 60) };
const bound = { ...tomorrow, capacity: 10, guestsAllowed: 3 };
const full = { ...bound, placesTaken: 10 };
const own = (status: RsvpEntry['status'], companions = 0): AttendanceState => ({
  own: { status, companions },
  othersWait: false,
});
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
  ['room for all', { ...bound, placesTaken: 6 }, emptyAttendance, 'open', true, false],
  [
    'room, but not for the largest party',
    { ...bound, placesTaken: 7 },
    emptyAttendance,
    'open',
    true,
    true,
  ],
  ['no room', full, emptyAttendance, 'waitlist', false, true],
  ['room that others wait for', bound, behindOthers, 'waitlist', false, true],
  [
    'no room, and no list',
    { ...full, waitlistEnabled: false },
    emptyAttendance,
    'full',
    false,
    false,
  ],
  ['no bound', tomorrow, emptyAttendance, 'open', true, false],
  ['no room for one who goes', full, own('going', 3), 'open', true, false],
  ['a turn', full, own('waiting'), 'waiting', false, true],
  [
    'a turn, the list switched off',
    { ...full, waitlistEnabled: false },
    own('waiting'),
    'waiting',
    false,
    true,
  ],
  ['an offer', full, own('offered', 2), 'offered', true, true],
  [
    'no room, two hours before',
    { ...full, startTime: minutes(120) },
    emptyAttendance,
    'full',
    false,
    false,
  ],
  [
    'room, two hours before',
    { ...bound, startTime: minutes(120) },
    behindOthers,
    'open',
    true,
    false,
  ],
  [
    'a turn and room, two hours before',
    { ...bound, startTime: minutes(120) },
    own('waiting'),
    'open',
    true,
    true,
  ],
  [
    'no room, two hours before it closes',
    { ...full, rsvpClosesAt: minutes(120) },
    emptyAttendance,
    'full',
    false,
    false,
  ],
  ['cancelled', { ...full, status: 'cancelled' }, emptyAttendance, 'cancelled', false, false],
  ['closed', { ...bound, rsvpClosesAt: now }, emptyAttendance, 'closed', false, false],
  ['closed, and an offer', { ...bound, rsvpClosesAt: now }, own('offered'), 'closed', false, false],
  ['closed for one who goes', { ...bound, rsvpClosesAt: now }, own('going'), 'open', false, false],
];

describe('an event with', () => {
  it.each(rows)('%s', (_, facts, attendance, state, rsvp, waitlist) => {
    const eventFacts = event('member', facts);
    const { can, ...seen } = {
      state: rsvpState(viewer, eventFacts, attendance, now),
      can: eventAbilities(viewer, eventFacts, { attendance, creator: null }, now),
    };
    expect({ ...seen, rsvp: can.rsvp, waitlist: can.waitlist }).toEqual({ state, rsvp, waitlist });
  });
});
