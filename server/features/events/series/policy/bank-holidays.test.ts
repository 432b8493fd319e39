import { describe, expect, it } from 'vitest';
import { daysAfter } from '#contract/platform/days.ts';
import { bankHolidayOn } from './bank-holidays.ts';

/** Lists the named days of a year for which `where` is true. */
function holidays(year: number, where: string): string[] {
  const found: string[] = [];
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = daysAfter(date, 1)) {
    if (bankHolidayOn(date)?.includes(where)) found.push(date.slice(5));
  }
  return found;
}

// Dates as listed on https://www.gov.uk/bank-holidays.
describe.each([
  [
    'England and Wales',
    {
      2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
      2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
      2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
      2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
      2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
    },
  ],
  [
    'Scotland',
    {
      2024: '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26',
      2025: '01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26',
      2026: '01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28',
      2027: '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28',
      2028: '01-03 01-04 04-14 05-01 05-29 08-07 11-30 12-25 12-26',
    },
  ],
  [
    'Northern Ireland',
    {
      2024: '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26',
      2025: '01-01 03-17 04-18 04-21 05-05 05-26 07-14 08-25 12-25 12-26',
      2026: '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28',
      2027: '01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28',
      2028: '01-03 03-17 04-14 04-17 05-01 05-29 07-12 08-28 12-25 12-26',
    },
  ],
])('bank holidays of %s', (nation, years) => {
  it.each(Object.entries(years))('are computed for %s', (year, dates) => {
    expect(holidays(Number(year), nation).join(' ')).toBe(dates);
  });
});

describe('a bank holiday', () => {
  it.each([
    ['2026-12-25', 'Christmas Day (England and Wales, Scotland, Northern Ireland)'],
    ['2026-12-28', 'Boxing Day, substitute day (England and Wales, Scotland, Northern Ireland)'],
    ['2027-08-02', 'Summer bank holiday (Scotland)'],
    ['2027-08-30', 'Summer bank holiday (England and Wales, Northern Ireland)'],
    // New Year's Day on a Sunday: Scotland already has 2 January off, so its substitute is the 3rd.
    [
      '2034-01-02',
      'New Year’s Day, substitute day (England and Wales, Northern Ireland); 2nd January (Scotland)',
    ],
    ['2034-01-03', 'New Year’s Day, substitute day (Scotland)'],
    // Christmas Day on a Sunday: Boxing Day stays where it is.
    ['2033-12-26', 'Boxing Day (England and Wales, Scotland, Northern Ireland)'],
    ['2033-12-27', 'Christmas Day, substitute day (England and Wales, Scotland, Northern Ireland)'],
    ['2026-11-22', undefined],
  ])('has its name and its nations: %s', (date, name) => {
    expect(bankHolidayOn(date)).toBe(name);
  });

  it('follows Easter', () => {
    const goodFridays = [
      '2029-03-30 2030-04-19 2031-04-11 2032-03-26 2033-04-15 2034-04-07 2035-03-23',
      '2036-04-11 2037-04-03 2038-04-23 2039-04-08 2040-03-30 2041-04-19 2042-04-04',
      '2043-03-27 2044-04-15 2045-04-07',
    ].flatMap((years) => years.split(' '));
    for (const date of goodFridays) expect(bankHolidayOn(date)).toMatch(/^Good Friday/);
  });
});

describe('a day such as Christmas, when its bank holiday is on another day', () => {
  it.each([
    ['2027-12-25', 'Christmas Day'],
    ['2027-12-26', 'Boxing Day'],
    ['2026-12-26', 'Boxing Day'],
    ['2028-01-01', 'New Year’s Day'],
    ['2027-03-28', 'Easter Sunday'],
  ])('%s has its name without a nation: %s', (date, name) => {
    expect(bankHolidayOn(date)).toBe(name);
  });

  it.each(['2027-01-02', '2030-03-17'])('is not every holiday on a weekend: %s', (date) => {
    expect(bankHolidayOn(date)).toBeUndefined();
  });
});
