import { describe, expect, it } from 'vitest';
import { datesRead, eventLines, readOne } from '#tests/support/imports.ts';

describe('a rule that none here can have', () => {
  const next = (rule: string, ...lines: string[]) =>
    readOne(
      'DTSTART;TZID=Europe/London:20240115T193000',
      'DURATION:PT1H',
      `RRULE:${rule}`,
      ...lines,
    );

  it.each([
    ['every year', 'FREQ=YEARLY', '2027-01-15T19:30'],
    ['every second year', 'FREQ=YEARLY;INTERVAL=2', '2028-01-15T19:30'],
    ['every year until then', 'FREQ=YEARLY;UNTIL=20280101', '2027-01-15T19:30'],
    ['every year four times', 'FREQ=YEARLY;COUNT=4', '2027-01-15T19:30'],
    ['on a Sunday of each year', 'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', '2027-05-09T18:30'],
    ['in some months', 'FREQ=MONTHLY;BYMONTH=3,9;BYMONTHDAY=15', '2026-09-15T18:30'],
    ['in term-time', 'FREQ=WEEKLY;BYDAY=MO;BYMONTH=1,2,3,5,6,9,10,11', '2026-06-15T18:30'],
    ['outside of term-time', 'FREQ=WEEKLY;BYDAY=MO;BYMONTH=8', '2026-08-03T18:30'],
    [
      'on the last working day',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-06-30T18:30',
    ],
    ['on the first of two days', 'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1', '2026-07-04T18:30'],
    ['every third day', 'FREQ=DAILY;INTERVAL=3', '2026-06-12T18:30'],
    ['in weeks from Sunday', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU', '2026-06-14T18:30'],
    ['in a week of the year', 'FREQ=YEARLY;BYWEEKNO=30;BYDAY=WE', '2026-07-22T18:30'],
    ['on a day of the year', 'FREQ=YEARLY;BYYEARDAY=200', '2026-07-19T18:30'],
    ['on a leap day', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29T19:30'],
    ['twice a day', 'FREQ=DAILY;BYHOUR=10,19;BYMINUTE=30', '2026-06-10T18:30'],
    ['by the hour', 'FREQ=HOURLY;INTERVAL=7', '2026-06-10T12:30'],
  ])('stands on its next date with its reason: %s', (_, rule, start) => {
    const draft = next(rule);
    expect(draft.repeats).toBeUndefined();
    expect(draft.reason).toMatch(
      /^We can’t repeat this one.* You get its next date, and can copy it\.$/,
    );
    expect(draft.startTime.slice(0, 16)).toBe(start);
  });

  it.each([
    ['that is left out', ['EXDATE;TZID=Europe/London:20270115T193000'], '2028-01-15T19:30'],
    ['that is left out by its day', ['EXDATE;VALUE=DATE:20270115'], '2028-01-15T19:30'],
  ])('stands on the one after a date %s', (_, lines, start) => {
    expect(next('FREQ=YEARLY', ...lines).startTime.slice(0, 16)).toBe(start);
  });

  const agm = eventLines(
    'UID:agm',
    'SUMMARY:Our AGM',
    'DTSTART:20240515T190000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=YEARLY',
  );
  const moved = (year: number, start: string, ...lines: string[]) =>
    eventLines(
      'UID:agm',
      `RECURRENCE-ID:${year}0515T190000Z`,
      `DTSTART:${start}T190000Z`,
      ...lines,
    );

  it.each([
    ['that was moved', [moved(2027, '20270601')], ['2027-06-01 19:00 Our AGM']],
    [
      'that is cancelled',
      [moved(2027, '20270515', 'STATUS:CANCELLED')],
      ['2028-05-15 19:00 Our AGM'],
    ],
    [
      'and on those that were moved',
      [moved(2027, '20270601'), moved(2029, '20290601', 'SUMMARY:Our last AGM')],
      ['2027-06-01 19:00 Our AGM', '2029-06-01 19:00 Our last AGM'],
    ],
    [
      'beside a past one that was moved here',
      [moved(2026, '20260701')],
      ['2026-07-01 19:00 Our AGM'],
    ],
  ])('stands on its next date %s', (_, changes, expected) => {
    expect(datesRead(agm, ...changes)).toEqual(expected);
  });

  it.each([
    ['UNTIL=soon', 'UNTIL can’t be read.'],
    ['UNTIL=20279999T000000Z', 'UNTIL can’t be read.'],
    ['COUNT=0', 'COUNT can’t be read.'],
    ['COUNT=many', 'COUNT can’t be read.'],
    ['INTERVAL=often', 'We can’t repeat this one.'],
    ['INTERVAL=50', 'We can’t repeat this one.'],
  ])('or can’t be read is one event with its reason: %s', (part, reason) => {
    const draft = next(`FREQ=WEEKLY;${part}`);
    expect(draft.repeats).toBeUndefined();
    expect(draft.reason?.replaceAll("'", '’')).toMatch(new RegExp(`^${reason}`));
    expect(draft.startTime > '2026-06-10').toBe(true);
  });

  it('says that its first day is left out, if it doesn’t name that', () => {
    const draft = readOne(
      'DTSTART;TZID=Europe/London:20260615T193000',
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    );
    expect(draft.startTime).toBe('2026-07-06T18:30:00.000Z');
    expect(draft.warnings).toContain(
      'Its rule doesn’t name its first day, Jun 15, 2026, which was left out.',
    );
  });

  it('that is over is over', () => {
    expect(next('FREQ=YEARLY;COUNT=2')).toMatchObject({ startTime: '2024-01-15T19:30:00.000Z' });
  });
});

describe('a rule that is written otherwise', () => {
  it.each([
    [
      'weeks from Sunday without a Sunday',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE',
      'DTSTART:20270111T100000Z',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=104',
    ],
    [
      'weeks from Sunday on one day',
      'FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=SU',
      'DTSTART:20270110T100000Z',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=SU;COUNT=104',
    ],
    [
      'weeks from Saturday',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SA;BYDAY=TU,TH',
      'DTSTART:20270112T100000Z',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=104',
    ],
    [
      'weeks from Sunday, every week',
      'FREQ=WEEKLY;WKST=SU;BYDAY=SU,TU',
      'DTSTART:20270110T100000Z',
      'FREQ=WEEKLY;BYDAY=TU,SU;COUNT=104',
    ],
    [
      'the hour of its beginning',
      'FREQ=WEEKLY;BYDAY=SU;BYHOUR=10;BYMINUTE=0;BYSECOND=0',
      'DTSTART:20270110T100000Z',
      'FREQ=WEEKLY;BYDAY=SU;COUNT=104',
    ],
    [
      'all such days of each month',
      'FREQ=MONTHLY;BYDAY=SU',
      'DTSTART:20270110T100000Z',
      'FREQ=WEEKLY;BYDAY=SU;COUNT=104',
    ],
    [
      'the last of the last days',
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      'DTSTART:20270131T100000Z',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=104',
    ],
    [
      'the second and fourth of all such days',
      'FREQ=MONTHLY;BYDAY=SU;BYSETPOS=2,4',
      'DTSTART:20270110T100000Z',
      'FREQ=MONTHLY;BYDAY=2SU,4SU;COUNT=104',
    ],
    [
      'the last of all days, as Outlook writes it',
      'FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1',
      'DTSTART:20270131T100000Z',
      'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=104',
    ],
    [
      'the tenth of all days',
      'FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=10',
      'DTSTART:20270110T100000Z',
      'FREQ=MONTHLY;BYMONTHDAY=10;COUNT=104',
    ],
    [
      'a part without a value',
      'FREQ=WEEKLY;BYMONTH=;BYDAY=SU',
      'DTSTART:20270110T100000Z',
      'FREQ=WEEKLY;BYDAY=SU;COUNT=104',
    ],
  ])('is the same: %s', (_, rule, start, rrule) => {
    expect(readOne(start, 'DURATION:PT1H', `RRULE:${rule}`).repeats?.rrule).toBe(rrule);
  });

  it.each([
    ['before the hour', '20270124T093000', 2],
    ['at the hour', '20270124T100000', 3],
    ['after it', '20270124T103000', 3],
    ['before the hour in UTC', '20270124T095959Z', 2],
    ['at the hour in UTC', '20270124T100000Z', 3],
  ])('ends at the hour of UNTIL: %s', (_, until, count) => {
    const draft = readOne(
      'DTSTART;TZID=Europe/London:20270110T100000',
      'DURATION:PT1H',
      `RRULE:FREQ=WEEKLY;UNTIL=${until}`,
    );
    expect(draft.repeats?.dates).toBe(count);
  });

  it('ends at the hour of its own zone', () => {
    const draft = readOne(
      'DTSTART;TZID=America/New_York:20270110T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20270124T100000',
    );
    expect(draft.repeats?.dates).toBe(3);
  });

  it.each([
    [
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=2'],
      'It has a second rule (RRULE). The dates of that one were left out.',
    ],
    [
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'EXRULE:FREQ=MONTHLY;COUNT=2'],
      'It has a rule for dates that are left out (EXRULE), which can’t be read here.',
    ],
    [
      ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2'],
      'Its rule doesn’t name its first day, Jan 10, 2027, which was left out.',
    ],
  ])('and what is left out of it is said: %j', (lines, warning) => {
    expect(readOne('DURATION:PT1H', ...lines).warnings).toContain(warning);
  });

  it.each([
    ['whose date of today is over', '20260106T120000', '2026-06-16T11:00'],
    ['whose date of today is under way', '20260107T123000', '2026-06-10T11:30'],
    ['whose last night isn’t over', '20260106T233000', '2026-06-16T22:30'],
  ])('begins with its next date: %s', (_, start, first) => {
    const draft = readOne(
      `DTSTART;TZID=Europe/London:${start}`,
      'DURATION:PT2H',
      'RRULE:FREQ=WEEKLY',
    );
    expect(draft.startTime.slice(0, 16)).toBe(first);
    expect(draft.repeats?.dates).toBe(104);
  });
});
