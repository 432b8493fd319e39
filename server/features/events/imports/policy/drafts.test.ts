import { describe, expect, it } from 'vitest';
import type { Raw } from '#contract/platform/clean-text.ts';
import {
  calendarOf,
  draftFrom,
  eventLines,
  read,
  readAt,
  readDraft,
  readOne,
} from '#tests/support/imports.ts';
import type { Draft } from '#platform/calendar/drafts.ts';
import { draftsIn } from './drafts.ts';

const times = ({ startTime, endTime }: Draft) => [
  startTime.replace(':00.000Z', ''),
  endTime.replace(':00.000Z', ''),
];

describe('the times of an event', () => {
  it.each([
    ['in UTC', ['DTSTART:20270710T100000Z', 'DTEND:20270710T113000Z'], '10T10:00', '10T11:30'],
    [
      'in London by name',
      ['DTSTART;TZID=Europe/London:20270710T100000', 'DTEND;TZID=Europe/London:20270710T110000'],
      '10T09:00',
      '10T10:00',
    ],
    [
      'that float, as in London',
      ['DTSTART:20270710T100000', 'DTEND:20270710T110000'],
      '10T09:00',
      '10T10:00',
    ],
    [
      'by the name of Windows for London',
      ['DTSTART;TZID=GMT Standard Time:20270710T100000', 'DURATION:PT1H'],
      '10T09:00',
      '10T10:00',
    ],
    [
      'by the name of Windows in quotes',
      ['DTSTART;TZID="W. Europe Standard Time":20270710T100000', 'DURATION:PT1H'],
      '10T08:00',
      '10T09:00',
    ],
    [
      'by what Outlook shows',
      [
        'DTSTART;TZID="(UTC+00:00) Dublin, Edinburgh, Lisbon, London":20270710T100000',
        'DURATION:PT1H',
      ],
      '10T09:00',
      '10T10:00',
    ],
    [
      'by the path of an older program',
      [
        'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/London:20270710T100000',
        'DURATION:PT1H',
      ],
      '10T09:00',
      '10T10:00',
    ],
    [
      'in another city',
      ['DTSTART;TZID=America/New_York:20270710T100000', 'DURATION:PT1H'],
      '10T14:00',
      '10T15:00',
    ],
    [
      'in two time zones',
      ['DTSTART;TZID=Europe/Paris:20270710T100000', 'DTEND;TZID=Europe/London:20270710T100000'],
      '10T08:00',
      '10T09:00',
    ],
    [
      'in Exchange’s UTC',
      ['DTSTART;TZID=tzone://Microsoft/Utc:20270710T100000', 'DURATION:PT1H'],
      '10T10:00',
      '10T11:00',
    ],
    [
      'with a length in days',
      ['DTSTART:20270710T100000Z', 'DURATION:P1DT2H'],
      '10T10:00',
      '11T12:00',
    ],
    [
      'with a length in weeks',
      ['DTSTART:20270710T100000Z', 'DURATION:P1W'],
      '10T10:00',
      '17T10:00',
    ],
    [
      'of one whole day',
      ['DTSTART;VALUE=DATE:20270710', 'DTEND;VALUE=DATE:20270711'],
      '09T23:00',
      '10T22:59',
    ],
    ['of a whole day without an end', ['DTSTART;VALUE=DATE:20270710'], '09T23:00', '10T22:59'],
    [
      'of three whole days',
      ['DTSTART;VALUE=DATE:20270710', 'DTEND;VALUE=DATE:20270713'],
      '09T23:00',
      '12T22:59',
    ],
    [
      'of a whole day that ends where it begins',
      ['DTSTART;VALUE=DATE:20270710', 'DTEND;VALUE=DATE:20270710'],
      '09T23:00',
      '10T22:59',
    ],
    ['without an end', ['DTSTART:20270710T100000Z'], '10T10:00', '10T12:00'],
    [
      'without a length',
      ['DTSTART:20270710T100000Z', 'DTEND:20270710T100000Z'],
      '10T10:00',
      '10T12:00',
    ],
    [
      'that end before they begin',
      ['DTSTART:20270710T100000Z', 'DTEND:20270710T090000Z'],
      '10T10:00',
      '10T12:00',
    ],
    [
      'in the hour that the clocks skip',
      ['DTSTART;TZID=Europe/London:20270328T013000', 'DURATION:PT1H'],
      '28T01:30',
      '28T02:30',
    ],
  ])('%s', (_, lines, start, end) => {
    const month = start.startsWith('28') ? '2027-03' : '2027-07';
    expect(times(readOne(...lines))).toEqual([`${month}-${start}`, `${month}-${end}`]);
  });

  it('of an unknown time zone are those in London, with a warning', () => {
    const draft = readOne('DTSTART;TZID=Customized Time Zone:20270110T100000', 'DURATION:PT1H');
    expect(draft).toMatchObject({
      startTime: '2027-01-10T10:00:00.000Z',
      warnings: ['Its time zone is not known, so its times are read as times in London.'],
    });
  });

  it.each([
    ['DTSTART;VALUE=DATE:20270110', 'It lasts all day. Please set its times if it doesn’t.'],
    ['DTSTART:20270110T100000Z', 'It has no end, so it lasts two hours.'],
  ])('warn: %s', (line, warning) => {
    expect(readOne(line).warnings).toContain(warning);
  });
});

