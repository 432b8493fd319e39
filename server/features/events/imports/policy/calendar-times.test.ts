import { describe, expect, it } from 'vitest';
import { calendarOf, eventLines } from '#tests/support/imports.ts';
import type { Draft } from '#platform/calendar/drafts.ts';
import { draftsIn, isDraft } from './drafts.ts';

const now = new Date('2026-06-10T12:00:00Z');

/** Reads one event whose other lines are those of a walk in London. */
function readOne(...lines: string[]): Draft {
  const names = new Set(lines.map((line) => /^[A-Z-]+/i.exec(line)?.[0].toUpperCase()));
  const usual = ['UID:walk@calendar.example', 'SUMMARY:Canal walk', 'DTSTART:20270110T100000Z'];
  const others = usual.filter((line) => !names.has(/^[A-Z-]+/.exec(line)?.[0]));
  const [entry] = draftsIn(calendarOf(eventLines(...others, ...lines)), now);
  if (!entry || !isDraft(entry)) throw new Error(`refused: ${JSON.stringify(entry)}`);
  return entry;
}

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
    ['RDATE:20270111T100000Z', 'Its extra dates (RDATE) were left out.'],
  ])('warn: %s', (line, warning) => {
    expect(readOne(line).warnings).toContain(warning);
  });
});
