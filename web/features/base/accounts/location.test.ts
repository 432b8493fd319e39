import { describe, expect, it } from 'vitest';
import { joinLocation, splitLocation, publicLocation } from './location.ts';

describe("a profile's location", () => {
  it.each([
    ['Keswick, United Kingdom', { city: 'Keswick', country: 'United Kingdom' }],
    ['Dún Laoghaire, Ireland', { city: 'Dún Laoghaire', country: 'Ireland' }],
    ['Paris, France, Other', { city: 'Paris, France', country: 'Other' }],
  ] as const)('%s is split and joined again', (location, parts) => {
    expect(splitLocation(location)).toEqual(parts);
    expect(joinLocation(parts)).toBe(location);
  });

  it('without a country is a city in the United Kingdom', () => {
    expect(splitLocation('Ludlow')).toEqual({ city: 'Ludlow', country: 'United Kingdom' });
  });

  it('of a newcomer is empty, and stays empty', () => {
    const parts = splitLocation(null);
    expect(parts).toEqual({ city: '', country: 'United Kingdom' });
    expect(joinLocation(parts)).toBe('');
  });

  it.each([
    ['Keswick, United Kingdom', 'Keswick, United Kingdom'],
    ['St Helier, Other', 'St Helier'],
  ])('is cleaned: %s becomes %s', (location, shown) => {
    expect(publicLocation(location)).toBe(shown);
  });
});
