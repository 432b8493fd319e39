import { describe, expect, it } from 'vitest';
import { calendarOf, eventLines, read, readAt, readDraft } from '#tests/support/imports.ts';
import { draftsIn } from './drafts.ts';

const practice = eventLines(
  'UID:a',
  'SUMMARY:Choir practice',
  'DTSTART:20270105T193000Z',
  'RRULE:FREQ=WEEKLY;COUNT=4',
);

const walk = eventLines(
  'UID:walk',
  'SUMMARY:Canal walk',
  'DTSTART:20270110T100000Z',
  'DURATION:PT1H',
);

describe('a title says that an event is cancelled', () => {
  it.each([
    ['Canceled: Canal walk'],
    ['Cancelled: Canal walk'],
    ['Cancelled - Canal walk'],
    ['CANCELLED – Canal walk'],
    ['CANCELLED Canal walk'],
    ['CANCELED: CANCELED: Canal walk'],
    ['[Cancelled] Canal walk'],
    ['(CANCELLED) Canal walk'],
    ['**CANCELLED** Canal walk'],
    ['*** Cancelled *** Canal walk'],
    ['Cancelled! Canal walk'],
    ['Canceled event: Canal walk'],
    ['Event cancelled: Canal walk'],
    ['Canal walk (cancelled)'],
    ['Canal walk - CANCELLED'],
    ['Canal walk – Cancelled!'],
    ['Canal walk CANCELLED'],
    ['❌ Cancelled: Canal walk'],
    ['✖ CANCELLED ✖ Canal walk'],
    ['This event has been cancelled: Canal walk'],
    ['Canal walk - cancelled due to rain'],
    ['Canal walk: Cancelled (rain)'],
  ])('%s', (title) => {
    expect(readDraft(`SUMMARY:${title}`)).toMatchObject({ title: 'Canal walk', isCancelled: true });
  });

  it.each(['STATUS:CANCELLED', 'STATUS:CANCELED', 'status:canceled'])('as %s does', (line) => {
    expect(readDraft(line)).toMatchObject({ title: 'Canal walk', isCancelled: true });
  });

  it.each([
    ['of an event', walk],
    ['without a state of its own', [...walk.slice(0, -1), 'STATUS:CONFIRMED', 'END:VEVENT']],
    ['of one date', [...walk.slice(0, -1), 'RECURRENCE-ID:20270110T100000Z', 'END:VEVENT']],
  ])('as a message with METHOD:CANCEL does: %s', (_, event) => {
    expect(read(['METHOD:CANCEL'], event)).toMatchObject([
      { title: 'Canal walk', isCancelled: true },
    ]);
  });

  it('as a message without a title does', () => {
    const lines = walk.filter((line) => !line.startsWith('SUMMARY'));
    expect(read(['METHOD:CANCEL'], lines)).toMatchObject([{ isCancelled: true }]);
  });

  it('in its own calendar of a file alone', () => {
    const text = calendarOf(['METHOD:CANCEL'], walk) + calendarOf(practice);
    expect(draftsIn(text, readAt)).toMatchObject([{ isCancelled: true }, { isCancelled: false }]);
  });

  it('when it has no other words', () => {
    expect(readDraft('SUMMARY:Cancelled')).toMatchObject({ title: 'Cancelled', isCancelled: true });
    expect(readDraft('SUMMARY:Canceled: AGM')).toMatchObject({
      title: 'Event: AGM',
      isCancelled: true,
    });
  });

  it.each([
    ['Cancelled flights and what to do'],
    ['How to write cancelled: a talk'],
    ['Uncancelled: a comedy night'],
    ['Not cancelled: Canal walk'],
    ['Canal walk - NOT CANCELLED'],
    ['Cancellation policy workshop'],
    ['Cancelled-stamp collectors’ fair'],
  ])('but not when it means something else: %s', (title) => {
    expect(readDraft(`SUMMARY:${title}`)).toMatchObject({ title, isCancelled: false });
  });

  it.each([
    ['Cancelled Canal walk'],
    ['Not cancelled: Canal walk'],
    ['POSTPONED: Canal walk'],
    ['Canal walk called off'],
    ['Provisional: Canal walk'],
  ])('perhaps, so that it raises a doubt: %s', (title) => {
    const { isCancelled, doubt } = readDraft(`SUMMARY:${title}`);
    expect(isCancelled).toBe(false);
    expect(doubt).toMatch(
      /^Its title has the word “(?:not )?(?:cancelled|postponed|called off|provisional)”\. Please/i,
    );
  });

  it('and leaves such a date out of its series', () => {
    const [series] = draftsIn(
      calendarOf(
        practice,
        eventLines(
          'UID:a',
          'RECURRENCE-ID:20270112T193000Z',
          'SUMMARY:Canceled: Choir practice',
          'DTSTART:20270112T193000Z',
        ),
      ),
      new Date('2026-06-10T12:00:00Z'),
    );
    expect(series).toMatchObject({ repeats: { dates: 3, exdates: ['2027-01-12'] } });
  });
});

describe('an event raises a doubt', () => {
  const privately = 'It is private in its calendar. Please tick it only if everybody may see it.';
  const tentative = 'It is only tentative in its calendar. Please tick it once it is certain.';
  it.each([
    ['CLASS:PRIVATE', privately],
    ['CLASS:CONFIDENTIAL', privately.replace('private', 'confidential')],
    ['class:private', privately],
    ['CLASS;X-A=b:Private', privately],
    ['CLASS:X-COMMITTEE', privately],
    ['X-CALENDARSERVER-ACCESS:PRIVATE', privately],
    ['X-CALENDARSERVER-ACCESS:RESTRICTED', privately],
    ['STATUS:TENTATIVE', tentative],
    ['STATUS:tentative', tentative],
    ['X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE', tentative],
  ])('by %s', (line, doubt) => {
    expect(readDraft(line).doubt).toBe(doubt);
  });

  it.each([
    ['CLASS:PUBLIC'],
    ['class:public'],
    ['CLASS:'],
    ['STATUS:CONFIRMED'],
    ['X-MICROSOFT-CDO-BUSYSTATUS:BUSY'],
  ])('not by %s', (line) => {
    expect(readDraft(line).doubt).toBeUndefined();
  });

  it('by one of its dates', () => {
    const [series] = draftsIn(
      calendarOf(
        practice,
        eventLines(
          'UID:a',
          'RECURRENCE-ID:20270112T193000Z',
          'SUMMARY:Ada’s party',
          'DTSTART:20270112T193000Z',
          'CLASS:PRIVATE',
        ),
      ),
      new Date('2026-06-10T12:00:00Z'),
    );
    expect(series).toMatchObject({ doubt: `Jan 12, 2027: ${privately}` });
  });
});

describe('a title without words has a hint', () => {
  it.each([
    'Busy',
    'busy',
    'Tentative',
    'Out of office',
    'Private Appointment',
    '(No title)',
    'Untitled event',
    'Unavailable',
  ])('%s', (title) => {
    expect(readDraft(`SUMMARY:${title}`).warnings).toContainEqual(
      expect.stringContaining(`Its title says only “${title}”.`),
    );
  });

  it.each([
    'Busy bees craft club',
    'Free lunch',
    'Private view of the paintings',
    'Reserved seating concert',
  ])('and others have none: %s', (title) => {
    expect(readDraft(`SUMMARY:${title}`).warnings).toEqual([]);
  });
});
