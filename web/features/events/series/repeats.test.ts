import { describe, expect, it } from 'vitest';
import {
  firstDay,
  noRepeats,
  placesOf,
  placeText,
  repeatsOf,
  ruleOf,
  type Repeats,
} from './repeats.ts';

const rule = (chosen: Partial<Repeats>, start = '2027-01-05T19:30') =>
  ruleOf({ ...noRepeats, ...chosen }, start);

describe('the rule of a choice', () => {
  it('derives weekday, week and day of the month from the first date', () => {
    expect(rule({ choice: 'weekly' })).toBe('FREQ=WEEKLY;BYDAY=TU;COUNT=12');
    expect(rule({ choice: 'fortnightly', count: 6 })).toBe(
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=6',
    );
    expect(rule({ choice: 'weekday' })).toBe('FREQ=MONTHLY;BYDAY=1TU;COUNT=12');
    expect(rule({ choice: 'day' })).toBe('FREQ=MONTHLY;BYMONTHDAY=5;COUNT=12');
  });

  it('turns a fifth weekday into the last, which every month has', () => {
    expect(rule({ choice: 'weekday' }, '2027-01-29T19:30')).toBe(
      'FREQ=MONTHLY;BYDAY=-1FR;COUNT=12',
    );
  });

  it('always includes the first date’s weekday, in the order of the week', () => {
    expect(rule({ choice: 'custom', byDay: ['TH', 'MO'], interval: 3 })).toBe(
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TU,TH;COUNT=12',
    );
  });

  it('replaces a choice that does not fit the first date', () => {
    const last: Partial<Repeats> = { choice: 'custom', frequency: 'MONTHLY', monthly: 'last' };
    expect(rule(last, '2027-01-26T19:30')).toBe('FREQ=MONTHLY;BYDAY=-1TU;COUNT=12');
    expect(rule(last)).toBe('FREQ=MONTHLY;BYDAY=1TU;COUNT=12');
  });

  it('ends on a day', () => {
    expect(rule({ choice: 'weekly', ends: 'until', until: '2027-03-30' })).toBe(
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330',
    );
  });

  it('is empty without repetition, and undefined while incomplete', () => {
    expect(rule({})).toBe('');
    expect(rule({ choice: 'weekly', ends: 'until' })).toBeUndefined();
    expect(rule({ choice: 'weekly' }, 'T19:30')).toBeUndefined();
  });
});

it('the form describes the monthly choices of a first date', () => {
  const words = (start: string) => {
    const first = firstDay(start);
    return first && placesOf(first).map((place) => placeText(place, first));
  };
  expect(words('2027-01-29T19:30')).toEqual(['the fifth Friday', 'the last Friday', 'the 29th']);
  expect(words('2027-01-05T19:30')).toEqual(['the first Tuesday', 'the 5th']);
  expect(words('2027-02-28T19:30')?.at(-1)).toBe('the last day');
  expect(words('T19:30')).toBeUndefined();
});

it('the form parses a rule into the choices that made it', () => {
  const chosen = {
    ...noRepeats,
    ...({ interval: 2, byDay: ['MO', 'TU'] } satisfies Partial<Repeats>),
  };
  const written = ruleOf({ ...chosen, choice: 'custom' }, '2027-01-05T19:30') ?? '';
  expect(repeatsOf(written)).toEqual({ ...chosen, choice: 'kept' });
  expect(repeatsOf('FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231')).toMatchObject({
    frequency: 'MONTHLY',
    monthly: 'last',
    ends: 'until',
    until: '2027-12-31',
  });
});
