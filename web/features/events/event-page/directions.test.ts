import { describe, expect, it } from 'vitest';
import { mapLink } from './directions.tsx';

describe('a link to a map', () => {
  it.each([
    ['OpenStreetMap', 'https://www.openstreetmap.org/search?query='],
    ['Google Maps', 'https://www.google.com/maps/search/?api=1&query='],
    ['Apple Maps', 'https://maps.apple.com/?q='],
  ] as const)('looks for the venue in %s', (map, address) => {
    const venue = { location: "St Mary's Hall & Garden", town: 'Keswick' };
    expect(mapLink(map, venue)).toBe(`${address}St%20Mary's%20Hall%20%26%20Garden%2C%20Keswick`);
  });

  it('names a town once, and needs none', () => {
    const google = 'https://www.google.com/maps/search/?api=1&query=';
    for (const town of ['Keswick', null]) {
      const link = mapLink('Google Maps', { location: 'Moot Hall, KESWICK', town });
      expect(link).toBe(`${google}Moot%20Hall%2C%20KESWICK`);
    }
  });
});
