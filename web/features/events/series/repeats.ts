import {
  dayText,
  nthText,
  weekdayOfDate,
  weekdays,
  writePattern,
  type Pattern,
  type Weekday,
} from '#contract/events/series/recurrence.ts';

/** Form values of a repetition. Everything else follows from the first date. */
export interface Repeats {
  /** `kept` leaves the current rule. */
  choice: 'no' | 'kept' | 'weekly' | 'fortnightly' | 'weekday' | 'day' | 'custom';
  frequency: 'WEEKLY' | 'MONTHLY';
  interval: number;
  /** Weekdays besides the first date's. */
  byDay: Weekday[];
  /**
   * How the rule picks a day of the month: by number, by weekday from the start or end, or the last
   * day.
   */
  monthly: 'day' | 'nth' | 'last' | 'end';
  ends: 'count' | 'until';
  count: number;
  /** The last day, 'YYYY-MM-DD'. */
  until: string;
}

export const noRepeats: Repeats = {
  choice: 'no',
  frequency: 'WEEKLY',
  interval: 1,
  byDay: [],
  monthly: 'nth',
  ends: 'count',
  count: 12,
  until: '',
};

/**
 * Returns the parts of a first date ('2027-01-05T19:30') that a rule uses, or undefined if the date
 * is incomplete.
 */
export function firstDay(start: string) {
  const date = start.slice(0, 10);
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  if (Number.isNaN(Date.parse(date))) return undefined;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return {
    weekday: weekdayOfDate(date),
    day,
    nth: Math.ceil(day / 7),
    isLastOfItsWeekday: day + 7 > length,
    isLast: day === length,
  };
}
export type FirstDay = NonNullable<ReturnType<typeof firstDay>>;

type Monthly = Repeats['monthly'];

/**
 * The default for the weekday choice. A fifth weekday becomes the last, as not every month has
 * five.
 */
export const defaultPlace = ({ nth }: FirstDay): Monthly => (nth < 5 ? 'nth' : 'last');

/** Returns the monthly choices that fit the first date. */
export const placesOf = ({ isLastOfItsWeekday, isLast }: FirstDay): Monthly[] => [
  'nth',
  ...(isLastOfItsWeekday ? (['last'] as const) : []),
  'day',
  ...(isLast ? (['end'] as const) : []),
];

/** Falls back to the nth weekday if the choice doesn't fit the first date. */
export const monthlyOf = (repeats: Repeats, first: FirstDay): Monthly =>
  placesOf(first).includes(repeats.monthly) ? repeats.monthly : 'nth';

/** 'the first Tuesday', 'the 5th', 'the last day' */
export function placeText(place: Monthly, { weekday, nth, day }: FirstDay): string {
  const words = {
    nth: nthText({ nth, weekday }),
    last: nthText({ nth: -1, weekday }),
    day: dayText(day),
    end: dayText(-1),
  };
  return `the ${words[place]}`;
}

const weeklyPattern = (interval: number, days: Weekday[]): Pattern => ({
  freq: 'WEEKLY',
  interval,
  days,
});

function monthlyPattern(
  interval: number,
  place: Monthly,
  { weekday, nth, day }: FirstDay,
): Pattern {
  const days = { nth: [{ nth, weekday }], last: [{ nth: -1, weekday }], day: [day], end: [-1] };
  return { freq: 'MONTHLY', interval, days: days[place] };
}

function patternOf(repeats: Repeats, first: FirstDay): Pattern | undefined {
  const { interval, frequency, byDay } = repeats;
  switch (repeats.choice) {
    case 'weekly':
      return weeklyPattern(1, [first.weekday]);
    case 'fortnightly':
      return weeklyPattern(2, [first.weekday]);
    case 'weekday':
      return monthlyPattern(1, defaultPlace(first), first);
    case 'day':
      return monthlyPattern(1, 'day', first);
    case 'custom': {
      const days = weekdays.filter((each) => each === first.weekday || byDay.includes(each));
      return frequency === 'WEEKLY'
        ? weeklyPattern(interval, days)
        : monthlyPattern(interval, monthlyOf(repeats, first), first);
    }
    case 'no':
    case 'kept':
      return undefined;
  }
}

const endOf = ({ ends, count, until }: Repeats) =>
  ends === 'count' ? `COUNT=${count}` : until && `UNTIL=${until.replaceAll('-', '')}`;

/** Builds an RFC 5545 rule: empty without repetition, undefined while incomplete. */
export function ruleOf(repeats: Repeats, start: string): string | undefined {
  if (repeats.choice === 'no' || repeats.choice === 'kept') return '';
  const first = firstDay(start);
  const pattern = first && patternOf(repeats, first);
  const end = endOf(repeats);
  return pattern && end ? `${writePattern(pattern)};${end}` : undefined;
}

const isWeekday = (text: string): text is Weekday => weekdays.some((each) => each === text);

/** Parses a rule into form values. */
export function repeatsOf(rrule: string): Repeats {
  const parts = Object.fromEntries(rrule.split(';').map((part) => part.split('=')));
  const { FREQ, INTERVAL = 1, BYDAY = '', BYMONTHDAY, COUNT, UNTIL = '' } = parts as Parts;
  const day = /^(\d{4})(\d{2})(\d{2})/.exec(UNTIL)?.slice(1).join('-');
  return {
    choice: 'kept',
    frequency: FREQ === 'MONTHLY' ? 'MONTHLY' : 'WEEKLY',
    interval: Number(INTERVAL),
    byDay: BYDAY.split(',').filter(isWeekday),
    monthly: placeIn(BYDAY, BYMONTHDAY),
    ends: day ? 'until' : 'count',
    count: Number(COUNT ?? noRepeats.count),
    until: day ?? '',
  };
}

function placeIn(byDay: string, byMonthDay: string | undefined): Monthly {
  if (byMonthDay) return byMonthDay === '-1' ? 'end' : 'day';
  return byDay.startsWith('-') ? 'last' : 'nth';
}

type Parts = Partial<
  Record<'FREQ' | 'INTERVAL' | 'BYDAY' | 'BYMONTHDAY' | 'COUNT' | 'UNTIL', string>
>;
