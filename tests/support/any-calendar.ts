import fc from 'fast-check';
import { calendarOf, eventLines } from './imports.ts';

/** Days around the one on which tests read calendars, as '20260616'. */
const day = fc
  .integer({ min: -400, max: 500 })
  .map((days) =>
    new Date(Date.UTC(2026, 5, 10 + days)).toISOString().slice(0, 10).replaceAll('-', ''),
  );
/** Tuesdays, so that some are dates of the series. */
const tuesday = fc
  .integer({ min: -4, max: 9 })
  .map((weeks) =>
    new Date(Date.UTC(2026, 5, 9 + 7 * weeks)).toISOString().slice(0, 10).replaceAll('-', ''),
  );
const anyDay = fc.oneof(day, { arbitrary: tuesday, weight: 4 });

/** Writes a time of a property: 'DTSTART;TZID=BST:20260616T193000'. */
const timeOf = (name: string, days: fc.Arbitrary<string>) =>
  fc
    .tuple(
      days,
      fc.constantFrom(
        ...Array.from({ length: 8 }, () => [';TZID=Europe/London', 'T193000']),
        [';TZID=America/New_York', 'T200000'],
        [';TZID=W. Europe Standard Time', 'T000000'],
        [';TZID=BST', 'T190000'],
        ['', 'T183000Z'],
        ['', 'T193000'],
        [';VALUE=DATE', ''],
        ['', ''],
        ['', 'Tnoon'],
      ),
    )
    .map(([date, [parameters, time]]) => `${name}${parameters}:${date}${time}`);

const rule = fc.oneof(
  fc.constantFrom(
    ...Array.from({ length: 5 }, () => 'FREQ=WEEKLY'),
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
    'FREQ=DAILY;BYDAY=MO,TU,WE',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=MONTHLY;BYDAY=2TU',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=YEARLY',
    'FREQ=WEEKLY;BYMONTH=9,10,11',
    'FREQ=HOURLY;INTERVAL=5',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=',
    '',
  ),
);
const end = fc.oneof(
  fc.constantFrom('', ';COUNT=5', ';COUNT=1', ';COUNT=0', ';COUNT=500', ';UNTIL=soon'),
  anyDay.map((date) => `;UNTIL=${date}`),
  anyDay.map((date) => `;UNTIL=${date}T183000Z`),
);

const someLines = (line: fc.Arbitrary<string>, maxLength: number) => fc.array(line, { maxLength });

const otherLines = fc
  .tuple(
    someLines(
      fc.tuple(rule, end).map((parts) => `RRULE:${parts.join('')}`),
      2,
    ),
    someLines(timeOf('EXDATE', anyDay), 3),
    someLines(timeOf('RDATE', anyDay), 2),
    someLines(
      fc.constantFrom(
        'DURATION:PT1H',
        'DURATION:P1D',
        'DURATION:P',
        'DTEND:20260616T203000Z',
        'DTEND:x',
      ),
      1,
    ),
    someLines(fc.constantFrom('SEQUENCE:1', 'DTSTAMP:20260101T000000Z', 'STATUS:CANCELLED'), 2),
  )
  .map((lines) => lines.flat());

const idLine = fc
  .tuple(timeOf('RECURRENCE-ID', anyDay), fc.boolean())
  .map(([line, isRange]) =>
    isRange ? line.replace('RECURRENCE-ID', 'RECURRENCE-ID;RANGE=THISANDFUTURE') : line,
  );

/** An event of one of three UIDs, or a changed date of one. */
const event = fc
  .tuple(
    fc.constantFrom('one', 'two', 'three'),
    fc.option(idLine, { nil: undefined }),
    timeOf('DTSTART', anyDay),
    otherLines,
  )
  .map(([uid, id, start, others]) => [
    `UID:${uid}`,
    ...(id ? [id, ...others.filter((line) => !line.startsWith('RRULE'))] : others),
    start,
  ]);

/** An event of a calendar, and the line at which it begins. */
export interface PlacedEvent {
  title: string;
  line: number;
  lines: string[];
}

/** Calendars of events that repeat, change and break in many ways, each with a title of its own. */
export const anyCalendar = fc.array(event, { minLength: 1, maxLength: 7 }).map((made) => {
  const events: PlacedEvent[] = [];
  let line = 3;
  for (const [index, lines] of made.entries()) {
    const title = `Event number ${index}`;
    const all = eventLines(`SUMMARY:${title}`, ...texts, ...lines);
    events.push({ title, line, lines: all });
    line += all.length;
  }
  return { events, text: calendarOf(...events.map(({ lines }) => lines)) };
});

const texts = [
  'DESCRIPTION:Come along and bring a friend\\, everybody is welcome.',
  'LOCATION:The Old School',
];
