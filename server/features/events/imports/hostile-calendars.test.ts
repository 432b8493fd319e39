import { describe, expect, it } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { calendarOf, eventLines } from '#tests/support/imports.ts';
import { isDraft } from './policy/drafts.ts';
import { readEntries } from './queries/read-calendar.ts';

const now = new Date('2026-06-10T12:00:00Z');
const start = 'DTSTART:20270110T100000Z';
const title = 'SUMMARY:Canal walk';
const upTo = (most: number) => Array.from({ length: most }, (_, index) => index).join(',');
const repeated = (text: string, count: number) => Array.from({ length: count }, () => text);

/** Reads a calendar; for a refused one, the sentence. */
const read = async (ics: string) =>
  readEntries(ics, now).catch((error: unknown) => {
    if (error instanceof Refusal) return error.fields?.ics ?? error.message;
    throw error;
  });

describe('a file that is no calendar is refused with its line', () => {
  it.each<[string, string, number]>([
    ['JSON', '{"BEGIN": "VCALENDAR"}', 1],
    ['a card', 'BEGIN:VCARD\nFN:Ada\nEND:VCARD', 1],
    ['one after empty lines', '\n\nHello', 3],
    ['zeros', '\0'.repeat(1_000), 1],
    ['a picture', '\x89PNG\r\n\x1A\n', 1],
    ['a calendar within a line', 'Hello BEGIN:VCALENDAR', 1],
    [
      'too many events',
      calendarOf(
        ...Array.from({ length: 1_001 }, (_, index) => eventLines(`${title} ${index}`, start)),
      ),
      4_003,
    ],
  ])('%s', async (_, ics, line) => {
    expect(await read(ics)).toMatch(new RegExp(`^Line ${line}: `));
  });
});

describe('an event that can’t be read is refused with its line, and others are read', () => {
  it.each<[string, string[], number]>([
    ['without a beginning', [title], 8],
    ['without a title', [start], 8],
    ['with an empty title', [start, 'SUMMARY:'], 10],
    ['with a title of spaces', [start, 'SUMMARY:   '], 10],
    ['with an invisible title', [start, 'SUMMARY:\u200B\u200B\u200B\u200B\u200B\u200B'], 10],
    ['that begins at a word', [title, 'DTSTART:soon'], 10],
    ['that begins on a 31st of February', [title, 'DTSTART:20270231T100000Z'], 10],
    ['that begins at 25 o’clock', [title, 'DTSTART:20270110T250000Z'], 10],
    ['of the year 0', [title, 'DTSTART:00000110T100000Z'], 10],
    ['of the year 9999', [title, 'DTSTART:99990110T100000Z'], 10],
    ['with an empty beginning', [title, 'DTSTART:'], 10],
    ['that ends at a word', [title, start, 'DTEND:late'], 11],
    ['with a day left out that is none', [title, start, 'RRULE:FREQ=DAILY', 'EXDATE:x'], 12],
    ['with open quotes', [title, 'DTSTART;TZID="Europe:20270110T100000'], 10],
  ])('%s', async (_, lines, line) => {
    const ics = calendarOf(eventLines('UID:good', title, start), eventLines(...lines));
    const entries = await read(ics);
    if (typeof entries === 'string') throw new Error(entries);
    expect(entries.map(isDraft)).toEqual([true, false]);
    expect(entries[1]).toMatchObject({
      reason: expect.stringMatching(new RegExp(`^Line ${line}: `)),
    });
  });
});

