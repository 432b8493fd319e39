import { describe, expect, it } from 'vitest';
import { event, minutes, now } from '#tests/support/event-facts.ts';
import { names, people, type PersonName } from '#tests/support/people.ts';
import { eventAbilities } from './abilities.ts';
import { nobody } from '#features/events/attendance/policy/places.ts';

describe('what the page of an event offers', () => {
  const nothing = {
    rsvp: false,
    waitlist: false,
    manageWaitlist: false,
    comment: false,
    edit: false,
    copy: false,
    seeNames: false,
    searchAttendees: false,
    message: false,
  };
  const admin = {
    ...nothing,
    seeNames: true,
    manageWaitlist: true,
    comment: true,
    edit: true,
    searchAttendees: true,
    message: true,
  };
  const organiser = { ...admin, rsvp: true, copy: true };
  const offers: Record<PersonName, typeof nothing & { cleanUp?: true }> = {
    visitor: nothing,
    outsider: { ...nothing, seeNames: true },
    pending: { ...nothing, rsvp: true, comment: true, seeNames: true },
    member: { ...nothing, rsvp: true, comment: true, seeNames: true },
    organiser,
    owner: organiser,
    'owner who left': { ...nothing, seeNames: true },
    admin: { ...admin, cleanUp: true },
  };

  const creator = { id: 'creator', role: 'user' } as const;

  it.each(names)('a %s', (name) => {
    expect(
      eventAbilities(people[name].viewer, event(name), { attendance: nobody, creator }, now),
    ).toEqual(offers[name]);
  });

  it('an organiser a copy, also of one that is over', () => {
    const over = event('organiser', { endTime: minutes(-1) });
    expect(
      eventAbilities(people.organiser.viewer, over, { attendance: nobody, creator: null }, now),
    ).toMatchObject({
      edit: false,
      copy: true,
    });
  });

  it('an admin no clean-up of an admin, nor of one whose account is gone', () => {
    const { viewer } = people.admin;
    for (const maker of [viewer, { id: 'another', role: 'admin' } as const, null]) {
      expect(
        eventAbilities(viewer, event('admin'), { attendance: nobody, creator: maker }, now),
      ).not.toHaveProperty('cleanUp');
    }
  });
});
