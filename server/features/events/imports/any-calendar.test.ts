import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { Draft, ImportEntry } from '#platform/calendar/drafts.ts';
import { occurrencesOf } from '#features/events/series/policy/occurrences.ts';
import { anyCalendar, type PlacedEvent } from '#tests/support/any-calendar.ts';
import { calendarFiles, readAt } from '#tests/support/imports.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { readCalendar } from './policy/calendar-reader.ts';
import { draftsIn, isDraft } from './policy/drafts.ts';

const numRuns = Math.round(Number(process.env.PARSER_CASES ?? 500) / 3);
vi.setConfig({ testTimeout: 30_000 + numRuns * 100 });

const texts = calendarFiles().map(({ path }) => readFileSync(path, 'utf8'));

/** The number of dates that publishing makes of an event. */
function datesMade({ startTime, endTime, repeats }: Draft): number {
  if (!repeats) return 1;
  const times = { startTime: new Date(startTime), endTime: new Date(endTime) };
  const { dates } = occurrencesOf({ ...times, ...repeats });
  expect(dates[0]).toMatchObject(times);
  return dates.length;
}

/** Whether an event is an entry, part of one, or named by a warning. */
function isAccountedFor({ title, line, lines }: PlacedEvent, entries: ImportEntry[]): boolean {
  const drafts = entries.filter(isDraft);
  const isChange = lines.some((each) => each.startsWith('RECURRENCE-ID'));
  const uid = lines.find((each) => each.startsWith('UID:'))?.slice(4) ?? '';
  const series = drafts.filter((draft) => draft.uid.startsWith(uid));
  const isCut = series.some(({ warnings }) =>
    warnings.some((text) => text.startsWith('It goes on')),
  );
  return (
    entries.some((entry) => entry.title === title || entry.line === line) ||
    drafts.some(({ repeats }) => repeats?.moved.some((date) => date.title === title)) ||
    drafts.some(({ warnings }) =>
      warnings.some((text) => new RegExp(String.raw`\bline .*\b${line}\b`).test(text)),
    ) ||
    (isChange &&
      series.length > 0 &&
      (lines.includes('STATUS:CANCELLED') || isOver(lines) || isCut))
  );
}

/** Whether a changed date is over, by its day. */
function isOver(lines: string[]): boolean {
  const start = lines.find((line) => line.startsWith('DTSTART'));
  return (/:(\d{8})/.exec(start ?? '')?.[1] ?? '') <= '20260610';
}

const refusalOf = (entry: ImportEntry): string[] => (isDraft(entry) ? [] : [entry.reason]);

describe('any calendar', () => {
  it('has a preview that counts the dates that are published', () => {
    fc.assert(
      fc.property(anyCalendar, ({ text }) => {
        const drafts = draftsIn(text, readAt).filter(isDraft);
        expect(drafts.map(datesMade)).toEqual(drafts.map(({ repeats }) => repeats?.dates ?? 1));
      }),
      { numRuns, seed },
    );
  });

  it('has every event in its preview', () => {
    fc.assert(
      fc.property(anyCalendar, ({ text, events }) => {
        const entries = draftsIn(text, readAt);
        expect(events.filter((event) => !isAccountedFor(event, entries))).toEqual([]);
        expect(new Set(entries.map(({ uid }) => uid)).size).toBe(entries.length);
      }),
      { numRuns, seed },
    );
  });

  it('is read or refused by a line, whatever is wrong in it', () => {
    const anyText = fc.oneof(
      anyCalendar.map(({ text }) => text),
      fc.constantFrom(...texts),
    );
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const change = fc.tuple(place, fc.integer({ min: 0, max: 12 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anyText, fc.array(change, { maxLength: 6 }), (text, changes) => {
        const changed = changes.reduce((before, [at, cut, added]) => {
          const start = Math.floor(at * before.length);
          return before.slice(0, start) + added + before.slice(start + cut);
        }, text);
        const read = readCalendar({ text: changed, now: readAt });
        const refusals = 'error' in read ? [read.error] : read.entries.flatMap(refusalOf);
        // A sentence that names nothing is for faults of the reader.
        expect(
          refusals.filter((each) => !/^Line \d+: (?!it |this event can’t)/.test(each)),
        ).toEqual([]);
      }),
      { numRuns, seed },
    );
  });
});