describe('the texts of an event', () => {
  const long = 'very '.repeat(60);

  it.each<[string, string[], Raw<Partial<Draft>>]>([
    ['escaped', ['SUMMARY:Tea\\, cake\\; and a chat'], { title: 'Tea, cake; and a chat' }],
    ['folded', ['SUMMARY:Canal', '  walk by ni', '\tght'], { title: 'Canal walk by night' }],
    ['with a language', ['SUMMARY;LANGUAGE=en-GB:Canal walk'], { title: 'Canal walk' }],
    ['in lower case', ['summary:Evening walk'], { title: 'Evening walk' }],
    ['with other letters', ['SUMMARY:Zoë’s 散歩'], { title: 'Zoë’s 散歩' }],
    [
      'of several paragraphs',
      ['DESCRIPTION:Meet at the lock.\\n\\nBring boots.'],
      { description: 'Meet at the lock.\n\nBring boots.' },
    ],
    [
      'in HTML',
      ['DESCRIPTION:<p>Meet at the <b>lock</b>.</p><ul><li>Boots</li><li>Tea &amp; cake</li></ul>'],
      { description: 'Meet at the lock.\n\n• Boots\n• Tea & cake' },
    ],
    [
      'in HTML with line breaks',
      ['DESCRIPTION:Meet at the lock.<br>Bring boots&nbsp;&#8211\\; please.'],
      { description: 'Meet at the lock.\nBring boots – please.' },
    ],
    [
      'with signs that are no HTML',
      ['DESCRIPTION:For people < 30 & > 20\\, 5 <3'],
      { description: 'For people < 30 & > 20, 5 <3' },
    ],
    ['with a place', ['LOCATION:The Boathouse\\, Bath'], { location: 'The Boathouse, Bath' }],
    [
      'with a place in lines',
      ['LOCATION:The Boathouse\\n1 Forester Road\\nBath'],
      { location: 'The Boathouse, 1 Forester Road, Bath' },
    ],
    ['with a place that is only a name', ['LOCATION:Pub'], { location: 'Pub' }],
    ['without a place', [], { location: '', description: '' }],
    [
      'with an address for a place',
      ['LOCATION:https://meet.example/walk'],
      { location: 'Online', onlineUrl: 'https://meet.example/walk' },
    ],
    [
      'with a conference of Google',
      ['X-GOOGLE-CONFERENCE:https://meet.example/walk'],
      { location: 'Online', onlineUrl: 'https://meet.example/walk' },
    ],
    [
      'too short for a title',
      ['SUMMARY:AGM'],
      {
        title: 'Event: AGM',
        warnings: expect.arrayContaining([expect.stringContaining('“Event:” stands before it')]),
      },
    ],
    ['too long for a title', [`SUMMARY:${long}`], { title: long.slice(0, 200).trim() }],
    [
      'with an alarm that has its own',
      ['SUMMARY:Canal walk', 'BEGIN:VALARM', 'SUMMARY:Alarm', 'DESCRIPTION:Ring', 'END:VALARM'],
      { title: 'Canal walk', description: '' },
    ],
    [
      'with a line that is none',
      ['GEO:51.3;-2.3', 'and bring boots'],
      { warnings: expect.arrayContaining(['Line 8 is not understood and was left out.']) },
    ],
    [
      'with lines that no blank begins',
      ['DESCRIPTION:Meet at the lock', 'and bring boots.', '', 'Tickets: £5', 'LOCATION:The lock'],
      {
        description: 'Meet at the lock\nand bring boots.\nTickets: £5',
        location: 'The lock',
        warnings: expect.arrayContaining([
          'Line 8 has no name and no blank before it. It is read as part of the text before it.',
        ]),
      },
    ],
    ['with a long UID', [`UID:${'u'.repeat(300)}`], { uid: expect.stringMatching(/^no-uid-/) }],
  ])('%s', (_, lines, expected) => {
    expect(readOne(...lines)).toMatchObject(expected);
  });
});

