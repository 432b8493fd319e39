// Bank holidays by the Banking and Financial Dealings Act 1971, schedule 1, and the yearly
// proclamations that move them, as https://www.gov.uk/bank-holidays lists them: a holiday on a
// weekend moves to the next working day.
import { LRUCache } from 'lru-cache';
import { daysAfter } from '#contract/platform/days.ts';
import { weekdayOfDate, weekdays, type Weekday } from '#contract/events/series/recurrence.ts';

const allNations = ['England and Wales', 'Scotland', 'Northern Ireland'] as const;
type Nation = (typeof allNations)[number];
const [englandAndWales, scotland, northernIreland] = allNations;
const outsideScotland: Nation[] = [englandAndWales, northernIreland];

interface Holiday {
  name: string;
  date: string;
  nations: readonly Nation[];
}

/** Holidays proclaimed for a single year. */
const proclaimedHolidays: Holiday[] = [
  { name: 'World Cup bank holiday', date: '2026-06-15', nations: [scotland] },
];

/**
 * Names the holidays of a date: 'Christmas Day (England and Wales, Scotland, Northern Ireland)', or
 * 'Christmas Day' alone where the bank holiday is another day; undefined for any other day.
 */
export function bankHolidayOn(date: string): string | undefined {
  const names = holidaysOfYear(Number(date.slice(0, 4))).get(date);
  return names && [...names].map(inWords).join('; ');
}

const inWords = ([name, nations]: [name: string, nations: Nation[]]) =>
  nations.length > 0 ? `${name} (${nations.join(', ')})` : name;

/** Maps each date to its holidays, and each holiday to the nations that keep it. */
type Year = Map<string, Map<string, Nation[]>>;
const yearsCache = new LRUCache<number, Year>({ max: 50 });

function holidaysOfYear(year: number): Year {
  const cached = yearsCache.get(year);
  if (cached) return cached;
  const made: Year = new Map();
  for (const nation of allNations) {
    for (const { date, name } of observedIn(nation, holidaysOf(year))) {
      const names = made.get(date) ?? new Map<string, Nation[]>();
      names.set(name, [...(names.get(name) ?? []), nation]);
      made.set(date, names);
    }
  }
  for (const { date, name } of keptDays(year)) {
    const names = made.get(date) ?? new Map<string, Nation[]>();
    if (!names.has(name)) made.set(date, names.set(name, []));
  }
  yearsCache.set(year, made);
  return made;
}

/**
 * One nation's holidays, each on the day it keeps it. A day that is already free is no substitute
 * for another.
 */
function observedIn(nation: Nation, holidays: Holiday[]): Omit<Holiday, 'nations'>[] {
  const own = holidays.filter(({ nations }) => nations.includes(nation));
  const freeDays = new Set(own.map(({ date }) => date));
  return own.map(({ name, date }) => {
    if (!isWeekend(date)) return { name, date };
    let substitute = daysAfter(date, 1);
    while (isWeekend(substitute) || freeDays.has(substitute)) substitute = daysAfter(substitute, 1);
    freeDays.add(substitute);
    return { name: `${name}, substitute day`, date: substitute };
  });
}

const isWeekend = (date: string) => ['SA', 'SU'].includes(weekdayOfDate(date));

function holidaysOf(year: number): Holiday[] {
  const easter = easterOf(year);
  const on = (day: string, name: string, nations: readonly Nation[]) => ({
    name,
    date: `${String(year).padStart(4, '0')}-${day}`,
    nations,
  });
  const monday = (from: string, name: string, nations: readonly Nation[]) => {
    const { date, ...rest } = on(from, name, nations);
    return { ...rest, date: nextOf('MO', date) };
  };
  return [
    on('01-01', 'New Year’s Day', allNations),
    on('01-02', '2nd January', [scotland]),
    on('03-17', 'St Patrick’s Day', [northernIreland]),
    { name: 'Good Friday', date: daysAfter(easter, -2), nations: allNations },
    { name: 'Easter Monday', date: daysAfter(easter, 1), nations: outsideScotland },
    monday('05-01', 'Early May bank holiday', allNations),
    monday('05-25', 'Spring bank holiday', allNations),
    on('07-12', 'Battle of the Boyne', [northernIreland]),
    monday('08-01', 'Summer bank holiday', [scotland]),
    monday('08-25', 'Summer bank holiday', outsideScotland),
    on('11-30', 'St Andrew’s Day', [scotland]),
    on('12-25', 'Christmas Day', allNations),
    on('12-26', 'Boxing Day', allNations),
    ...proclaimedHolidays.filter(({ date }) => date.startsWith(`${year}-`)),
  ];
}

/** Days that people keep at home, whichever day the bank holiday is. */
const keptDays = (year: number): Omit<Holiday, 'nations'>[] => [
  ...holidaysOf(year).filter(({ name }) => namesOfKeptDays.has(name)),
  { name: 'Easter Sunday', date: easterOf(year) },
];
const namesOfKeptDays = new Set(['New Year’s Day', 'Christmas Day', 'Boxing Day']);

/** Finds the first such weekday on or after a date. */
function nextOf(weekday: Weekday, date: string): string {
  const ahead = weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOfDate(date));
  return daysAfter(date, (ahead + 7) % 7);
}

/**
 * Calculates Easter Sunday: the paschal full moon from the moon's age at the year's start, then the
 * next Sunday.
 */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const moon =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) %
    30;
  const full =
    moon -
    Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7;
  return daysAfter(`${String(year).padStart(4, '0')}-03-28`, full - weekday);
}
