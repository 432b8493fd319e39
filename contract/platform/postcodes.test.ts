import { describe, expect, it } from 'vitest';
import { isLikePostcode, parsePostcode, toSector } from './postcodes.ts';

describe('a postcode', () => {
  it.each([
    ['TR18 4AB', { outward: 'TR18', sector: 'TR18 4', whole: 'TR18 4AB' }],
    [' tr184ab ', { outward: 'TR18', sector: 'TR18 4', whole: 'TR18 4AB' }],
    ['m11ae', { outward: 'M1', sector: 'M1 1', whole: 'M1 1AE' }],
    ['SW1A 1AA', { outward: 'SW1A', sector: 'SW1A 1', whole: 'SW1A 1AA' }],
    ['ec1a1bb', { outward: 'EC1A', sector: 'EC1A 1', whole: 'EC1A 1BB' }],
    ['T R 1 8 4 A B', { outward: 'TR18', sector: 'TR18 4', whole: 'TR18 4AB' }],
  ])('is read whole in any case and spacing: %s', (text, parsed) => {
    expect(parsePostcode(text)).toEqual(parsed);
  });

  it.each([
    ['TR18', { outward: 'TR18' }],
    ['m11', { outward: 'M11' }],
    ['TR18 4', { outward: 'TR18', sector: 'TR18 4' }],
    ['tr184', { outward: 'TR18', sector: 'TR18 4' }],
    ['M1 1', { outward: 'M1', sector: 'M1 1' }],
  ])('is read in part: %s', (text, parsed) => {
    expect(parsePostcode(text)).toEqual(parsed);
  });

  it.each([
    'TR18 4A',
    'TR18 4ABC',
    'TR18 4CI',
    '18 4AB',
    'TRX18 4AB',
    'TR1888 4AB',
    'TR',
    'Penzance',
    'Area 51',
    '',
  ])('is not read from: %s', (text) => {
    expect(parsePostcode(text)).toBeUndefined();
  });

  it('is told from the name of a town', () => {
    expect(['TR18', 'tr18 4a', 'ZZ99 9ZZ', 'm1'].filter(isLikePostcode)).toHaveLength(4);
    expect(['Penzance', 'St Ives', 'Ae', 'Westward Ho!'].filter(isLikePostcode)).toEqual([]);
  });

  it('is cut to its sector, and any other text stays', () => {
    expect(['tr18 4ab', 'TR18 4', 'TR18', 'Penzance'].map(toSector)).toEqual([
      'TR18 4',
      'TR18 4',
      'TR18',
      'Penzance',
    ]);
  });
});
