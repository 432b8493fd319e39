import { describe, expect, it } from 'vitest';
import { patternText, writePattern, type Pattern } from './recurrence.ts';

const weekly = (days: Extract<Pattern, { freq: 'WEEKLY' }>['days'], interval = 1): Pattern => ({
  freq: 'WEEKLY',
  interval,
  days,
});
const monthly = (days: Extract<Pattern, { freq: 'MONTHLY' }>['days'], interval = 1): Pattern => ({
  freq: 'MONTHLY',
  interval,
  days,
});

describe('a pattern has its words in English and its rule in RFC 5545', () => {
  it.each<[string, string, Pattern]>([
    ['Every Tuesday', 'FREQ=WEEKLY;BYDAY=TU', weekly(['TU'])],
    ['Every Tuesday and Thursday', 'FREQ=WEEKLY;BYDAY=TU,TH', weekly(['TU', 'TH'])],
    ['Every Monday, Tuesday and Sunday', 'FREQ=WEEKLY;BYDAY=MO,TU,SU', weekly(['MO', 'TU', 'SU'])],
    [
      'Every day',
      'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
      weekly(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
    ],
    ['Every two weeks on Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', weekly(['TU'], 2)],
    ['Every twelve weeks on Sunday', 'FREQ=WEEKLY;INTERVAL=12;BYDAY=SU', weekly(['SU'], 12)],
    ['First Friday of the month', 'FREQ=MONTHLY;BYDAY=1FR', monthly([{ nth: 1, weekday: 'FR' }])],
    [
      'First Friday and third Friday of the month',
      'FREQ=MONTHLY;BYDAY=1FR,3FR',
      monthly([
        { nth: 1, weekday: 'FR' },
        { nth: 3, weekday: 'FR' },
      ]),
    ],
    [
      'Last Friday of every second month',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR',
      monthly([{ nth: -1, weekday: 'FR' }], 2),
    ],
    ['On the 14th of the month', 'FREQ=MONTHLY;BYMONTHDAY=14', monthly([14])],
    ['On the 1st and 22nd of the month', 'FREQ=MONTHLY;BYMONTHDAY=1,22', monthly([1, 22])],
    ['On the 3rd of every third month', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=3', monthly([3], 3)],
    [
      'On the 11th, 12th and 13th of the month',
      'FREQ=MONTHLY;BYMONTHDAY=11,12,13',
      monthly([11, 12, 13]),
    ],
    ['On the last day of the month', 'FREQ=MONTHLY;BYMONTHDAY=-1', monthly([-1])],
  ])('%s', (text, rrule, pattern) => {
    expect([patternText(pattern), writePattern(pattern)]).toEqual([text, rrule]);
  });
});
