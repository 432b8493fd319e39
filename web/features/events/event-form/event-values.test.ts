import { describe, expect, it } from 'vitest';
import type { Event } from '#contract/events/events.ts';
import { copyInWords, copyOf, eventResolver, noEvent, type EventValues } from './event-values.ts';

const now = new Date('2026-10-01T12:00:00Z');

const copied = (startTime: string, endTime: string) => {
  const event = { startTime, endTime, capacity: null, rsvpClosesAt: null } as Event;
  const { startTime: start, endTime: end } = copyOf(event, now);
  return [start, end];
};

describe('a copy of an event', () => {
  it.each([
    ['a week later, at the same hours', '10-03T18:30', '10-03T21:00', '10-10T19:30', '10-10T22:00'],
    ['at its London hours in winter', '10-24T18:30', '10-24T21:00', '10-31T19:30', '10-31T22:00'],
    ['on the next such weekday', '07-04T18:30', '07-04T21:00', '10-03T19:30', '10-03T22:00'],
    ['as long over midnight', '10-03T21:00', '10-04T01:00', '10-10T22:00', '10-11T02:00'],
  ])('is made %s', (_, start, end, copiedStart, copiedEnd) => {
    expect(copied(`2026-${start}:00Z`, `2026-${end}:00Z`)).toEqual([
      `2026-${copiedStart}`,
      `2026-${copiedEnd}`,
    ]);
  });

  it('keeps its London hours when the clocks go forward', () => {
    expect(copied('2027-03-27T19:30:00Z', '2027-03-27T22:00:00Z')).toEqual([
      '2027-04-03T19:30',
      '2027-04-03T22:00',
    ]);
  });

  it('names its day, however many weeks later that may be', () => {
    const event = {
      title: 'Pub quiz',
      startTime: '2026-09-19T18:30:00Z',
      endTime: '2026-09-19T21:00:00Z',
      rsvpClosesAt: null,
    } as Event;
    expect(copyInWords(event, now)).toBe(
      'A copy of “Pub quiz” for Saturday, Oct 3, 2026, at the same time.',
    );
  });

  it('closes its RSVPs as long before it begins', () => {
    const event = {
      startTime: '2026-10-24T18:30:00Z',
      endTime: '2026-10-24T21:00:00Z',
      rsvpClosesAt: '2026-10-23T17:00:00Z',
      capacity: 30,
      guestsAllowed: 2,
      waitlistEnabled: false,
    } as Event;
    expect(copyOf(event, now)).toMatchObject({
      rsvpClosesAt: '2026-10-30T18:00',
      capacity: '30',
      guestsAllowed: 2,
      waitlistEnabled: false,
    });
  });
});

describe("a form's places", () => {
  const typed: EventValues = {
    ...noEvent,
    title: 'Evening paddle',
    description: 'Once round the lake, and back.',
    location: 'The Landing Stage',
    startTime: '2026-10-03T19:30',
    endTime: '2026-10-03T22:00',
    categoryId: '2',
    groupId: '3',
  };
  const options = { fields: {}, shouldUseNativeValidation: false };
  const read = async (changes: Partial<EventValues>) =>
    await eventResolver({ ...typed, ...changes }, undefined, options);

  it.each([
    ['', null],
    ['30', 30],
    [' 1,200 ', 1200],
  ])('are read from text: %j is %j', async (capacity, places) => {
    expect(await read({ capacity })).toMatchObject({ values: { capacity: places }, errors: {} });
  });

  it.each(['0', '-1', '1.5', '10001', '1000000000', 'thirty'])(
    'refuses %j beside the field',
    async (capacity) => {
      expect(await read({ capacity })).toMatchObject({
        errors: { capacity: { message: 'Please enter a number of places from 1 to 10,000' } },
      });
    },
  );

  it('have a closing in London time, at the start at the latest', async () => {
    expect(await read({ rsvpClosesAt: '2026-10-03T19:30' })).toMatchObject({
      values: { rsvpClosesAt: new Date('2026-10-03T18:30:00Z') },
    });
    expect(await read({ rsvpClosesAt: '2026-10-03T19:31' })).toMatchObject({
      errors: { rsvpClosesAt: { message: 'RSVPs must close before the event starts' } },
    });
    expect(await read({ rsvpClosesAt: '2026-10-03T' })).toMatchObject({
      errors: { rsvpClosesAt: { message: 'Please select when RSVPs close' } },
    });
  });
});
