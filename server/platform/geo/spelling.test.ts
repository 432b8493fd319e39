import { describe, expect, it } from 'vitest';
import { townsSpeltLike } from './spelling.ts';

describe('towns spelt like a text', () => {
  it.each([
    ['Leds', 'Leeds'],
    ['leedss', 'Leeds'],
    ['Edinbrugh', 'Edinburgh'],
    ['Machester', 'Manchester'],
    ['Birmigham, UK', 'Birmingham'],
    ['Newcaslte', 'Newcastle upon Tyne'],
    ['Kesswick', 'Keswick'],
    ['Carrdiff', 'Cardiff'],
  ])('begin for %j with %s', (text, town) => {
    expect(townsSpeltLike(text)[0]).toBe(town);
  });

  it.each(['Leeds', 'hull', 'Yorkshire', 'Wales', '', ',', 'qx', 'Atlantis', 'x'.repeat(200)])(
    'are none for %j',
    (text) => {
      expect(townsSpeltLike(text)).toEqual([]);
    },
  );

  it('are three at most, without duplicates', () => {
    const towns = townsSpeltLike('Suttton');
    expect(towns.length).toBeLessThanOrEqual(3);
    expect(new Set(towns).size).toBe(towns.length);
  });
});
