import { describe, expect, it } from 'vitest';
import { fromLondonInput } from './london-time.ts';

describe('a time in a form', () => {
  it.each([
    ['in winter', '2026-01-15T19:30', '2026-01-15T19:30:00.000Z'],
    ['in summer', '2026-07-15T19:30', '2026-07-15T18:30:00.000Z'],
    ['with seconds', '2026-07-15T19:30:00', '2026-07-15T18:30:00.000Z'],
    ['before the clocks go forward', '2026-03-29T00:59', '2026-03-29T00:59:00.000Z'],
    ['in the hour left out', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
    ['after the clocks went forward', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
    ['before the clocks go back', '2026-10-25T00:59', '2026-10-24T23:59:00.000Z'],
    ['in the hour that comes twice', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
    ['after the clocks went back', '2026-10-25T02:00', '2026-10-25T02:00:00.000Z'],
    ['on a leap day', '2028-02-29T12:00', '2028-02-29T12:00:00.000Z'],
  ])('%s is London time', (_, value, moment) => {
    expect(fromLondonInput(value)).toBe(moment);
  });

  it.each(['', 'soon', '2026-07-15'])('is invalid when it reads %j', (value) => {
    expect(fromLondonInput(value)).toBe('');
  });
});
