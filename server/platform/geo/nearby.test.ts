import { describe, expect, it } from 'vitest';
import { townsNear } from './nearby.ts';

const near = (text: string, within = 25) =>
  townsNear(text, { within, atMost: 60 }).map(({ name }) => name);

describe('towns near a town', () => {
  it('begin with the town itself, and continue by distance', () => {
    const towns = townsNear('Keswick', { within: 25, atMost: 60 });
    expect(towns[0]).toEqual({ name: 'Keswick', names: ['keswick'], miles: 0 });
    expect(towns.map(({ miles }) => miles)).toEqual(
      towns.map(({ miles }) => miles).toSorted((one, other) => one - other),
    );
    expect(towns.map(({ name }) => name)).toContain('Cockermouth');
  });

  it('match the names that people write for them', () => {
    const [hull] = townsNear('Hull', { within: 5, atMost: 1 });
    expect(hull).toMatchObject({
      name: 'Kingston upon Hull',
      names: ['kingston upon hull', 'hull'],
    });
  });

  it('have distances like those by car: Penrith is 16 miles from Keswick, Carlisle 21, Lancaster 44', () => {
    const miles = Object.fromEntries(
      townsNear('Keswick', { within: 60, atMost: 1_000 }).map((each) => [each.name, each.miles]),
    );
    expect(miles['Penrith']).toBeGreaterThan(14);
    expect(miles['Penrith']).toBeLessThan(18);
    expect(miles['Carlisle']).toBeGreaterThan(18);
    expect(miles['Carlisle']).toBeLessThan(25);
    expect(near('Keswick')).not.toContain('Lancaster');
  });

  it.each(['Keswick, United Kingdom', 'keswick', 'Keswick, Cumberland, England', 'Keswick, UK'])(
    'are found by %j as by the name',
    (text) => {
      expect(near(text)[0]).toBe('Keswick');
    },
  );

  it('belong to the named area when the name is ambiguous', () => {
    expect(near('Newport, Isle of Wight, England')).toContain('Cowes');
    expect(near('Newport, Wales')).toContain('Cardiff');
  });

  it("include no village that shares a larger place's name, unless it is requested", () => {
    expect(near('Saffron Walden')).not.toContain('Newport');
    expect(near('Newport, Essex, England')[0]).toBe('Newport');
    expect(near('Cowes')).toContain('Newport');
  });

  it('cover the whole region that the text names', () => {
    const towns = townsNear('Yorkshire', { within: 25, atMost: 1_000 }).map(({ name }) => name);
    expect(towns).toEqual(expect.arrayContaining(['York', 'Whitby', 'Settle', 'Hornsea']));
    expect(towns).not.toContain('Lincoln');
  });

  it.each(['', ',', 'Atlantis', '   ', 'Ork', 'Wales', 'Scotland'])('are none for %j', (text) => {
    expect(near(text)).toEqual([]);
  });

  it('stop at the requested number, without duplicates', () => {
    const towns = near('London');
    expect(towns).toHaveLength(60);
    expect(new Set(towns.map((name) => name.toLowerCase())).size).toBe(60);
  });
});
