import { describe, expect, it } from 'vitest';
import { draftFrom, eventLines, read, readOne } from '#tests/support/imports.ts';

const vtimezone = (name: string, ...observances: string[][]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  ...observances.flat(),
  'END:VTIMEZONE',
];
const observance = (
  kind: string,
  start: string,
  [from, to]: [string, string],
  ...more: string[]
) => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  `END:${kind}`,
];

/** Outlook's, for a zone with the dates of the clock change in Europe. */
const ofEurope = (name: string, winter: string, summer: string) =>
  vtimezone(
    name,
    observance(
      'STANDARD',
      '16011028T030000',
      [summer, winter],
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    ),
    observance(
      'DAYLIGHT',
      '16010325T020000',
      [winter, summer],
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    ),
  );

describe('time zones', () => {
  it.each([
    ['British summer time', 'TZID=BST', '0900'],
    ['British summer time in words', 'TZID=British Summer Time', '0900'],
    ['GMT', 'TZID=GMT', '1000'],
    ['London in small letters', 'TZID=europe/london', '0900'],
    ['an old name of London', 'TZID=GB', '0900'],
    ['Belfast', 'TZID=Europe/Belfast', '0900'],
    ['Central European summer time', 'TZID=CEST', '0800'],
    ['the US east', 'TZID=EST', '1400'],
    ['the US east in summer', 'TZID=EDT', '1400'],
    ['the US centre', 'TZID=CST', '1500'],
    ['the US west', 'TZID=PST', '1700'],
    ['five hours behind', 'TZID=-0500', '1500'],
    ['one ahead', 'TZID=UTC+1', '0900'],
    ['one ahead, in quotes', 'TZID="GMT+01:00"', '0900'],
    ['one ahead, without quotes', 'TZID=GMT+01:00', '0900'],
    ['half an hour more', 'TZID=+05:30', '0430'],
    ['Windows’ zone for summer', 'TZID=GMT Daylight Time', '0900'],
    ['Windows’ zone for Nepal', 'TZID=Nepal Standard Time', '0415'],
    ['Windows’ zone for Newfoundland', 'TZID=Newfoundland Standard Time', '1230'],
    ['Windows’ zone of a number', 'TZID=Russia Time Zone 3', '0600'],
    ['Windows’ zone in brackets', 'TZID=Central Standard Time (Mexico)', '1600'],
    [
      'Windows’ places',
      'TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
      '0800',
    ],
    ['Windows’ places without quotes', 'TZID=(UTC+01:00) Amsterdam\\, Berlin\\, Bern', '0800'],
    ['older places', 'TZID="(GMT+01.00) Sarajevo/Warsaw/Zagreb"', '0800'],
    [
      'places of the oldest',
      'TZID="(GMT) Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London"',
      '0900',
    ],
    ['the US as Windows shows it', 'TZID="(UTC-05:00) Eastern Time (US & Canada)"', '1400'],
    ['Sydney', 'TZID="(UTC+10:00) Canberra, Melbourne, Sydney"', '0000'],
    ['UTC as Windows shows it', 'TZID="(UTC) Coordinated Universal Time"', '1000'],
    ['a city', 'TZID=Paris', '0800'],
    ['a name with a space', 'TZID=America/New York', '1400'],
    ['a path', 'TZID=/softwarestudio.org/Olson_20011030_5/America/New_York', '1400'],
    ['a path of three parts', 'TZID=/mozilla.org/20050126_1/America/Indiana/Knox', '1500'],
  ])('may be %s', (_, parameter, hours) => {
    const draft = readOne(`DTSTART;${parameter}:20270710T100000`, 'DURATION:PT1H');
    expect(draft.startTime.slice(11, 16).replace(':', '')).toBe(hours);
    expect(draft.warnings).toEqual([]);
  });

  it.each([
    ['a small z', '20270710t100000z', '1000'],
    ['an offset', '20270710T100000-0500', '1500'],
    ['an offset with a colon', '20270710T100000+01:00', '0900'],
    ['an offset of hours alone', '20270710T100000+01', '0900'],
    ['no seconds', '20270710T1000Z', '1000'],
    ['fractions of seconds', '20270710T100000.000Z', '1000'],
    ['ISO’s hyphens and colons', '2027-07-10T10:00:00Z', '1000'],
    ['a space', '2027-07-10 10:00', '0900'],
  ])('may be written with %s', (_, value, hours) => {
    const draft = readOne(`DTSTART:${value}`, 'DURATION:PT1H');
    expect(draft.startTime.slice(11, 16).replace(':', '')).toBe(hours);
  });

  it.each([
    [
      'letters that nobody knows',
      'TZID=XYZ',
      '0900',
      'is not known, so its times are read as times in London',
    ],
    [
      'letters with two meanings',
      'TZID=IST',
      '0900',
      'is not known, so its times are read as times in London',
    ],
    [
      'places that nobody knows',
      'TZID="(UTC+03:00) Atlantis"',
      '0700',
      'read as UTC+03:00, in summer too',
    ],
  ])('are guessed, and said so, from %s', (_, parameter, hours, warning) => {
    const draft = readOne(`DTSTART;${parameter}:20270710T100000`, 'DURATION:PT1H');
    expect(draft.startTime.slice(11, 16).replace(':', '')).toBe(hours);
    expect(draft.warnings).toEqual([expect.stringContaining(warning)]);
  });

  const inFile = (zone: string[], ...lines: string[]) => {
    const event = eventLines('UID:walk', 'SUMMARY:Canal walk', ...lines, 'DURATION:PT1H');
    return draftFrom(...read(zone, event));
  };

  it.each<[string, string[], string, string, string]>([
    ['a name of its own', ofEurope('Our office', '+0100', '+0200'), 'Our office', '0900', '0800'],
    [
      'London’s by Outlook',
      ofEurope('Customized Time Zone', '+0000', '+0100'),
      'Customized Time Zone',
      '1000',
      '0900',
    ],
    ['letters with another meaning', ofEurope('BST', '+0100', '+0200'), 'BST', '0900', '0800'],
    [
      'a name in quotes',
      ofEurope('Athens, and Rhodes', '+0200', '+0300'),
      '"Athens, and Rhodes"',
      '0800',
      '0700',
    ],
    [
      'IANA’s name, as IANA has it',
      ofEurope('Europe/London', '+0500', '+0600'),
      'Europe/London',
      '1000',
      '0900',
    ],
    [
      'by the place of one without offsets',
      ['BEGIN:VTIMEZONE', 'TZID:Mine', 'X-LIC-LOCATION:Europe/Paris', 'END:VTIMEZONE'],
      'Mine',
      '0900',
      '0800',
    ],
    [
      'one offset',
      vtimezone('Fixed', observance('STANDARD', '19700101T000000', ['-0300', '-0300'])),
      'Fixed',
      '1300',
      '1300',
    ],
    [
      'dates of changes',
      vtimezone(
        'Listed',
        observance('STANDARD', '20261025T020000', ['+0100', '+0000'], 'RDATE:20271031T020000'),
        observance('DAYLIGHT', '20270328T010000', ['+0000', '+0100']),
      ),
      'Listed',
      '1000',
      '0900',
    ],
    [
      'rules that have ended',
      vtimezone(
        'Changed',
        observance(
          'DAYLIGHT',
          '19700329T020000',
          ['+0100', '+0200'],
          'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20150329T010000Z',
        ),
        observance(
          'STANDARD',
          '19701025T030000',
          ['+0200', '+0100'],
          'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20151025T010000Z',
        ),
        observance('STANDARD', '20160327T020000', ['+0100', '+0300']),
      ),
      'Changed',
      '0700',
      '0700',
    ],
    [
      'folded lines and small letters',
      ofEurope('Our office', '+0100', '+0200').map((line) =>
        line.replace('BEGIN:', 'begin:').replace('BYDAY', 'BY\r\n DAY'),
      ),
      'Our office',
      '0900',
      '0800',
    ],
  ])('are explained by the file: %s', (_, zone, name, winter, summer) => {
    const at = (date: string) =>
      inFile(zone, `DTSTART;TZID=${name}:${date}T100000`).startTime.slice(11, 16).replace(':', '');
    expect([at('20270110'), at('20270710')]).toEqual([winter, summer]);
  });

  it('are left aside with a warning where a Z says UTC', () => {
    const draft = readOne('DTSTART;TZID=Europe/Paris:20270610T190000Z');
    expect(draft.startTime).toBe('2027-06-10T19:00:00.000Z');
    expect(draft.warnings).toContain(
      'Its times have a time zone and a Z, so they are read as UTC.',
    );
    expect(readOne('DTSTART;TZID=UTC:20270610T190000Z').warnings).not.toContainEqual(
      expect.stringContaining('a Z'),
    );
  });

  it('skip an hour and have one twice, as their clocks do', () => {
    const zone = ofEurope('Our office', '+0100', '+0200');
    const at = (time: string) => inFile(zone, `DTSTART;TZID=Our office:${time}`).startTime;
    expect(at('20270328T023000')).toBe('2027-03-28T01:30:00.000Z');
    expect(at('20271031T023000')).toBe('2027-10-31T00:30:00.000Z');
    expect(at('20271031T033000')).toBe('2027-10-31T02:30:00.000Z');
  });

  it.each([
    ['Europe/Paris', '0800', []],
    ['W. Europe Standard Time', '0800', []],
    ['America/New_York', '1400', []],
    ['Europe/London', '0900', []],
    ['-0500', '1500', []],
    [
      'Nowhere',
      '0900',
      ['The time zone of its calendar is not known, so its times are read as times in London.'],
    ],
  ])('of floating times are those of the calendar: %s', (zone, hours, warnings) => {
    const draft = inFile([`X-WR-TIMEZONE:${zone}`], 'DTSTART:20270710T100000');
    expect(draft.startTime.slice(11, 16).replace(':', '')).toBe(hours);
    expect(draft.warnings).toEqual(warnings);
  });

  it('leave times with a zone, and days, as they are', () => {
    const paris = ['X-WR-TIMEZONE:Europe/Paris'];
    expect(inFile(paris, 'DTSTART:20270710T100000Z').startTime).toBe('2027-07-10T10:00:00.000Z');
    expect(inFile(paris, 'DTSTART;VALUE=DATE:20270710').startTime).toBe('2027-07-09T23:00:00.000Z');
    const london = inFile(paris, 'DTSTART;TZID=Europe/London:20270710T100000');
    expect(london.startTime).toBe('2027-07-10T09:00:00.000Z');
  });
});

