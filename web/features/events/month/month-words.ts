const monthReader = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});
const partsOf = (date: string) =>
  Object.fromEntries(
    monthReader.formatToParts(new Date(date)).map(({ type, value }) => [type, value]),
  );

/** Formats '2027-03' as 'March 2027'. */
export function monthName(month: string): string {
  const parts = partsOf(`${month}-01`);
  return `${parts['month']} ${parts['year']}`;
}

/** Formats '2027-03-01' as 'Monday, March 1'. */
export function dayName(date: string): string {
  const parts = partsOf(date);
  return `${parts['weekday']}, ${parts['month']} ${parts['day']}`;
}

const [first, last] = ['1970-02', '9999-11'];

/** Returns the month a number of months later, or undefined outside the supported range. */
export function monthsAfter(month: string, months: number): string | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const other = new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
  return first <= other && other <= last ? other : undefined;
}
