import fc from 'fast-check';
import ical from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { localPath } from '#contract/platform/paths.ts';
import { text, words } from '#tests/fuzz/values.ts';
import { processorTime } from '#tests/support/processor.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { calendarOf, type IcsEvent } from './features/events/events/policy/ics.ts';
import { hour } from '#contract/platform/durations.ts';
import { invitationIcs } from './platform/calendar/invitation.ts';
import { cursorOf, TimeAndId } from './platform/http/cursor.ts';
import { csvLines } from '#contract/platform/csv.ts';
import { Refusal } from './platform/refusal.ts';
import { decodeDataUrl, pictureFrom, uploadIn } from './platform/media/images.ts';
import { subjectOf } from './platform/mail/plain-text.ts';

/** `npm run test:long` tries many more. */
const numRuns = Number(process.env.PARSER_CASES ?? 500);
const options = { numRuns, seed };
vi.setConfig({ testTimeout: 5_000 + numRuns * 5 });

const refusalOf = (error: unknown) => (error instanceof Refusal ? 'refused' : error);

function outcomeOf(work: () => unknown): unknown {
  try {
    work();
    return 'read';
  } catch (error) {
    return refusalOf(error);
  }
}

const anyText = fc.oneof(text, fc.string({ unit: 'binary' }), words);
const pathLike = fc
  .array(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      'evil.example',
      '@',
      ':',
      '%2f',
      '\t',
      '\n',
      '..',
      '?',
      '#',
      'a',
    ),
    { maxLength: 8 },
  )
  .map((parts) => `/${parts.join('')}`);

describe(`for any text (seed ${seed})`, () => {
  it('the way back after signing in stays on this site', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, pathLike), (next) => {
        const path = localPath(next) ?? '/';
        expect(new URL(path, 'https://hall.example').origin).toBe('https://hall.example');
        expect(path).toMatch(/^\/(?![/\\])/);
      }),
      options,
    );
  });

  it('a cursor is accepted or refused', () => {
    const cursor = cursorOf(TimeAndId);
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.json().map((json) => btoa(encodeURI(json))),
        ),
        (input) => {
          expect(['read', 'refused']).toContain(outcomeOf(() => cursor.decode(input)));
        },
      ),
      options,
    );
  });

  it('a data URL is accepted or refused, in no time', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const broken = fc
      .tuple(fc.nat(png.length), fc.string({ maxLength: 4 }), fc.nat(png.length))
      .map(
        ([at, other, end]) =>
          `data:image/png;base64,${png.slice(0, at)}${other}${png.slice(at, end)}`,
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, broken), async (input) => {
        const busy = processorTime();
        decodeDataUrl(input);
        expect(busy()).toBeLessThan(100);
        const reading = async () => pictureFrom(uploadIn(input, 'image'), 'image', 'cover');
        const outcome = await reading().then(() => 'read', refusalOf);
        expect(['read', 'refused']).toContain(outcome);
      }),
      { ...options, numRuns: Math.ceil(numRuns / 5) },
    );
  });

  it('a CSV line reads back as written, and runs nothing', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (cells) => {
        const read = readCsv(csvLines([cells]));
        expect(read).toHaveLength(cells.length);
        for (const [at, cell] of read.entries()) {
          expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
          expect([cells[at], `'${cells[at]}`]).toContain(cell);
        }
      }),
      options,
    );
  });

  it('an event’s calendar has one event, and no line from the text', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (title, description, location) => {
        const ics = calendarOf(
          [eventWith({ title, description, location })],
          'https://hall.example',
          now,
        );
        const lines = ics.replaceAll('\r\n ', '').split('\r\n');
        expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual([
          'BEGIN:VCALENDAR',
          'BEGIN:VEVENT',
        ]);
        expect(lines.every((line) => propertyNames.has(line.split(/[:;]/)[0] ?? ''))).toBe(true);
      }),
      options,
    );
  });

  it('an email’s calendar has one event, and no address from the text', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (title, description, location, host) => {
        const event = { eventId: 1, revision: 1, title, text: description, location };
        const times = { startTime: now, endTime: new Date(now.getTime() + hour) };
        const entry = { ...event, ...times, host: `The ${host}`, isOff: false };
        const { content } = invitationIcs({ entries: [entry] }, parties, now);
        const calendar = new ical.Component(ical.parse(content));
        const [read, ...others] = calendar.getAllSubcomponents();
        expect(others).toEqual([]);
        expect(read?.getAllProperties('attendee').map(({ name }) => name)).toEqual(['attendee']);
        expect(read?.getFirstPropertyValue('organizer')).toBe('mailto:post@hall.example');
        const lines = content.replaceAll('\r\n ', '').split('\r\n');
        expect(lines.every((line) => propertyNames.has(line.split(/[:;]/)[0] ?? ''))).toBe(true);
      }),
      options,
    );
  });

  it('an email’s subject is one line', () => {
    fc.assert(
      fc.property(anyText, (subject) => {
        expect(subjectOf({ subject, paragraphs: [] } as never)).not.toMatch(/[\r\n\u2028\u0000]/);
      }),
      options,
    );
  });
});

const now = new Date('2026-06-10T12:00:00Z');

const parties = {
  organizer: 'post@hall.example',
  attendee: 'ada@example.com',
  origin: 'https://hall.example',
};

const propertyNames = new Set([
  'BEGIN',
  'END',
  'METHOD',
  'ORGANIZER',
  'ATTENDEE',
  'VERSION',
  'PRODID',
  'UID',
  'SEQUENCE',
  'DTSTAMP',
  'DTSTART',
  'DTEND',
  'SUMMARY',
  'LOCATION',
  'DESCRIPTION',
  'URL',
  'STATUS',
  'METHOD',
  'NAME',
  '',
]);

function eventWith(texts: { title: string; description: string; location: string }) {
  return {
    ...texts,
    id: 7,
    revision: 1,
    town: null,
    audience: 'all',
    status: 'scheduled' as const,
    startTime: '2026-06-20T10:00:00.000Z',
    endTime: '2026-06-20T12:00:00.000Z',
  } as IcsEvent;
}

/** Parses one record of RFC 4180. */
function readCsv(line: string): string[] {
  const cells: string[] = [];
  const content = line.slice(0, -2);
  const cell = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/gy;
  for (let found = cell.exec(content); found; found = cell.exec(content)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') break;
  }
  return cells;
}
