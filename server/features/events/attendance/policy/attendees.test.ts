import { describe, expect, it } from 'vitest';
import { nameReaders, type AttendeeNames } from '#contract/community/audience.ts';
import { event } from '#tests/support/event-facts.ts';
import { names, people, type PersonName } from '#tests/support/people.ts';
import { seesAttendees, seesNames } from './attendees.ts';

const policyInput = (name: PersonName, attendeeNames: AttendeeNames) =>
  [people[name].viewer, event(name, { attendeeNames })] as const;

describe("readers of attendees' names", () => {
  const everybody = ['outsider', 'pending', 'member', 'organiser', 'owner', 'owner who left'];
  const readers: Record<AttendeeNames, string[]> = {
    signed_in: [...everybody, 'admin'],
    members: ['member', 'organiser', 'owner', 'admin'],
    organisers: ['organiser', 'owner', 'admin'],
  };

  it.each(nameReaders)('%s', (setting) => {
    expect(names.filter((name) => seesNames(...policyInput(name, setting)))).toEqual(
      readers[setting],
    );
  });

  it('are no others where names are restricted', () => {
    for (const setting of ['members', 'organisers'] as const) {
      const allowed = names.filter((name) => seesAttendees(...policyInput(name, setting)));
      expect(allowed).toEqual(readers[setting]);
    }
    expect(names.every((name) => seesAttendees(...policyInput(name, 'signed_in')))).toBe(true);
  });
});
