import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Suggestion } from '#contract/base/locations.ts';
import { createGazetteer, embeddedGazetteer, placesFile } from './gazetteer.ts';

const search = embeddedGazetteer();
const found = (text: string) => search(text).map(({ description }) => description);

describe('a suggestion', () => {
  it('does not repeat a name', () => {
    expect(search('Cardiff')[0]).toMatchObject({
      description: 'Cardiff, Wales',
      secondaryText: 'Wales',
    });
  });

  it('has an id of its own without one from GeoNames', () => {
    expect(search('Headingley')[0]?.placeId).toBe('place:headingley-leeds-england');
  });
});

describe('a search for a place', () => {
  it.each([
    ['hull', 'Kingston upon Hull, England'],
    ['Royal Tunbridge', 'Royal Tunbridge Wells, Kent, England'],
    ['tunbridge wells', 'Royal Tunbridge Wells, Kent, England'],
    ['Londonderry', 'Londonderry, Derry City and Strabane, Northern Ireland'],
    ['Derry', 'Derry, Derry City and Strabane, Northern Ireland'],
    ['Aberystwyth', 'Aberystwyth, Ceredigion, Wales'],
    ['Headingley', 'Headingley, Leeds, England'],
    ['Stoke', 'Stoke-on-Trent, England'],
    ['Newcastle', 'Newcastle upon Tyne, England'],
    ['Bury St Ed', 'Bury St Edmunds, Suffolk, England'],
    ['Ashby de la Z', 'Ashby-de-la-Zouch, Leicestershire, England'],
    ['Caerdydd', 'Cardiff, Wales'],
    ['ynys mon', 'Isle of Anglesey, Wales'],
    ['kings lynn', "King's Lynn, Norfolk, England"],
    ['King’s Lynn', "King's Lynn, Norfolk, England"],
    ['SAINT ALBANS', 'St Albans, Hertfordshire, England'],
    ['Stoke on Trent', 'Stoke-on-Trent, England'],
    ['shoredi', 'Shoreditch, Greater London, England'],
    ['Leamington', 'Royal Leamington Spa, Warwickshire, England'],
    ['hay-on', 'Hay-on-Wye, Powys, Wales'],
    ['  leeds ', 'Leeds, England'],
  ])('%s finds first of all %s', (text, place) => {
    expect(found(text)[0]).toBe(place);
  });

  it.each(['St Ives', 'st. ives', 'Saint Ives'])('%s finds either of two', (text) => {
    expect(found(text)).toEqual(['St Ives, Cambridgeshire, England', 'St Ives, Cornwall, England']);
  });

  it('finds one place however many of its names match', () => {
    expect(found('Edinburgh')).toEqual(['Edinburgh, Scotland']);
  });

  it.each([
    ['Newport, Isle', ['Newport, Isle of Wight, England']],
    ['st ives, corn', ['St Ives, Cornwall, England']],
    ['Kingston upon Hull, England', ['Kingston upon Hull, England']],
    ['Leeds, Wales', []],
  ])('%s is narrowed by the text after the comma', (text, places) => {
    expect(found(text)).toEqual(places);
  });

  it.each([
    '',
    '   ',
    ', Kent',
    '...',
    '\n',
    'Xanadu',
    'Reykjavik',
    'Dublin, Ireland',
    '%_\\',
    '🏙️🏙️🏙️',
  ])('finds nothing for %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('the order of suggestions', () => {
  const few = createGazetteer(
    [
      '# Largest first',
      '@Avon\tEngland',
      'Overford\t0\t1',
      'Lower Ford\t0\t2',
      'Fordham\t0\t3',
      'Fordwich\t0\t4',
      'Milton|Ford\t0\t5',
      'Ford\t0\t6',
      'Ford-on-Avon\t0\t7',
      '',
    ].join('\n'),
  );

  it('is the whole name, its beginning, a word, a part, and larger places first', () => {
    expect(few('ford').map(({ mainText }) => mainText)).toEqual([
      'Milton',
      'Ford',
      'Ford-on-Avon',
      'Fordham',
      'Fordwich',
      'Lower Ford',
    ]);
    expect(few('erfo').map(({ mainText }) => mainText)).toEqual(['Overford']);
  });
});

describe('the gazetteer file', () => {
  it('yields at most six, each valid and with an id of its own', () => {
    for (const text of ['ton', 'bur', 'new', 'san', 'llan', 'st ', 'isle of']) {
      const suggestions = search(text);
      expect(suggestions.length).toBeLessThanOrEqual(6);
      expect(new Set(suggestions.map(({ placeId }) => placeId)).size).toBe(suggestions.length);
      for (const suggestion of suggestions) {
        const { mainText, secondaryText } = Suggestion.parse(suggestion);
        expect(suggestion.description).toBe(`${mainText}, ${secondaryText}`);
        expect(secondaryText).toMatch(/(England|Scotland|Wales|Northern Ireland)$/);
      }
    }
  });

  it('is under 400 kB', () => {
    expect(statSync(placesFile).size).toBeLessThan(400_000);
  });
});
