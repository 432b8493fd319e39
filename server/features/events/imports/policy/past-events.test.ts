import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostImported } from '#contract/events/imports.ts';
import { calendarOf, eventLines } from '#tests/support/imports.ts';
import { isDraft } from './drafts.ts';
import { entriesIn } from './most-events.ts';
import { withoutPast } from './past-events.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const now = new Date('2026-06-10T12:00:00Z');

interface Sent {
  year: number;
  lasts: 'DTEND' | 'DURATION' | 'nothing';
  repeats: boolean;
  isReadable: boolean;
}

const sent: fc.Arbitrary<Sent> = fc.record({
  year: fc.integer({ min: 2015, max: 2028 }),
  lasts: fc.constantFrom('DTEND', 'DURATION', 'nothing'),
  repeats: fc.boolean(),
  isReadable: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
});

const linesOf = ({ year, lasts, repeats, isReadable }: Sent, index: number) => {
  const day = `${year}03${String(1 + (index % 28)).padStart(2, '0')}`;
  return eventLines(
    `UID:${index}@calendar.example`,
    `SUMMARY:Evening ${index}`,
    isReadable ? `DTSTART;TZID=Europe/London:${day}T190000` : 'DTSTART:soon',
    ...(lasts === 'DTEND' ? [`DTEND;TZID=Europe/London:${day}T210000`] : []),
    ...(lasts === 'DURATION' ? ['DURATION:PT2H'] : []),
    ...(repeats ? [`RRULE:FREQ=MONTHLY;UNTIL=${year}0601T000000Z`] : []),
  );
};

it('each event of a long calendar is to come, shown, or counted as left out', () => {
  const events = fc.array(sent, { minLength: mostImported + 1, maxLength: mostImported + 400 });
  fc.assert(
    fc.property(events, (all) => {
      const entries = entriesIn(calendarOf(...all.map(linesOf)), now);
      const shown = entries.filter((entry) => isDraft(entry) || entry.leftOut === undefined);
      const left = entries.reduce(
        (sum, entry) => sum + (isDraft(entry) ? 0 : (entry.leftOut ?? 0)),
        0,
      );
      expect(shown.length + left).toBe(all.length);
      expect(shown.length).toBe(mostImported);
      const uids = new Set<string>(shown.map(({ uid }) => uid));
      const missing = all.filter(
        ({ year, isReadable }, index) =>
          isReadable && year > 2026 && !uids.has(`${index}@calendar.example`),
      );
      expect(missing).toEqual([]);
    }),
    { numRuns: 8, seed: fuzzSeed },
  );
});

const past = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    eventLines(
      `UID:${index}`,
      'SUMMARY:Walk',
      'DTSTART:20200101T100000Z',
      'DTEND:20200101T110000Z',
    ),
  );
const about = ['UID:kept', 'SUMMARY:Kept'];

it.each<[string, string[][]]>([
  ['is to come', [eventLines(...about, 'DTSTART:20270101T100000Z')]],
  ['ends to come', [eventLines(...about, 'DTSTART:20200101', 'DTEND:20270101')]],
  ['has a length', [eventLines(...about, 'DTSTART:20200101', 'DURATION:P3000D')]],
  ['repeats without an end', [eventLines(...about, 'DTSTART:20200101', 'RRULE:FREQ=YEARLY')]],
  [
    'repeats to a day to come',
    [eventLines(...about, 'DTSTART:20200101', 'RRULE:FREQ=YEARLY;UNTIL=20280101')],
  ],
  ['has extra dates', [eventLines(...about, 'DTSTART:20200101', 'RDATE:20270101')]],
  [
    'has a date that was moved out of the past',
    [
      eventLines(...about, 'DTSTART:20200101', 'RRULE:FREQ=YEARLY;UNTIL=20210101'),
      eventLines(...about, 'RECURRENCE-ID:20210101', 'DTSTART:20270101'),
    ],
  ],
  ['has a newer version to come', ['20200101', '20270101'].map((at, sequence) =>
    eventLines(...about, `SEQUENCE:${sequence}`, `DTSTART:${at}`),
  )], // prettier-ignore
  ['can’t be read', [eventLines(...about, 'DTSTART:soon')]],
  ['says nothing of when it is', [eventLines(...about)]],
  [
    'has an alarm that says something else',
    [
      eventLines(
        ...about,
        'DTSTART:20270101',
        'BEGIN:VALARM',
        'UID:1',
        'DTSTART:20200101',
        'END:VALARM',
      ),
    ],
  ],
])('an event that %s is not left out, and keeps its line', (_, events) => {
  const calendar = calendarOf(...past(1_500), ...events);
  const { text, leftOut } = withoutPast(calendar, now);
  expect(leftOut).toBeGreaterThan(500);
  const lineOf = (all: string) => all.split('\r\n').indexOf('UID:kept');
  expect(lineOf(text)).toBe(lineOf(calendar));
  expect(text.split('\r\n')).toHaveLength(calendar.split('\r\n').length);
});

it.each([
  ['1,000 events', calendarOf(...past(1_000))],
  ['events in events', calendarOf(...past(1_500), ['BEGIN:VEVENT', 'BEGIN:VEVENT'])],
  ['an event without an end', `${calendarOf(...past(1_500))}BEGIN:VEVENT`],
])('a calendar with %s stays as it is', (_, calendar) => {
  expect(withoutPast(calendar, now)).toMatchObject({ text: calendar, leftOut: 0 });
});
