import { describe, expect, it } from 'vitest';
import {
  datesHere,
  choirChange as change,
  datesRead,
  tuesdayChoir as choir,
  draftFrom,
  eventLines,
  read,
  readOne,
} from '#tests/support/imports.ts';
import { isDraft } from './drafts.ts';

/** A fair of whole days. */
const fair = eventLines(
  'UID:fair',
  'SUMMARY:Street fair',
  'DTSTART;VALUE=DATE:20260617',
  'RRULE:FREQ=WEEKLY;COUNT=3',
);
const to = (time: string) => `DTSTART;TZID=Europe/London:${time}`;

const [june16, june23, june30] = [16, 23, 30].map((day) => `2026-06-${day} 18:30 Choir`);
const july7 = '2026-07-07 18:30 Choir';
const untilJuly = 'RRULE:FREQ=WEEKLY;UNTIL=20260707T183000Z';

describe('days that a calendar leaves out stay out', () => {
  it.each([
    ['the last by EXDATE', ['EXDATE;TZID=Europe/London:20260707T193000'], []],
    ['the last two', ['EXDATE:20260707T183000Z', 'EXDATE:20260630T183000Z'], []],
    ['the last by a day', ['EXDATE;VALUE=DATE:20260707'], []],
    ['the last by another zone’s hour', ['EXDATE;TZID=America/New_York:20260707T143000'], []],
    ['the first to come', ['EXDATE:20260616T183000Z'], []],
    ['the last, which is cancelled', [], [change('20260707', 'STATUS:CANCELLED')]],
    [
      'the last two, cancelled',
      [],
      [
        change('20260630', 'STATUS:CANCELLED'),
        change('20260707', to('20260708T193000'), 'STATUS:CANCELLED'),
      ],
    ],
    [
      'all from one on',
      [],
      [
        eventLines(
          'UID:choir',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20260630T183000Z',
          'STATUS:CANCELLED',
        ),
      ],
    ],
  ])('%s', (_, lines, changes) => {
    const entries = read(choir(untilJuly, ...lines), ...changes);
    const made = datesHere(entries);
    const { repeats } = draftFrom(...entries);
    expect(repeats?.dates).toBe(made.length);
    expect(made.length).toBe(4 - (repeats?.exdates.length ?? 0));
    expect(repeats?.exdates.length).toBe(/two|from one/.test(_) ? 2 : 1);
  });

  it('with COUNT, which counts them', () => {
    const lines = ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20270207T100000Z'];
    const draft = readOne('DURATION:PT1H', ...lines);
    expect(draft.repeats).toMatchObject({ dates: 4, exdates: ['2027-02-07'] });
  });

  it('all of them, so that none takes place', () => {
    const lines = ['RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20270110T100000Z,20270117T100000Z'];
    const draft = readOne('DURATION:PT1H', ...lines);
    expect(draft).toMatchObject({ isCancelled: true, reason: 'All of its dates are left out.' });
  });
});

