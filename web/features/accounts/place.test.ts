import { describe, expect, it } from 'vitest';
import { locationOf, placeOf, shownPlace } from './place.ts';

describe('the place in a profile', () => {
  it.each([
    ['Keswick, United Kingdom', { city: 'Keswick', country: 'United Kingdom' }],
    ['Dún Laoghaire, Ireland', { city: 'Dún Laoghaire', country: 'Ireland' }],
    ['Paris, France, Other', { city: 'Paris, France', country: 'Other' }],
  ] as const)('%s is taken apart and put together again', (location, place) => {
    expect(placeOf(location)).toEqual(place);
    expect(locationOf(place)).toBe(location);
  });

  it('without a country is a city, in the United Kingdom', () => {
    expect(placeOf('Ludlow')).toEqual({ city: 'Ludlow', country: 'United Kingdom' });
  });

  it('of a newcomer is empty, and stays empty', () => {
    const place = placeOf(null);
    expect(place).toEqual({ city: '', country: 'United Kingdom' });
    expect(locationOf(place)).toBe('');
  });

  it.each([
    ['Keswick, United Kingdom', 'Keswick, United Kingdom'],
    ['St Helier, Other', 'St Helier'],
  ])('%s is read as %s', (location, shown) => {
    expect(shownPlace(location)).toBe(shown);
  });
});
