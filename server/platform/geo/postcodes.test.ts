import { describe, expect, it } from 'vitest';
import { findPlace, suggestPlaces } from './find-place.ts';
import { townsNear } from './nearby.ts';
import { milesBetween, toPlane } from './plane.ts';
import { outwardCodesLike, positionOfPostcode, readSectors } from './postcodes.ts';

const areas =
  'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE';

const areaOf = (code: string) => /^[A-Z]+/.exec(code)?.[0] ?? '';

describe('the bundled outward codes', () => {
  it('cover every postcode area', () => {
    expect([...new Set(outwardCodesLike('').map(areaOf))].toSorted().join(' ')).toBe(areas);
  });

  // Each whole postcode is of a well-known place: a town hall, a cathedral, a station.
  it.each([
    ['TR18 2QB', 'Penzance'],
    ['PO30 1UD', 'Newport, Isle of Wight'],
    ['BN1 1JA', 'Brighton'],
    ['NR1 4DH', 'Norwich'],
    ['B1 1BB', 'Birmingham'],
    ['LS1 1UR', 'Leeds'],
    ['CA12 5JR', 'Keswick'],
    ['TD15 1HA', 'Berwick-Upon-Tweed'],
    ['EH1 1RF', 'Edinburgh'],
    ['HS1 2BE', 'Stornoway'],
    ['ZE1 0HB', 'Lerwick'],
    ['SY23 2AX', 'Aberystwyth'],
    ['LL57 1DT', 'Bangor, Gwynedd'],
    ['BT48 6DQ', 'Derry'],
  ])('place %s in %s', (postcode, town) => {
    const found = findPlace(postcode);
    const expected = findPlace(town);
    if (!found || !expected) throw new Error(`nothing is known of ${postcode} or ${town}`);
    expect(milesBetween(found.position, expected.position)).toBeLessThan(2.5);
    expect(townsNear(town, { within: 3, atMost: 1 })).toHaveLength(1);
  });

  it.each([
    ['IM1 2RD', { latitude: 54.15, longitude: -4.48 }],
    ['JE2 3QA', { latitude: 49.19, longitude: -2.11 }],
    ['GY1 1AA', { latitude: 49.46, longitude: -2.54 }],
    ['GY9 3UZ', { latitude: 49.71, longitude: -2.2 }],
    ['TR21 0LW', { latitude: 49.91, longitude: -6.31 }],
  ])('place %s on its island', (postcode, spot) => {
    const position = positionOfPostcode(postcode);
    expect(position && milesBetween(position, toPlane(spot))).toBeLessThan(2);
  });
});

describe('a place', () => {
  it('is named by its sector at most', () => {
    expect(findPlace(' tr182qb ')).toMatchObject({ label: 'TR18 2', kind: 'postcode' });
    expect(findPlace('TR18')).toMatchObject({ label: 'TR18', kind: 'postcode' });
    expect(findPlace('penzance')).toMatchObject({ label: 'Penzance', kind: 'town' });
  });

  it.each(['ZZ9 9ZZ', 'TR99', 'TR18 2Q', 'Nowhereville', '', '18'])(
    'is not found by %j',
    (text) => {
      expect(findPlace(text)).toBeUndefined();
    },
  );

  it('is suggested by the beginning of its name or postcode', () => {
    const labels = (text: string) => suggestPlaces(text).map(({ label }) => label);
    expect(labels('tr1')).toEqual(['TR1', 'TR10', 'TR11', 'TR12', 'TR13', 'TR14', 'TR15', 'TR16']);
    expect(labels('TR18 2QB')).toEqual(['TR18 2']);
    expect(labels('penz')).toEqual(['Penzance']);
    for (const label of labels('newport')) expect(findPlace(label)?.kind).toBe('town');
  });
});

describe('a file of sectors', () => {
  it.each(['TR18,50.1,-5.5', 'TR18 4,50.1', 'TR18 4,5.1,50.1', 'Penzance,50.1,-5.5'])(
    'with the line %j is refused with its number',
    (line) => {
      expect(() => readSectors(`# sectors\nTR18 2,50.1,-5.5\n${line}`)).toThrow('Line 3');
    },
  );
});
