import { describe, expect, it } from 'vitest';
import { event, minutes, now } from '#tests/support/event-facts.ts';
import { names, people, type PersonName } from '#tests/support/people.ts';
import { eventAbilities } from './abilities.ts';
import { emptyAttendance } from '#features/events/attendance/policy/places.ts';

describe("the abilities on an event's page", () => {
  const nothing = {
    rsvp: false,
    waitlist: false,
    manageWaitlist: false,
    comment: false,
    edit: false,
    delete: false,
    restore: false,
    copy: false,
    guestRsvp: false,
    ask: false,
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
    visitor: { ...nothing, ask: true },
    outsider: { ...nothing, seeNames: true },
    pending: { ...nothing, rsvp: true, comment: true, seeNames: true },
    member: { ...nothing, rsvp: true, comment: true, seeNames: true },
    organiser,
    owner: organiser,
    'owner who left': { ...nothing, seeNames: true },
    admin: { ...admin, cleanUp: true },
  };

  const creator = { id: 'creator', role: 'user' } as const;
  const site = {
    attendance: emptyAttendance,
    takesGuests: true,
    sendsMail: true,
    contactEnabled: true,
  };

  it.each(names)('of a %s are as in the contract', (name) => {
    expect(eventAbilities(people[name].viewer, event(name), { ...site, creator }, now)).toEqual(
      offers[name],
    );
  });

  it('of an organiser include copying, also a past event', () => {
    const over = event('organiser', { endTime: minutes(-1) });
    expect(
      eventAbilities(people.organiser.viewer, over, { ...site, creator: null }, now),
    ).toMatchObject({
      edit: false,
      copy: true,
    });
  });

  it('include deleting a past event that nobody answered, for those who look after it', () => {
    const over = { endTime: minutes(-1) };
    const mayDelete = (name: PersonName, context: object, facts: object = over) =>
      eventAbilities(
        people[name].viewer,
        event(name, facts),
        { ...site, creator: null, ...context },
        now,
      ).delete;
    expect(names.filter((name) => mayDelete(name, { isAnswered: false }))).toEqual(
      names.filter((name) => ['organiser', 'owner', 'admin'].includes(name)),
    );
    expect(mayDelete('organiser', { isAnswered: true })).toBe(false);
    expect(mayDelete('organiser', {})).toBe(false);
    expect(mayDelete('organiser', { isAnswered: false }, {})).toBe(false);
    const hiddenOne = { ...over, status: 'hidden', createdById: 'organiser' };
    expect(mayDelete('admin', { isAnswered: false }, hiddenOne)).toBe(false);
  });

  it('include putting a cancelled event back for a day, until it was to begin', () => {
    const cancelled = (hours: number, startsIn: number) =>
      eventAbilities(
        people.organiser.viewer,
        event('organiser', {
          status: 'cancelled',
          cancelledAt: minutes(-60 * hours),
          startTime: minutes(startsIn),
          endTime: minutes(startsIn + 60),
        }),
        { ...site, creator: null },
        now,
      ).restore;
    expect([cancelled(23, 60), cancelled(24, 60), cancelled(1, 0), cancelled(1, 1)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('of an admin include no purge of an admin or a deleted account', () => {
    const { viewer } = people.admin;
    for (const maker of [viewer, { id: 'another', role: 'admin' } as const, null]) {
      expect(
        eventAbilities(viewer, event('admin'), { ...site, creator: maker }, now),
      ).not.toHaveProperty('cleanUp');
    }
  });
});
