import { describe, expect, it } from 'vitest';
import type { Draft } from '#platform/calendar/drafts.ts';
import { eventLines, read, readOne } from '#tests/support/imports.ts';

/** '2027-07-10 09:00' to '2027-07-10 10:00', in UTC. */
const timesOf = ({ startTime, endTime }: Draft) =>
  [startTime, endTime].map((time) => time.slice(0, 16).replace('T', ' '));

describe('a value that can’t be read costs one event, with its line', () => {
  it.each([
    ['DURATION:P'],
    ['DURATION:P400D'],
    ['DURATION:P53W'],
    ['DURATION:PT9000H'],
    ['DURATION:PT'],
    ['DURATION:'],
    ['DURATION:1:30'],
    ['DURATION:P1DT'],
    ['DURATION:PT1'],
    ['DURATION:P1Y'],
    ['DURATION:two hours'],
    ['DURATION:PT1H30'],
    ['DURATION;X=1:∞'],
    ['DTEND:20270110T990000Z'],
    ['DTEND:'],
    ['RECURRENCE-ID:'],
    ['RECURRENCE-ID:tomorrow'],
    ['EXDATE:x'],
  ])('%s', (line) => {
    const good = eventLines('UID:good', 'SUMMARY:Hill walk', 'DTSTART:20270110T100000Z');
    const bad = eventLines('UID:bad', 'SUMMARY:Canal walk', 'DTSTART:20270110T100000Z', line);
    expect(read(good, bad)).toMatchObject([
      { uid: 'good', title: 'Hill walk', source: {} },
      { uid: 'bad', title: 'Canal walk', reason: expect.stringMatching(/^Line 12: /) },
    ]);
  });

  it.each([
    ['RDATE:soon', 'Line 7: a date of RDATE can’t be read and was left out.'],
    ['EXDATE:20270117T100000Z,x', 'Line 7: a date of EXDATE can’t be read and was left out.'],
    ['RDATE:20270117T100000Z,20270199T100000Z', 'Line 7: a date of RDATE can’t be read'],
    ['RDATE;VALUE=PERIOD:20270117T100000Z/P', 'Line 7: a date of RDATE can’t be read'],
  ])('is left out of a list with a warning: %s', (line, warning) => {
    expect(readOne(line).warnings).toContainEqual(expect.stringContaining(warning));
  });
});

describe('a length', () => {
  const at = (...lines: string[]) => timesOf(readOne(...lines));
  const london = 'DTSTART;TZID=Europe/London';

  it.each([
    [
      'a day by the calendar while clocks go forward',
      `${london}:20270327T120000`,
      'P1D',
      '2027-03-28 11:00',
    ],
    ['24 hours by the clock', `${london}:20270327T120000`, 'PT24H', '2027-03-28 12:00'],
    [
      'a day by the calendar while clocks go back',
      `${london}:20271030T120000`,
      'P1D',
      '2027-10-31 12:00',
    ],
    ['a week by the calendar', `${london}:20270324T120000`, 'P1W', '2027-03-31 11:00'],
    ['a day and two hours', `${london}:20270327T120000`, 'P1DT2H', '2027-03-28 13:00'],
    [
      'a day by New York’s calendar',
      'DTSTART;TZID=America/New_York:20270313T120000',
      'P1D',
      '2027-03-14 16:00',
    ],
    ['a day in UTC', 'DTSTART:20270327T120000Z', 'P1D', '2027-03-28 12:00'],
    ['with a sign', 'DTSTART:20270327T120000Z', '+PT90M', '2027-03-27 13:30'],
    ['in small letters', 'DTSTART:20270327T120000Z', 'pt45m', '2027-03-27 12:45'],
  ])('is %s', (_, start, length, end) => {
    expect(at(start, `DURATION:${length}`)[1]).toBe(end);
  });

  it('ends at midnight at 24 o’clock', () => {
    expect(at('DTEND:20270110T240000Z')[1]).toBe('2027-01-11 00:00');
  });

  it('is two hours where the end is before the beginning, and says so', () => {
    const draft = readOne('DTEND:20270110T080000Z');
    expect(timesOf(draft)[1]).toBe('2027-01-10 12:00');
    expect(draft.warnings).toContain('Its end is before its beginning and was left out.');
  });

  it.each(['DURATION:-PT1H', 'DURATION:PT0S', 'DURATION:P0D'])('is two hours for %s', (line) => {
    const draft = readOne(line);
    expect(timesOf(draft)[1]).toBe('2027-01-10 12:00');
    expect(draft.warnings).toContain('It has no end, so it lasts two hours.');
  });
});

describe('a list of dates', () => {
  it.each([
    ['escaped as a text', 'EXDATE:20270117T100000Z\\,20270124T100000Z'],
    ['with semicolons', 'EXDATE:20270117T100000Z;20270124T100000Z'],
    ['with blanks', 'EXDATE:20270117T100000Z , 20270124T100000Z'],
  ])('is read whole: %s', (_, line) => {
    expect(readOne('RRULE:FREQ=WEEKLY;COUNT=4', line).repeats).toMatchObject({ dates: 2 });
  });
});