describe('a date that was moved is kept', () => {
  it.each([
    [
      'within its series',
      [untilJuly],
      [change('20260623', to('20260625T190000'))],
      [june16, '2026-06-25 18:00 Choir', june30, july7],
    ],
    [
      'with another title',
      [untilJuly],
      [change('20260623', to('20260623T193000'), 'SUMMARY:Concert')],
      [june16, '2026-06-23 18:30 Concert', june30, july7],
    ],
    [
      'from the past to the future',
      [untilJuly],
      [change('20260512', to('20260620T150000'), 'SUMMARY:Concert')],
      [june16, '2026-06-20 14:00 Concert', june23, june30, july7],
    ],
    [
      'from the future to the past',
      [untilJuly],
      [change('20260616', to('20260609T150000'))],
      [june23, june30, july7],
    ],
    [
      'from a day that its rule doesn’t have',
      ['RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20260630T235959Z'],
      [change('20260618', to('20260619T193000'))],
      [june16, '2026-06-19 18:30 Choir', june23, june30],
    ],
    [
      'out of a series that has ended',
      ['RRULE:FREQ=WEEKLY;UNTIL=20260602T235959Z'],
      [change('20260602', to('20260704T193000'))],
      ['2026-07-04 18:30 Choir'],
    ],
    [
      'out of one with a number of dates',
      ['RRULE:FREQ=WEEKLY;COUNT=3'],
      [change('20260120', to('20260704T193000'))],
      ['2026-07-04 18:30 Choir'],
    ],
    [
      'out of one behind its end',
      ['RRULE:FREQ=WEEKLY;UNTIL=20260616T235959Z'],
      [change('20260707', to('20260707T193000'))],
      [june16, july7],
    ],
    [
      'by RDATE, with its old day left out',
      [untilJuly, 'EXDATE:20260623T183000Z', 'RDATE;TZID=Europe/London:20260625T193000'],
      [],
      [june16, '2026-06-25 18:30 Choir', june30, july7],
    ],
    [
      'to an hour of its own by RDATE',
      [untilJuly, 'EXDATE:20260623T183000Z', 'RDATE;TZID=Europe/London:20260623T100000'],
      [],
      [june16, '2026-06-23 09:00 Choir', june30, july7],
    ],
    [
      'though RDATE has it',
      [untilJuly, 'RDATE;TZID=Europe/London:20260625T193000'],
      [change('20260625', to('20260626T193000'))],
      [june16, june23, '2026-06-26 18:30 Choir', june30, july7],
    ],
    [
      'from a past RDATE',
      [untilJuly, 'RDATE;TZID=Europe/London:20260521T193000'],
      [change('20260521', to('20260626T193000'))],
      [june16, june23, '2026-06-26 18:30 Choir', june30, july7],
    ],
    [
      'though its old day is left out, too',
      [untilJuly, 'EXDATE:20260623T183000Z'],
      [change('20260623', to('20260625T193000'))],
      [june16, '2026-06-25 18:30 Choir', june30, july7],
    ],
    [
      'though its old day, the last, is left out, too',
      [untilJuly, 'EXDATE:20260707T183000Z'],
      [change('20260707', to('20260708T193000'))],
      [june16, june23, june30, '2026-07-08 18:30 Choir'],
    ],
    [
      'though it was an RDATE that is left out, too',
      [untilJuly, 'RDATE:20260625T183000Z', 'EXDATE:20260625T183000Z'],
      [change('20260625', to('20260626T193000'))],
      [june16, june23, '2026-06-26 18:30 Choir', june30, july7],
    ],
    [
      'from an event without a rule',
      [],
      [change('20260106', to('20260626T193000'))],
      ['2026-06-26 18:30 Choir'],
    ],
  ])('%s', (_, lines, changes, expected) => {
    expect(datesRead(choir(...lines), ...changes)).toEqual(expected);
  });

  it.each([
    'RECURRENCE-ID;VALUE=DATE:20260624',
    'RECURRENCE-ID:20260624',
    'RECURRENCE-ID;TZID=W. Europe Standard Time:20260624T000000',
    'RECURRENCE-ID;TZID=Europe/London:20260624T000000',
    'RECURRENCE-ID:20260623T230000Z',
    'RECURRENCE-ID:20260623T220000Z',
    'RECURRENCE-ID:20260624T000000Z',
    'RECURRENCE-ID;TZID=America/New_York:20260624T000000',
    'RECURRENCE-ID;TZID="(UTC+12:00) Auckland, Wellington":20260624T000000',
  ])('within a series of whole days, by any zone’s midnight: %s', (line) => {
    const moved = eventLines(
      'UID:fair',
      line,
      'SUMMARY:Street fair',
      'DTSTART;VALUE=DATE:20260625',
    );
    expect(datesRead(fair, moved)).toEqual(
      [16, 24, 30].map((day) => `2026-06-${day} 23:00 Street fair`),
    );
  });

  it('as a whole day of another zone’s midnights', () => {
    const zone = 'TZID=W. Europe Standard Time';
    const moved = eventLines(
      'UID:fair',
      `RECURRENCE-ID;${zone}:20260624T000000`,
      'SUMMARY:Street fair',
      `DTSTART;${zone}:20260625T000000`,
      `DTEND;${zone}:20260626T000000`,
    );
    expect(datesHere(read(fair, moved))[1]).toMatchObject({
      startTime: new Date('2026-06-24T23:00Z'),
      endTime: new Date('2026-06-25T22:59Z'),
    });
  });

  it('as long as its series, with its texts, where it says nothing of them', () => {
    const entries = read(choir(untilJuly), change('20260512', to('20260620T150000')));
    expect(entries[1]).toMatchObject({
      uid: 'choir 2026-05-12',
      title: 'Choir',
      description: 'Come and sing with us, no audition.',
      location: '12 Foxglove Lane',
      startTime: '2026-06-20T14:00:00.000Z',
      endTime: '2026-06-20T16:00:00.000Z',
      warnings: [],
    });
  });

  it.each([
    ['with a rule', change('20260623', to('20260625T193000'), 'SUMMARY:Concert'), true],
    ['without a title', change('20260623', to('20260625T193000')), false],
    [
      'with all later ones',
      eventLines(
        'UID:x',
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20260623T183000Z',
        'SUMMARY:Concert',
        'DTSTART:20260625T183000Z',
      ),
      true,
    ],
  ])('without its series, as an event or with its line: %s', (_, alone, isRead) => {
    const [entry] = read(alone);
    expect(entry && isDraft(entry)).toBe(isRead);
    expect(isRead || entry).toMatchObject(
      isRead ? {} : { reason: 'Line 3: this event has no title' },
    );
  });

  it('with what is guessed of it', () => {
    const [series] = read(
      choir(untilJuly),
      change('20260623', 'DTSTART;TZID=XYZ:20260625T193000', 'DESCRIPTION:Soon'),
    );
    expect(draftFrom(series).warnings).toEqual([
      'Jun 23, 2026: Its time zone is not known, so its times are read as times in London.',
      'Jun 23, 2026: Its description is too short and was left out.',
    ]);
    expect(draftFrom(series).repeats?.moved).toMatchObject([
      { day: '2026-06-23', description: 'Come and sing with us, no audition.' },
    ]);
  });

  it('and one that is like the others needs no change', () => {
    const [series] = read(choir(untilJuly), change('20260623', to('20260623T193000')));
    expect(draftFrom(series).repeats).toMatchObject({ dates: 4, moved: [] });
  });
});

