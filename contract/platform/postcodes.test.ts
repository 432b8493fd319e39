import { describe, expect, it } from 'vitest';
import { isLikePostcode, parsePostcode, postcodeIn, toSector, writePostcode } from './postcodes.ts';

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
    ['TR1O 4AB', 'TR10 4AB'],
    ['TRI8 4AB', 'TR18 4AB'],
    ['SWlA lAA', 'SW1A 1AA'],
    ['MI IAE', 'M1 1AE'],
    ['N1O lAA', 'N10 1AA'],
    ['BSO 1AB', 'BS0 1AB'],
    ['0X1 2AB', 'OX1 2AB'],
    ['P012 3AB', 'PO12 3AB'],
    ['TR18 OAB', 'TR18 0AB'],
    ['trl8 4', 'TR18 4'],
    ['EH1O', 'EH10'],
  ])('is read with letters for digits, and a zero for an O: %s', (text, written) => {
    expect(writePostcode(text)).toBe(written);
  });

  it.each([
    'TR18-4AB',
    'TR18\u20134AB',
    'TR18\u20114AB',
    'TR18.4AB.',
    ' TR18,\u00a04AB,',
    '\uFF34\uFF32\uFF11\uFF18\u3000\uFF14\uFF21\uFF22',
    'TR18\u202F4AB',
    '\u200BTR18\u200B 4AB\u200E',
    '\u202ATR18 4AB\u202C',
    '(TR18 4AB)',
    '📍TR18 4AB',
    'TR18 4AB 🏠️',
    '\uFEFFtr18\u00AD4ab',
  ])('is read with other characters than a space: %j', (text) => {
    expect([writePostcode(text), toSector(text)]).toEqual(['TR18 4AB', 'TR18 4']);
    expect(isLikePostcode(text)).toBe(true);
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
    'Hull',
    'Hull Lea',
    'Salford',
    'SALFORD',
    'Melrose',
    'Solo',
    'Ll',
    'E01 6AN',
    'TR18+4AB',
    'TR18 \u00c94AB',
    '',
  ])('is not read from: %s', (text) => {
    expect(parsePostcode(text)).toBeUndefined();
  });

  it('differs from the name of a town', () => {
    expect(['TR18', 'tr18 4a', 'ZZ99 9ZZ', 'm1'].filter(isLikePostcode)).toHaveLength(4);
    expect(['Penzance', 'St Ives', 'Ae', 'Westward Ho!'].filter(isLikePostcode)).toEqual([]);
  });

  it('is recognised before it is complete', () => {
    expect(['TRI8 4A', 'EHlO 1A', 'TR18-4A'].filter(isLikePostcode)).toHaveLength(3);
  });

  it('is cut to its sector, and any other text stays', () => {
    expect(['tr18 4ab', 'TR18 4', 'TR18', 'Penzance'].map(toSector)).toEqual([
      'TR18 4',
      'TR18 4',
      'TR18',
      'Penzance',
    ]);
  });

  it.each([
    ['Penzance TR18 4AB', 'TR18 4'],
    ['Penzance, tr184ab', 'TR18 4'],
    ['TR18-4AB, United Kingdom', 'TR18 4'],
    ['12 Mill Lane, Leeds LS1\u00a04DY, UK', 'LS1 4'],
    ['near M1 1AE;', 'M1 1'],
    ['Caerdydd CF1O 3AT', 'CF10 3'],
    ['Southampton, S014 2AB', 'SO14 2'],
    ['0xford 0X1 2AB', 'OX1 2'],
    ['📍Penzance 🏖TR18 4AB', 'TR18 4'],
  ])('is cut to its sector within a longer text: %s', (text, sector) => {
    expect([toSector(text), postcodeIn(text)]).toEqual([sector, sector]);
  });
});

describe('a search near a place', () => {
  it.each([
    ['TR18 4AB', 'TR18 4'],
    [' tr184ab ', 'TR18 4'],
    ['tr18.4', 'TR18 4'],
    ['tr18', 'TR18'],
    ['m1', 'M1'],
    ['TR18 4A', 'TR18 4'],
    ['tr184a', 'TR18 4'],
    ['TR18-4A', 'TR18 4'],
    ['EC1A 1B', 'EC1A 1'],
    ['TR18 4CI', 'TR18 4'],
    ['TR18 4ABC', 'TR18 4'],
    ['W1A', 'W1A'],
    ['ZZ9', 'ZZ9'],
  ])('takes a complete or half-typed postcode: %j', (text, place) => {
    expect(postcodeIn(text)).toBe(place);
  });

  it.each([
    '',
    'Penzance',
    'T',
    'TR',
    'B4 Studio',
    'A1 Garage',
    '12 Mill Lane',
    'Area 51',
    'Hull, UK',
    'the M25 services',
    'Escape room E1 lab',
  ])('takes no postcode from %j', (text) => {
    expect(postcodeIn(text)).toBeUndefined();
    expect(toSector(text)).toBe(text);
  });
});