describe('whole days', () => {
  it.each([
    [
      'of three days',
      ['DTSTART;VALUE=DATE:20270608', 'DURATION:P3D'],
      '06-07 23:00',
      '06-10 22:59',
    ],
    ['of a week', ['DTSTART;VALUE=DATE:20270608', 'DURATION:P1W'], '06-07 23:00', '06-14 22:59'],
    [
      'of a day and a half',
      ['DTSTART;VALUE=DATE:20270608', 'DURATION:PT36H'],
      '06-07 23:00',
      '06-09 22:59',
    ],
    [
      'of some hours',
      ['DTSTART;VALUE=DATE:20270608', 'DURATION:PT2H'],
      '06-07 23:00',
      '06-08 22:59',
    ],
    ['without VALUE=DATE', ['DTSTART:20270608'], '06-07 23:00', '06-08 22:59'],
    ['with hyphens', ['DTSTART:2027-06-08'], '06-07 23:00', '06-08 22:59'],
    ['with the wrong VALUE', ['DTSTART;VALUE=DATE-TIME:20270608'], '06-07 23:00', '06-08 22:59'],
    [
      'with a zone',
      ['DTSTART;TZID=Europe/Paris:20270608', 'DTEND:20270610'],
      '06-07 23:00',
      '06-09 22:59',
    ],
    [
      'with midnight in VALUE=DATE',
      ['DTSTART;VALUE=DATE:20270608T000000'],
      '06-07 23:00',
      '06-08 22:59',
    ],
    [
      'that end at an hour',
      ['DTSTART;VALUE=DATE:20270608', 'DTEND:20270609T160000Z'],
      '06-07 23:00',
      '06-09 22:59',
    ],
    [
      'that end at midnight',
      ['DTSTART:20270608', 'DTEND:20270610T000000'],
      '06-07 23:00',
      '06-09 22:59',
    ],
    [
      'as midnights of another zone',
      [
        'DTSTART;TZID=W. Europe Standard Time:20270608T000000',
        'DTEND;TZID=W. Europe Standard Time:20270610T000000',
      ],
      '06-07 23:00',
      '06-09 22:59',
    ],
    [
      'as Outlook marks them',
      ['DTSTART:20270608T000000', 'DTEND:20270609T000000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
      '06-07 23:00',
      '06-08 22:59',
    ],
  ])('%s', (_, lines, start, end) => {
    const draft = readOne(...lines);
    expect(timesOf(draft)).toEqual([`2027-${start}`, `2027-${end}`]);
    expect(draft.warnings).toContain('It lasts all day. Please set its times if it doesn’t.');
  });

  it.each([
    ['bare', 'EXDATE:20270615'],
    ['with a comma behind it', 'EXDATE;VALUE=DATE:20270615,'],
    ['with commas around it', 'EXDATE;VALUE=DATE:,20270615,,'],
    ['with spaces', 'EXDATE;VALUE=DATE: 20270615 '],
    ['with hyphens', 'EXDATE:2027-06-15'],
    ['as midnight', 'EXDATE:20270615T000000'],
    ['as midnight in another zone', 'EXDATE;TZID=W. Europe Standard Time:20270615T000000'],
    ['as London’s midnight in UTC', 'EXDATE:20270614T230000Z'],
    ['as Berlin’s midnight in UTC', 'EXDATE:20270614T220000Z'],
  ])('leave out a day that is written %s', (_, line) => {
    const draft = readOne('DTSTART;VALUE=DATE:20270608', 'RRULE:FREQ=WEEKLY;COUNT=3', line);
    expect(draft.repeats).toMatchObject({ dates: 2, exdates: ['2027-06-15'] });
  });

  it.each(['EXDATE:', 'EXDATE;VALUE=DATE:', 'EXDATE;TZID=Europe/London:', 'EXDATE:,'])(
    'have all their dates with nothing left out: %s',
    (line) => {
      const draft = readOne('DTSTART;VALUE=DATE:20270608', 'RRULE:FREQ=WEEKLY;COUNT=3', line);
      expect(draft.repeats).toMatchObject({ dates: 3, exdates: [] });
    },
  );

  it.each(['EXDATE:20270117', 'EXDATE;VALUE=DATE:20270117', 'EXDATE;VALUE=DATE:20270117,'])(
    'may be left out of a series with an hour: %s',
    (line) => {
      const draft = readOne('RRULE:FREQ=WEEKLY;COUNT=3', line);
      expect(draft.repeats).toMatchObject({ dates: 2, exdates: ['2027-01-17'] });
    },
  );
});

describe('a time that the clocks skip or show twice', () => {
  const london = ';TZID=Europe/London:';
  const newYork = ';TZID=America/New_York:';

  it.each([
    [
      [`DTSTART${london}20270328T013000`, `DTEND${london}20270328T040000`],
      'The clocks go forward past 1:30 AM that night, so it starts at 2:30 AM.',
    ],
    [
      [`DTSTART${london}20270327T220000`, `DTEND${london}20270328T011500`],
      'The clocks go forward past 1:15 AM that night, so it ends at 2:15 AM.',
    ],
    [
      [`DTSTART${london}20271031T010000`, `DTEND${london}20271031T040000`],
      'The clocks go back that night and show 1:00 AM twice; it starts the first time.',
    ],
    [
      ['DTSTART:20270328T013000', 'DTEND:20270328T040000'],
      'The clocks go forward past 1:30 AM that night, so it starts at 2:30 AM.',
    ],
    [
      [`DTSTART${newYork}20270314T023000`, `DTEND${newYork}20270314T050000`],
      'The clocks of its time zone go forward past 2:30 AM that night, so it starts at 7:30 AM in the UK.',
    ],
    [
      [`DTSTART${newYork}20271107T013000`, `DTEND${newYork}20271107T050000`],
      'The clocks of its time zone go back that night and show 1:30 AM twice; it starts the first time.',
    ],
  ])('says what it becomes: %s', (lines, warning) => {
    expect(readOne(...lines).warnings).toContain(warning);
  });

  it.each([
    [`DTSTART${london}20270328T023000`],
    ['DTSTART:20271031T003000Z'],
    ['DTSTART;VALUE=DATE:20270328'],
  ])('is no other: %s', (line) => {
    expect(readOne(line).warnings.filter((text) => text.includes('clocks'))).toEqual([]);
  });
});
