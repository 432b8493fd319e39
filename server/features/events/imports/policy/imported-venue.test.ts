import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { findPlace } from '#platform/geo/find-place.ts';
import { isOnlineOnly, venueOf } from './imported-venue.ts';

const venueAt = (location: string) => venueOf({ location: cleanText(location), onlineUrl: null });

describe('the postcode at the end of a place, and its town', () => {
  it.each([
    ['Sennen Cove, TR19 7DG', 'TR19 7DG', 'Sennen'],
    ['Car park, Sennen, Penzance, Cornwall TR19 7DG', 'TR19 7DG', 'Sennen'],
    ['The Guildhall, High Street, Bath BA1 5AW', 'BA1 5AW', 'Bath'],
    ['The Guildhall, High Street, Bath BA1 5AW, UK', 'BA1 5AW', 'Bath'],
    ['The Guildhall, High Street, Bath, BA1 5AW, United Kingdom', 'BA1 5AW', 'Bath'],
    ['The Guildhall, Bath, BA1 5AW, England, UK.', 'BA1 5AW', 'Bath'],
    ['The Moot Hall (Main Street, Keswick, CA12 5JR)', 'CA12 5JR', 'Keswick'],
    ['The Guildhall, Bath, BA1 5AW, Somerset', 'BA1 5AW', 'Bath'],
    ['The Guildhall, Bath BA1 5AW (car park behind)', 'BA1 5AW', 'Bath'],
    ['The Guildhall, Bath BA1 5AW ///filled.count.soap', 'BA1 5AW', 'Bath'],
    ['the boathouse, bath ba15aw', 'BA1 5AW', 'Bath'],
    ['Postcode: CA12 5JR', 'CA12 5JR', 'Keswick'],
    ['CA12 5JR', 'CA12 5JR', 'Keswick'],
    ['Church Hall, Newport, Isle of Wight PO30 1JW', 'PO30 1JW', 'Newport, Isle of Wight'],
    ['Town Hall, Richmond, North Yorkshire DL10 4QL', 'DL10 4QL', 'Richmond, North Yorkshire'],
    ['Castle Square, Caernarfon LL55 2AY, Cymru', 'LL55 2AY', 'Caernarfon'],
    ['Giant’s Causeway, Bushmills BT57 8SU, Northern Ireland', 'BT57 8SU', 'Bushmills'],
    ['Barbican Centre, Silk Street, London EC2Y 8DS', 'EC2Y 8DS', 'London'],
  ])('%s', (place, postcode, town) => {
    expect(venueAt(place)).toEqual({ inPersonToo: false, postcode, town });
  });

  it.each([
    ['The Guildhall, Bath'],
    ['Room B12, The Guildhall'],
    ['Bath BA1'],
    ['BA1 5AW is where we start, then we walk'],
    ['Studio M1 and M2'],
    ['Gate 12 3AB4'],
    ['75001 Paris, France'],
  ])('is none at %s', (place) => {
    expect(venueAt(place)).toEqual({ inPersonToo: false, postcode: null, town: null });
  });

  it('is told where we don’t know it', () => {
    expect(venueAt('The Guildhall, ZZ9 9ZZ')).toMatchObject({
      postcode: null,
      unknownPostcode: 'ZZ9 9ZZ',
    });
  });

  it('has a town that is found near it by its name', () => {
    for (const postcode of ['NP20 1GD', 'TW9 1TW', 'PO30 1JW', 'DL10 4QL', 'BT57 8SU', 'ZE1 0EQ']) {
      const { town } = venueAt(`The hall, ${postcode}`);
      const [one, other] = [findPlace(postcode)?.position, findPlace(town ?? '')?.position];
      const apart = Math.hypot(
        (one?.x ?? 0) - (other?.x ?? 9e9),
        (one?.y ?? 0) - (other?.y ?? 9e9),
      );
      expect.soft(apart, `${postcode}: ${town}`).toBeLessThan(20_000);
    }
  });
});

describe('a place beside a link', () => {
  it.each([
    ['Online'],
    ['Remote'],
    ['Online: Zoom'],
    ['Zoom (link below)'],
    ['Microsoft Teams Meeting'],
    ['Google Meet'],
    ['Video call'],
    ['At home, on Zoom'],
    ['Virtual event'],
    ['TBC'],
    ['Webinar via Teams'],
  ])('is online alone: %s', (place) => {
    expect(isOnlineOnly(place)).toBe(true);
    const venue = venueOf({
      location: cleanText(place),
      onlineUrl: cleanText('https://a.example'),
    });
    expect(venue.inPersonToo).toBe(false);
  });

  it.each([
    ['The Boathouse, Bath'],
    ['Online and at the Boathouse'],
    ['Zoom and The Guildhall'],
    ['The Meeting Room'],
    ['Room 3'],
    ['Teams Lane 4, Bath'],
    ['12 Foxglove Lane'],
  ])('is a place to go to: %s', (place) => {
    expect(isOnlineOnly(place)).toBe(false);
    const venue = venueOf({
      location: cleanText(place),
      onlineUrl: cleanText('https://a.example'),
    });
    expect(venue.inPersonToo).toBe(true);
  });
});
