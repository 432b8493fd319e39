import { expect, it } from 'vitest';
import { exdatesOf, noSkippedDates, switchDay } from './skipped-dates.ts';

const date = (day: string, bankHoliday?: string) => ({
  startTime: `${day}T18:30:00Z`,
  endTime: `${day}T20:30:00Z`,
  ...(bankHoliday && { bankHoliday }),
});

const dates = [
  date('2027-04-26'),
  date('2027-05-03', 'Early May bank holiday (England and Wales, Scotland, Northern Ireland)'),
  date('2027-05-31', 'Spring bank holiday (England and Wales, Scotland, Northern Ireland)'),
  date('2027-07-12', 'Battle of the Boyne (Northern Ireland)'),
];

it('the form skips one nation’s bank holidays, except those put back', () => {
  const ofScotland = { ...noSkippedDates, holidaysOf: 'Scotland' as const };
  expect(exdatesOf(dates, ofScotland)).toEqual(['2027-05-03', '2027-05-31']);
  expect(exdatesOf(dates, switchDay(ofScotland, '2027-05-31'))).toEqual(['2027-05-03']);
});

it('the form skips Christmas Day and its like, too, where the bank holiday is another day', () => {
  const ofScotland = { ...noSkippedDates, holidaysOf: 'Scotland' as const };
  const winter = [date('2027-12-18'), date('2027-12-25', 'Christmas Day')];
  expect(exdatesOf(winter, ofScotland)).toEqual(['2027-12-25']);
  expect(exdatesOf(winter, noSkippedDates)).toEqual([]);
});

it('the form skips a date that is toggled, and restores it when toggled again', () => {
  const once = switchDay(noSkippedDates, '2027-04-26');
  expect(exdatesOf(dates, once)).toEqual(['2027-04-26']);
  expect(exdatesOf(dates, switchDay(once, '2027-04-26'))).toEqual([]);
});

it('the form identifies a date by its day in London', () => {
  const late = { startTime: '2027-06-01T23:30:00Z', endTime: '2027-06-02T01:00:00Z' };
  expect(exdatesOf([late], switchDay(noSkippedDates, '2027-06-02'))).toEqual(['2027-06-02']);
});