describe('a change of all dates from one on', () => {
  const range = (day: string, ...lines: string[]) =>
    eventLines(
      'UID:choir',
      `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:${day}T193000`,
      ...lines,
    );

  it.each([
    [
      'of their hour',
      [range('20260623', to('20260623T200000'))],
      [june16, '2026-06-23 19:00 Choir', '2026-06-30 19:00 Choir', '2026-07-07 19:00 Choir'],
    ],
    [
      'of their day',
      [range('20260630', to('20260701T193000'))],
      [june16, june23, '2026-07-01 18:30 Choir', '2026-07-08 18:30 Choir'],
    ],
    [
      'of their title',
      [range('20260630', to('20260630T193000'), 'SUMMARY:Small choir')],
      [june16, june23, '2026-06-30 18:30 Small choir', '2026-07-07 18:30 Small choir'],
    ],
    [
      'in quotes',
      [
        range('20260630', to('20260630T200000')).map((line) =>
          line.replace('=T', '="T').replace('E;', 'E";'),
        ),
      ],
      [june16, june23, '2026-06-30 19:00 Choir', '2026-07-07 19:00 Choir'],
    ],
    [
      'since the past',
      [range('20260310', to('20260310T200000'))],
      ['16', '23', '30']
        .map((day) => `2026-06-${day} 19:00 Choir`)
        .concat('2026-07-07 19:00 Choir'),
    ],
    [
      'with a date that differs again',
      [range('20260623', to('20260623T200000')), change('20260630', to('20260701T100000'))],
      [june16, '2026-06-23 19:00 Choir', '2026-07-01 09:00 Choir', '2026-07-07 19:00 Choir'],
    ],
    [
      'and another from a later one on',
      [range('20260623', to('20260623T200000')), range('20260630', to('20260630T203000'))],
      [june16, '2026-06-23 19:00 Choir', '2026-06-30 19:30 Choir', '2026-07-07 19:30 Choir'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(datesRead(choir(untilJuly), ...changes)).toEqual(expected);
  });
});

it('a change of all dates before one changes its own date, and says so', () => {
  const [draft] = read(
    choir('RRULE:FREQ=WEEKLY'),
    change('20260623', to('20260623T200000'), 'SUMMARY:Small choir').map((line) =>
      line.replace('RECURRENCE-ID', 'RECURRENCE-ID;RANGE=THISANDPRIOR'),
    ),
  );
  expect(draft).toMatchObject({ repeats: { moved: [{ title: 'Small choir' }] } });
  expect(draft).toMatchObject({
    warnings: expect.arrayContaining([
      'Jun 23, 2026: It changes all dates before it, too (THISANDPRIOR). Here it changes its own date alone.',
    ]),
  });
});

describe('extra dates (RDATE)', () => {
  const twice = 'RRULE:FREQ=WEEKLY;COUNT=2';
  it.each([
    [
      'besides a rule',
      ['DTSTART:20270110T100000Z', twice, 'RDATE:20270112T100000Z'],
      ['10 10', '12 10', '17 10'],
    ],
    ['without a rule', ['RDATE:20270112T100000Z,20270113T110000Z'], ['10 10', '12 10', '13 11']],
    ['that its rule has', [twice, 'RDATE:20270110T100000Z,20270117T100000Z'], ['10 10', '17 10']],
    ['that its beginning is', ['RDATE:20270110T100000Z'], ['10 10']],
    ['twice', ['RDATE:20270112T100000Z', 'RDATE:20270112T100000Z'], ['10 10', '12 10']],
    [
      'that are left out again',
      [twice, 'RDATE:20270112T100000Z', 'EXDATE:20270112T100000Z'],
      ['10 10', '17 10'],
    ],
    ['by day alone', [twice, 'RDATE;VALUE=DATE:20270112'], ['10 10', '12 10', '17 10']],
    [
      'with an end',
      [twice, 'RDATE;VALUE=PERIOD:20270112T150000Z/20270112T160000Z'],
      ['10 10', '12 15', '17 10'],
    ],
    [
      'with a length',
      [twice, 'RDATE;VALUE=PERIOD:20270112T150000Z/PT30M'],
      ['10 10', '12 15', '17 10'],
    ],
    [
      'in another zone',
      [twice, 'RDATE;TZID=America/New_York:20270112T100000'],
      ['10 10', '12 15', '17 10'],
    ],
    ['that are over', [twice, 'RDATE:20260112T100000Z'], ['10 10', '17 10']],
  ])('are events of their own: %s', (_, lines, expected) => {
    const walk = eventLines(
      'UID:walk',
      'SUMMARY:Canal walk',
      ...(lines[0]?.startsWith('DTSTART') ? [] : ['DTSTART:20270110T100000Z']),
      'DURATION:PT1H',
      ...lines,
    );
    expect(datesRead(walk)).toEqual(expected.map((each) => `2027-01-${each}:00 Canal walk`));
  });

  it('of one day are changed one by one', () => {
    const at = (time: string, ...lines: string[]) =>
      eventLines('UID:play', `RECURRENCE-ID:${time}Z`, ...lines);
    const play = eventLines(
      'UID:play',
      'SUMMARY:Our play',
      'DTSTART:20270110T140000Z',
      'RDATE:20270110T190000Z,20270112T140000Z,20270112T190000Z',
    );
    expect(
      datesRead(
        play,
        at('20270110T140000', 'DTSTART:20270110T150000Z', 'SUMMARY:Matinee'),
        at('20270110T190000', 'DTSTART:20270110T200000Z', 'SUMMARY:Evening'),
        at('20270112T140000', 'DTSTART:20270112T150000Z', 'SUMMARY:Matinee'),
      ),
    ).toEqual([
      '2027-01-10 15:00 Matinee',
      '2027-01-10 20:00 Evening',
      '2027-01-12 15:00 Matinee',
      '2027-01-12 19:00 Our play',
    ]);
  });

  it('have their own lengths', () => {
    const walk = eventLines(
      'UID:walk',
      'SUMMARY:Canal walk',
      'DTSTART:20270110T100000Z',
      'DURATION:PT1H',
      'RDATE;VALUE=PERIOD:20270112T150000Z/PT30M',
      'RDATE:20270113T150000Z',
    );
    expect(
      datesHere(read(walk)).map(
        ({ startTime, endTime }) => (endTime.getTime() - startTime.getTime()) / 60_000,
      ),
    ).toEqual([60, 30, 60]);
  });

  it('are at most as many as those of a series, and more are said', () => {
    const days = Array.from({ length: 200 }, (_, index) =>
      new Date(Date.UTC(2027, 1, 1 + index)).toISOString().slice(0, 10).replaceAll('-', ''),
    );
    const entries = read(
      eventLines(
        'UID:walk',
        'SUMMARY:Canal walk',
        'DTSTART:20270110T100000Z',
        `RDATE;VALUE=DATE:${days.join(',')}`,
      ),
    );
    expect(entries).toHaveLength(105);
    expect(draftFrom(...entries).warnings).toContain(
      'It has more extra dates (RDATE). Here are the next 104.',
    );
  });
});
