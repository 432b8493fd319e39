import { describe, expect, it } from 'vitest';
import {
  choirChange as change,
  datesRead,
  draftFrom,
  eventLines,
  read,
  tuesdayChoir as choir,
} from '#tests/support/imports.ts';

const to = (time: string) => `DTSTART;TZID=Europe/London:${time}`;

const [june16, june30] = [16, 30].map((day) => `2026-06-${day} 18:30 Choir`);
const july7 = '2026-07-07 18:30 Choir';
const untilJuly = 'RRULE:FREQ=WEEKLY;UNTIL=20260707T183000Z';

describe('the versions of an event', () => {
  const version = (title: string, ...lines: string[]) =>
    eventLines(
      'UID:walk',
      `SUMMARY:${title}`,
      ...lines.filter((line) => !line.startsWith('DTSTART')),
      lines.find((line) => line.startsWith('DTSTART')) ?? 'DTSTART:20270110T100000Z',
    );

  it.each([
    ['the higher SEQUENCE', ['SEQUENCE:2'], ['SEQUENCE:1']],
    ['the higher SEQUENCE as a number', ['SEQUENCE:10'], ['SEQUENCE:9']],
    ['a SEQUENCE over none', ['SEQUENCE:1'], []],
    ['the later DTSTAMP', ['DTSTAMP:20260102T000000Z'], ['DTSTAMP:20260101T000000Z']],
    [
      'the later DTSTAMP of one SEQUENCE',
      ['SEQUENCE:1', 'DTSTAMP:20260102T000000Z'],
      ['SEQUENCE:1', 'DTSTAMP:20260101T000000Z'],
    ],
    [
      'the higher SEQUENCE though it is older',
      ['SEQUENCE:1', 'DTSTAMP:20260101T000000Z'],
      ['SEQUENCE:0', 'DTSTAMP:20260102T000000Z'],
    ],
    ['the one at another time', ['SEQUENCE:1', 'DTSTART:20270111T100000Z'], ['SEQUENCE:0']],
    ['the cancelled one', ['SEQUENCE:1', 'STATUS:CANCELLED'], ['SEQUENCE:0']],
    ['the one that repeats', ['SEQUENCE:1', 'RRULE:FREQ=WEEKLY;COUNT=2'], ['SEQUENCE:0']],
    [
      'the one changed last',
      ['DTSTAMP:20260101T000000Z', 'LAST-MODIFIED:20260102T000000Z'],
      ['DTSTAMP:20260101T000000Z'],
    ],
  ])('are one, and it is %s', (_, newer, older) => {
    const [one, two] = [version('New walk', ...newer), version('Old walk', ...older)];
    for (const [entries, line] of [
      [read(one, two), 3 + one.length],
      [read(two, one), 3],
    ] as const) {
      expect(entries).toMatchObject([{ uid: 'walk', title: 'New walk' }]);
      expect(draftFrom(...entries).warnings).toContain(
        `Other versions of it in this file were left out (line ${line}).`,
      );
    }
  });

  it('include none that can’t be read', () => {
    const broken = version('New walk', 'SEQUENCE:2', 'DTSTART:soon');
    const entries = read(broken, version('Old walk', 'SEQUENCE:1'));
    expect(entries).toMatchObject([
      { title: 'New walk', reason: expect.any(String) },
      { uid: 'walk', title: 'Old walk' },
    ]);
  });

  it.each([
    ['SEQUENCE:1', 'SEQUENCE:0'],
    ['DTSTAMP:20260102T000000Z', 'DTSTAMP:20260101T000000Z'],
    ['SEQUENCE:3', 'DTSTAMP:20260101T000000Z'],
  ])('are one for a changed date, too: %s', (newer, older) => {
    const moved = [
      change('20260623', to('20260624T193000'), newer),
      change('20260623', to('20260625T193000'), older),
    ];
    const expected = [june16, '2026-06-24 18:30 Choir', june30, july7];
    expect(datesRead(choir(untilJuly), ...moved)).toEqual(expected);
    expect(datesRead(...moved.toReversed(), choir(untilJuly))).toEqual(expected);
    expect(draftFrom(...read(choir(untilJuly), ...moved)).warnings).toEqual([
      'Other versions of it in this file were left out (line 18).',
    ]);
  });

  it('are one for a changed date without its series', () => {
    const moved = [
      change('20260623', to('20260624T193000'), 'SUMMARY:New', 'SEQUENCE:2'),
      change('20260623', to('20260625T193000'), 'SUMMARY:Old', 'SEQUENCE:1'),
    ];
    expect(datesRead(...moved)).toEqual(['2026-06-24 18:30 Event: New']);
  });
});
