import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formatRange } from '#contract/platform/dates.ts';
import { EventTimes } from './event-times.tsx';

describe('an event’s times read as one line, wherever they wrap', () => {
  it.each([
    ['on one day', '2026-11-26T18:30:00Z', '2026-11-26T22:00:00Z'],
    ['over midnight', '2026-12-31T20:00:00Z', '2027-01-01T01:00:00Z'],
    ['without an end', '2026-11-26T18:30:00Z', null],
    ['without a date', '', null],
  ])('%s', (_, startTime, endTime) => {
    const html = renderToStaticMarkup(<EventTimes event={{ startTime, endTime }} />);
    expect(html.replaceAll(/<[^>]+>/g, '').trim()).toBe(formatRange(startTime, endTime));
  });
});
