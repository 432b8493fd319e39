import { useRef } from 'react';
import { toLondonInput } from '#contract/platform/london-time.ts';
import { isWholeWallTime } from '#web/ui/wall-time.ts';
import type { EventFormOf } from './event-values.ts';

/** A leap day comes after eight years at the latest. */
const yearsSearched = 9;

/** Asks about a start that is past, or more than two years ahead; undefined for any other. */
export function doubtAbout(start: string, now: Date): string | undefined {
  if (!isWholeWallTime(start)) return undefined;
  // Readings of one clock are in order as text.
  const clock = toLondonInput(now.toISOString());
  const today = Number(clock.slice(0, 4));
  const inYear = (year: number) => `${year}${start.slice(4)}`;
  const limit = `${today + 2}${clock.slice(4)}`;
  const what =
    start <= clock ? 'This is in the past.' : start > limit && 'This is more than two years ahead.';
  if (!what) return undefined;
  const years = Array.from({ length: yearsSearched }, (_, index) => today + index);
  const meant = years.find((year) => isDay(inYear(year).slice(0, 10)) && inYear(year) > clock);
  return meant === undefined ? what : `${what} Do you mean ${meant}?`;
}

const isDay = (date: string): boolean => {
  const parsed = new Date(date);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
};

/**
 * Tells whether to wait for a second press: the first one asks beside a doubtful start. An event
 * whose start is in doubt already is not asked about.
 */
export function useDoubt(form: EventFormOf, known = ''): () => boolean {
  const asked = useRef(known);
  return () => {
    const start = form.getValues('startTime');
    const now = new Date();
    const doubt = doubtAbout(known, now) ? undefined : doubtAbout(start, now);
    if (!doubt || asked.current === start) return false;
    asked.current = start;
    const message = `${doubt} If it’s right, press the button again.`;
    form.setError('startTime', { type: 'doubt', message }, { shouldFocus: true });
    return true;
  };
}