describe('a series by another clock than London’s', () => {
  const series = (start: string, rule: string) => readOne(start, 'DURATION:PT1H', `RRULE:${rule}`);

  it.each([
    ['from winter on', 'DTSTART:20270105T193000Z', 'FREQ=WEEKLY;COUNT=30', '7:30 PM'],
    ['from summer on', 'DTSTART:20270706T183000Z', 'FREQ=WEEKLY;COUNT=30', '7:30 PM'],
    ['every month', 'DTSTART:20270215T100000Z', 'FREQ=MONTHLY;COUNT=3', '10:00 AM'],
    ['every day', 'DTSTART:20270320T080000Z', 'FREQ=DAILY;COUNT=20', '8:00 AM'],
    ['in a zone called GMT', 'DTSTART;TZID=GMT:20270105T193000', 'FREQ=WEEKLY;COUNT=30', '7:30 PM'],
  ])('says which hour it keeps: in UTC, %s', (_, start, rule, kept) => {
    expect(series(start, rule).warnings).toContain(
      `Its times are in UTC, which has no summer time. Here it keeps ${kept} in London all year.`,
    );
  });

  it.each([
    ['in winter alone', 'DTSTART:20270105T193000Z', 'FREQ=WEEKLY;COUNT=5'],
    ['in summer alone', 'DTSTART:20270706T183000Z', 'FREQ=WEEKLY;COUNT=5'],
    ['by London’s clock', 'DTSTART;TZID=Europe/London:20270105T193000', 'FREQ=WEEKLY;COUNT=30'],
    ['by Jersey’s', 'DTSTART;TZID=Europe/Jersey:20270105T193000', 'FREQ=WEEKLY;COUNT=30'],
  ])('has nothing to say %s', (_, start, rule) => {
    expect(series(start, rule).warnings).toEqual([]);
  });

  it.each([
    [
      'Monday evenings in New York',
      'DTSTART;TZID=America/New_York:20270104T210000',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      '2027-01-05T02:00',
    ],
    [
      'Mondays and Fridays',
      'DTSTART;TZID=America/Chicago:20270104T200000',
      'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3',
      'FREQ=WEEKLY;BYDAY=TU,SA;COUNT=3',
      '2027-01-05T02:00',
    ],
    [
      'Sunday evenings',
      'DTSTART;TZID=America/New_York:20270103T210000',
      'FREQ=WEEKLY;BYDAY=SU;COUNT=3',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
      '2027-01-04T02:00',
    ],
    [
      'mornings in Sydney',
      'DTSTART;TZID=Australia/Sydney:20270106T080000',
      'FREQ=WEEKLY;BYDAY=WE;COUNT=3',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      '2027-01-05T21:00',
    ],
    [
      'late evenings in UTC in summer',
      'DTSTART:20270607T233000Z',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      '2027-06-07T23:30',
    ],
  ])('has the days of London: %s', (_, start, rule, rrule, first) => {
    const draft = series(start, rule);
    expect(draft.repeats).toMatchObject({ rrule, dates: 3 });
    expect(draft.startTime.slice(0, 16)).toBe(first);
  });

  it('is one event where London has no such rule', () => {
    const rule = 'FREQ=MONTHLY;BYDAY=1MO;COUNT=12';
    const draft = series('DTSTART;TZID=America/New_York:20270104T210000', rule);
    expect(draft.repeats).toBeUndefined();
    expect(draft.reason).toMatch(/You get its next date/);
  });
});
