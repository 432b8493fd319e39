import type { CalendarEvent } from './calendar-event.ts';

/**
 * Keeps the newest of those with the same key: the highest SEQUENCE counts, then the latest
 * DTSTAMP; the last of equal ones.
 */
export function newestOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  eventOf: (item: Item) => CalendarEvent,
): { kept: Item[]; older: CalendarEvent[] } {
  const newest = new Map<string, Item>();
  for (const item of items.toSorted((one, two) => compareVersions(eventOf(one), eventOf(two)))) {
    newest.set(keyOf(item), item);
  }
  const kept = new Set(newest.values());
  const older = items.filter((item) => !kept.has(item)).map(eventOf);
  return { kept: items.filter((item) => kept.has(item)), older };
}

export function compareVersions(one: CalendarEvent, two: CalendarEvent): number {
  const differing = one.version.findIndex((number, index) => number !== two.version[index]);
  return (one.version[differing] ?? 0) - (two.version[differing] ?? 0);
}

/** Lists at most so many lines. */
const mostLines = 5;

/** 'line 12, 40' */
export function linesText(events: readonly CalendarEvent[]): string {
  const lines = events.slice(0, mostLines).map(({ line }) => line);
  const more = events.length > mostLines ? ` and ${events.length - mostLines} more` : '';
  return `line ${lines.join(', ')}${more}`;
}

export const olderText = (older: readonly CalendarEvent[]): string[] =>
  older.length > 0
    ? [`Other versions of it in this file were left out (${linesText(older)}).`]
    : [];