describe('an event that repeats', () => {
  it.each<[string, string[], string, number]>([
    ['every week', ['RRULE:FREQ=WEEKLY;COUNT=5'], 'FREQ=WEEKLY;BYDAY=SU;COUNT=5', 5],
    [
      'every week until a moment',
      ['RRULE:FREQ=WEEKLY;UNTIL=20270131T100000Z'],
      'FREQ=WEEKLY;BYDAY=SU;UNTIL=20270131',
      4,
    ],
    [
      'every week until a day',
      ['RRULE:FREQ=WEEKLY;UNTIL=20270130'],
      'FREQ=WEEKLY;BYDAY=SU;UNTIL=20270124',
      3,
    ],
    [
      'on two days of every second week',
      ['RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;WKST=MO;COUNT=4'],
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;COUNT=4',
      4,
    ],
    [
      'every day',
      ['RRULE:FREQ=DAILY;COUNT=3'],
      'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=3',
      3,
    ],
    [
      'every seventh day',
      ['RRULE:FREQ=DAILY;INTERVAL=7;COUNT=3'],
      'FREQ=WEEKLY;BYDAY=SU;COUNT=3',
      3,
    ],
    ['every month', ['RRULE:FREQ=MONTHLY;COUNT=3'], 'FREQ=MONTHLY;BYMONTHDAY=10;COUNT=3', 3],
    [
      'on the second Sunday',
      ['RRULE:FREQ=MONTHLY;BYDAY=2SU;COUNT=3'],
      'FREQ=MONTHLY;BYDAY=2SU;COUNT=3',
      3,
    ],
    [
      'on the second of all Sundays',
      ['RRULE:FREQ=MONTHLY;BYDAY=SU;BYSETPOS=2;COUNT=3'],
      'FREQ=MONTHLY;BYDAY=2SU;COUNT=3',
      3,
    ],
    [
      'without days that are left out',
      ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20270117T100000Z,20270124T100000Z'],
      'FREQ=WEEKLY;BYDAY=SU;COUNT=5',
      3,
    ],
    [
      'with its first day left out',
      ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20270110T100000Z'],
      'FREQ=WEEKLY;BYDAY=SU;COUNT=4',
      4,
    ],
    [
      'since long ago, from now on',
      ['DTSTART:20200105T100000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20260701'],
      'FREQ=WEEKLY;BYDAY=SU;UNTIL=20260628',
      3,
    ],
    [
      'since long ago every second week, in step',
      ['DTSTART:20260104T100000Z', 'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=14'],
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=2',
      2,
    ],
    ['without an end', ['RRULE:FREQ=WEEKLY'], 'FREQ=WEEKLY;BYDAY=SU;COUNT=104', 104],
    [
      'for longer than a series here',
      ['RRULE:FREQ=WEEKLY;COUNT=500'],
      'FREQ=WEEKLY;BYDAY=SU;COUNT=104',
      104,
    ],
    [
      'on a day that its rule doesn’t name',
      ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3'],
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      3,
    ],
  ])('%s', (_, lines, rrule, dates) => {
    expect(readOne('DURATION:PT1H', ...lines).repeats).toMatchObject({ rrule, dates });
  });

  it('for longer than a series here has a warning', () => {
    const { warnings } = readOne('DURATION:PT1H', 'RRULE:FREQ=WEEKLY');
    expect(warnings).toContain('It goes on for longer. Here it has its next 104 dates.');
  });

  it('keeps its time in London, and warns for another city', () => {
    const draft = readOne(
      'DTSTART;TZID=Europe/Paris:20270110T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    );
    expect(draft.warnings).toEqual([
      'It repeats at a time in Europe/Paris. Here it keeps the time in London.',
    ]);
  });

  it.each([
    ['every year', 'FREQ=YEARLY', 'We can’t repeat this one'],
    ['every third day', 'FREQ=DAILY;INTERVAL=3', 'We can’t repeat this one'],
    ['by the hour', 'FREQ=HOURLY', 'We can’t repeat this one'],
    ['in some months', 'FREQ=MONTHLY;BYMONTH=1,7', 'We can’t repeat this one, which has BYMONTH'],
    [
      'on the last weekday',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'We can’t repeat this one, on some',
    ],
    [
      'in weeks from Sunday',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU',
      'We can’t repeat this one, whose weeks',
    ],
  ])('%s is one event with the reason', (_, rule, reason) => {
    const draft = readOne('DURATION:PT1H', `RRULE:${rule}`);
    expect(draft.repeats).toBeUndefined();
    expect(draft.reason).toMatch(
      new RegExp(`^${reason}.* You get its next date, and can copy it\\.$`),
    );
  });

  it('leaves a date out that is cancelled alone', () => {
    const [series] = read(
      eventLines('UID:a', 'SUMMARY:Choir', 'DTSTART:20270105T193000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'),
      eventLines(
        'UID:a',
        'RECURRENCE-ID:20270112T193000Z',
        'SUMMARY:Choir',
        'DTSTART:20270112T193000Z',
        'STATUS:CANCELLED',
      ),
    );
    expect(series).toMatchObject({ repeats: { dates: 3, exdates: ['2027-01-12'], moved: [] } });
  });

  it('is a single event where its calendar has one date alone', () => {
    const entries = read(
      eventLines(
        'UID:a',
        'RECURRENCE-ID:20270112T193000Z',
        'SUMMARY:Choir',
        'DTSTART:20270113T193000Z',
      ),
    );
    expect(entries).toMatchObject([{ uid: 'a 2027-01-12', title: 'Choir' }]);
  });
});

describe('a property that an event has besides what it can have', () => {
  it.each([
    ['DTSTART:20270111T100000Z', 'Line 8: a second DTSTART was left out.'],
    ['DTEND:20270110T120000Z', 'Line 8: a second DTEND was left out.'],
    ['SUMMARY:River walk', 'Line 8: a second SUMMARY was left out.'],
    ['LOCATION:The Guildhall', 'Line 8: a second LOCATION was left out.'],
    ['DURATION:PT3H', 'Line 8: DURATION was left out, since it has DTEND.'],
    [
      'RECURRENCE-ID:20270110T100000Z\r\nRRULE:FREQ=DAILY',
      'It is one date of a series and has a rule of its own (RRULE), which was left out.',
    ],
  ])('is named: %s', (line, warning) => {
    const own = ['SUMMARY:Canal walk', 'LOCATION:The Boathouse', 'DTSTART:20270110T100000Z'];
    const draft = draftFrom(...read(eventLines(...own, 'DTEND:20270110T110000Z', line)));
    expect(draft).toMatchObject({ title: 'Canal walk', location: 'The Boathouse' });
    expect(draft.warnings).toEqual([warning]);
  });

  it('is nothing where it says the same', () => {
    const same = ['SUMMARY:Canal walk', 'DTSTART:20270110T100000Z', 'DTEND:20270110T110000Z'];
    expect(draftFrom(...read(eventLines(...same, ...same))).warnings).toEqual([]);
  });
});

describe('a calendar', () => {
  it('has alarms whose texts are none of its events', () => {
    const alarm = ['END:VALARM', 'BEGIN:VALARM', 'DESCRIPTION:Remember the keys', 'END:VALARM'];
    expect(readDraft(...alarm).description).toBe('');
  });

  it('has UIDs of its own making where it has none, the same each time', () => {
    const bare = eventLines('SUMMARY:Canal walk', 'DTSTART:20270110T100000Z');
    const [first] = read(bare);
    const [again] = read(eventLines('SUMMARY:Another', 'DTSTART:20270111T100000Z'), bare).slice(1);
    expect(first?.uid).toMatch(/^no-uid-[\da-f]{16}$/);
    expect(again?.uid).toBe(first?.uid);
  });

  it('may have one UID for several events', () => {
    const at = (day: number) =>
      eventLines('UID:same', 'SUMMARY:Canal walk', `DTSTART:202701${day}T100000Z`);
    expect(new Set(read(at(10), at(11), at(12)).map(({ uid }) => uid)).size).toBe(3);
  });

  it('counts its last version of an event', () => {
    const named = (title: string) =>
      eventLines('UID:same', `SUMMARY:${title}`, 'DTSTART:20270110T100000Z');
    expect(read(named('Canal walk'), named('Hill walk'))).toMatchObject([{ title: 'Hill walk' }]);
  });

  it.each([
    ['line ends of Unix', (ics: string) => ics.replaceAll('\r\n', '\n')],
    ['line ends of old Macs', (ics: string) => ics.replaceAll('\r\n', '\r')],
    ['a byte order mark', (ics: string) => `\uFEFF${ics}`],
    ['empty lines', (ics: string) => ics.replaceAll('\r\n', '\r\n\r\n')],
    [
      'lower case',
      (ics: string) => ics.replaceAll(/(BEGIN|END):\w+/g, (mark) => mark.toLowerCase()),
    ],
    [
      'time zones and tasks around its events',
      (ics: string) =>
        ics.replace(
          'BEGIN:VEVENT',
          'BEGIN:VTIMEZONE\r\nTZID:Somewhere\r\nEND:VTIMEZONE\r\nBEGIN:VTODO\r\nSUMMARY:Shop\r\nEND:VTODO\r\nBEGIN:VEVENT',
        ),
    ],
    ['no end', (ics: string) => ics.replace('END:VCALENDAR', '')],
    ['the same blanks before each line', (ics: string) => ics.replaceAll(/^(?=.)/gm, '    ')],
    ['a tab before each line', (ics: string) => ics.replaceAll(/^(?=.)/gm, '\t')],
    ['signs of a quote before each line', (ics: string) => ics.replaceAll(/^/gm, '> ')],
    ['an email before it', (ics: string) => `Dear all,\n\nhere it is:\n${ics}`],
    ['a warning of its program before it', (ics: string) => `<b>Notice</b>: x in y.php\n${ics}`],
  ])('may have %s', (_, change) => {
    const ics = calendarOf(eventLines('UID:a', 'SUMMARY:Canal walk', 'DTSTART:20270110T100000Z'));
    expect(draftsIn(change(ics), readAt)).toMatchObject([{ uid: 'a', title: 'Canal walk' }]);
  });
});
