import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { calendarOf, eventLines } from '#tests/support/imports.ts';
import { readEntries } from './queries/read-calendar.ts';

const now = new Date('2026-06-10T12:00:00Z');
const title = 'SUMMARY:Canal walk';

it('a calendar is refused when its time is over, and the next one is read', async () => {
  const slow = [title, 'DTSTART:19700101T100000Z', 'RRULE:FREQ=DAILY;COUNT=9999999'];
  const many = Array.from({ length: 1_000 }, (_, index) => eventLines(...slow, `UID:${index}`));
  const turns = countTurns();
  const refused = await readEntries(calendarOf(...many), now).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({
    fields: { ics: expect.stringMatching(/^Line 1: this calendar is too complicated/) },
  });
  expect(await turns.stop()).toBeGreaterThan(100);
  const next = calendarOf(eventLines(title, 'DTSTART:20270110T100000Z'));
  expect(await readEntries(next, now)).toHaveLength(1);
});

/** Counts how often the main thread comes round meanwhile. */
function countTurns() {
  const end = new AbortController();
  const counted = (async () => {
    let turns = 0;
    for (; !end.signal.aborted; turns += 1) await setImmediate();
    return turns;
  })();
  return {
    stop: async () => {
      end.abort();
      return counted;
    },
  };
}
