import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wallTimeOf } from '#contract/platform/london-time.ts';
import { readOtherwise, type OtherDate } from '#tests/support/calendar-oracle.ts';
import { calendarFiles, datesHere, readAt } from '#tests/support/imports.ts';
import { differences } from '#tests/calendars/differences.ts';
import { draftsIn, isDraft } from './policy/drafts.ts';

/** Rules without an end are followed until then. */
const until = new Date('2026-12-31T00:00:00Z');

type ListedDate = Omit<OtherDate, 'isCancelled'>;

/** '2026-07-04 00:00 – 2026-07-05 23:59 Book fair', in London. */
const lineOf = ({ startTime, endTime, title }: ListedDate): string =>
  `${inLondon(startTime)} – ${inLondon(endTime)} ${title}`;

function inLondon(moment: Date): string {
  const { date, time } = wallTimeOf(moment);
  return `${date} ${new Date(time).toISOString().slice(11, 16)}`;
}

const isToCome = ({ startTime, endTime }: ListedDate) => endTime > readAt && startTime < until;

function readHere(text: string): string[] {
  const entries = draftsIn(text, readAt);
  const cancelled = entries.filter(isDraft).filter(({ isCancelled }) => isCancelled);
  const titles = cancelled.map(({ title }) => `cancelled: ${title}`);
  return [...datesHere(entries).filter(isToCome).map(lineOf), ...titles];
}

/** Nothing for a file that the other reader can't read. */
function readThere(text: string): string[] {
  try {
    return readOtherwise(text, until)
      .filter(isToCome)
      .map((date) => (date.isCancelled ? `cancelled: ${date.title}` : lineOf(date)));
  } catch {
    return [];
  }
}

describe('a calendar has the dates, times and titles that another reader finds', () => {
  it.each(calendarFiles())('$name', ({ name, path }) => {
    const text = readFileSync(path, 'utf8');
    const { here = [], there = [] } = differences[name] ?? {};
    const [ours, theirs] = [readHere(text), readThere(text)];
    const common = ours.filter((line) => theirs.includes(line));
    expect({ ours: ours.toSorted(), theirs: theirs.toSorted() }).toEqual({
      ours: [...common, ...here].toSorted(),
      theirs: [...common, ...there].toSorted(),
    });
  });

  it('in sixty files', () => {
    const names = calendarFiles().map(({ name }) => name);
    expect(names).toHaveLength(60);
    expect(names).toEqual(expect.arrayContaining(Object.keys(differences)));
  });
});