describe('an event that isn’t finished is refused with its line, and others are read', () => {
  const good = eventLines('UID:good', title, start);
  it.each<[string, string, number]>([
    ['in a file that was cut', calendarOf(good).replace('END:VCALENDAR', 'BEGIN:VEVENT\nUID:1'), 8],
    ['before another', calendarOf(['BEGIN:VEVENT', 'UID:1', title, start], good), 3],
    [
      'before another calendar',
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n${start}\n${calendarOf(good)}`,
      2,
    ],
  ])('%s', async (_, ics, line) => {
    const entries = await read(ics);
    if (typeof entries === 'string') throw new Error(entries);
    expect(entries.filter(isDraft)).toMatchObject([{ uid: 'good' }]);
    expect(entries.filter((entry) => !isDraft(entry))).toMatchObject([
      { reason: `Line ${line}: this event has no end (END:VEVENT)` },
    ]);
  });
});

describe('a calendar that would take long', () => {
  it.each<[string, string]>([
    ['a rule without an end from 1970', 'RRULE:FREQ=WEEKLY;INTERVAL=11\nDTSTART:19700101T100000Z'],
    ['a count of all numbers', `RRULE:FREQ=DAILY;COUNT=${'9'.repeat(300)}`],
    ['an interval of all numbers', `RRULE:FREQ=WEEKLY;INTERVAL=${'9'.repeat(300)}`],
    ['a rule of 1 kB', `RRULE:FREQ=SECONDLY;BYSECOND=${repeated('1', 500).join(',')}`],
    ['a rule with no day', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2'],
    ['a rule that ends before it begins', 'RRULE:FREQ=WEEKLY;UNTIL=19990101'],
    [
      'a rule of all minutes',
      `RRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};COUNT=99999999\nDTSTART:19700101T100000Z`,
    ],
    ['a rule of all days', `RRULE:FREQ=YEARLY;BYYEARDAY=${upTo(400)};BYSETPOS=${upTo(400)}`],
    ['a rule of months that there are none of', `RRULE:FREQ=YEARLY;BYMONTH=-${'9'.repeat(30)}`],
    ['a rule of the 30th of February', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['a rule of seconds in a month', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'],
    ['a rule of all words', `RRULE:${'FREQ;'.repeat(100_000)}`],
    [
      'days left out without an end',
      `RRULE:FREQ=WEEKLY\nEXDATE:${repeated('20270117T100000Z', 40_000).join(',')}`,
    ],
    ['extra days without an end', `RDATE:${repeated('20270117T100000Z', 40_000).join(',')}`],
    ['a length of ages', `DURATION:P${'9'.repeat(200)}W`],
    ['a folded line without an end', `DESCRIPTION:a\n${repeated(' a', 100_000).join('\n')}`],
    ['a description of tags', `DESCRIPTION:<p>${'<'.repeat(500_000)}`],
    ['a description of open links', `DESCRIPTION:${'<a href="'.repeat(50_000)}`],
    ['a description of comments', `DESCRIPTION:<p>${'<!-- '.repeat(100_000)}`],
    ['a description of attributes', `DESCRIPTION:<p ${'a="'.repeat(200_000)}>`],
    ['a description of paragraphs', `DESCRIPTION:${'<p>a'.repeat(100_000)}`],
    ['a description of entities', `DESCRIPTION:${'&amp;'.repeat(150_000)}`],
    ['a description of codes', `DESCRIPTION:Zoom ${'PIN: 1 '.repeat(100_000)}`],
    [
      'a description of lines',
      `DESCRIPTION:https://zoom.us/j/1${'\\n+44 123456 #'.repeat(50_000)}`,
    ],
    ['a title of cancellations', `SUMMARY:${'Cancelled: '.repeat(50_000)}`],
    ['a place of brackets', `LOCATION:https://zoom.us/j/1 ${'('.repeat(400_000)}`],
    ['a place of postcodes', `LOCATION:${'TR19 7DG '.repeat(80_000)}`],
    [
      'quoted-printable without an end',
      `SUMMARY;QUOTED-PRINTABLE:${repeated('a=', 100_000).join('\n')}`,
    ],
    ['a name without an end', 'A'.repeat(500_000)],
    ['alarms in alarms', repeated('BEGIN:VALARM', 40_000).join('\n')],
    ['parameters without an end', `LOCATION;${'A=b;'.repeat(100_000)}:here`],
    ['a UID without an end', `UID:${'u'.repeat(500_000)}`],
  ])('is read in its time: %s', async (_, lines) => {
    const ics = calendarOf(eventLines(title, start, ...lines.split('\n')));
    const entries = await read(ics);
    const outcome = typeof entries === 'string' ? entries : `${entries.length} read`;
    expect(outcome).toMatch(/^(?:[012] read$|Line \d+: )/);
  });

  it('is read whole: a description of links', async () => {
    const links = `DESCRIPTION:${'https://zoom.us/j/1 '.repeat(40_000)}`;
    expect(await read(calendarOf(eventLines(title, start, links)))).toHaveLength(1);
  });

  it.each<[string, string[]]>([
    ['time zones that change each day', timeZone('RRULE:FREQ=DAILY')],
    ['time zones that never change', timeZone('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')],
    ['time zones of 5 kB', timeZone('X-NOTE:'.padEnd(5_000, 'a'))],
    ['time zones without an end', repeated('BEGIN:VTIMEZONE', 40_000)],
    ['a time zone of the year 1', timeZone('RRULE:FREQ=YEARLY', '00010101T000000')],
  ])('is read in its time: %s', async (_, zone) => {
    const hundred = Array.from({ length: 100 }, (__, index) =>
      zone.map((line) => line.replace('TZID:Z', `TZID:Z${index}`)),
    );
    const zones = zone.length > 10 ? zone : hundred.flat();
    const event = eventLines(title, 'DTSTART;TZID=Z7:20270110T100000', 'RRULE:FREQ=WEEKLY');
    expect(await read(calendarOf(zones, event))).toHaveLength(1);
  });
});

const timeZone = (rule: string, begins = '16010101T000000') => [
  'BEGIN:VTIMEZONE',
  'TZID:Z',
  'BEGIN:STANDARD',
  `DTSTART:${begins}`,
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  rule,
  'END:STANDARD',
  'END:VTIMEZONE',
];
