import { describe, expect, it } from 'vitest';
import { cleanPlaces } from './place-filters.ts';

describe('typed places', () => {
  it.each([
    [{ location: 'tr18 4ab' }, { near: 'TR18 4' }],
    [
      { location: 'TR18 4A', within: '5' },
      { near: 'TR18 4', within: '5' },
    ],
    [{ location: 'TR18', near: 'Leeds' }, { near: 'TR18' }],
    [{ location: 'Penzance, TR18 4AB' }, { near: 'TR18 4' }],
    [{ near: 'TR18-4AB' }, { near: 'TR18 4' }],
    [{ near: 'TR18 4ABC' }, { near: 'TR18 4' }],
    [{ near: 'Penzance TR184AB' }, { near: 'TR18 4' }],
    [
      { location: 'Leeds', near: 'TR18' },
      { location: 'Leeds', near: 'TR18' },
    ],
    [{ location: 'B4 Studio' }, { location: 'B4 Studio' }],
    [{ near: 'TR18 44' }, { near: 'TR18 44' }],
    [
      { near: 'Leeds ', within: '5' },
      { near: 'Leeds ', within: '5' },
    ],
    [{ near: ' ', within: '5' }, { near: ' ' }],
    [{ within: '5' }, {}],
  ])('%j go into the address as %j', (typed, cleaned) => {
    expect(cleanPlaces(typed)).toEqual(cleaned);
  });
});
