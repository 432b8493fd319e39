import type { EventCard } from '#contract/events/events.ts';

export type OfSeries = NonNullable<EventCard['series']>;

/** 'Every Tuesday · 3 of 12' */
export const seriesWords = ({ text, position, count }: OfSeries): string =>
  `${text} · ${position} of ${count}`;

/** '1 date', '9 dates' */
export const dateLabel = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

interface AnswerTotals {
  going: number;
  waiting: number;
  refused: number;
}

/** Sums up an RSVP to all dates: 'You're going to 9 dates and waiting for 1.' */
export function attendedWords({ going, waiting, refused }: AnswerTotals): string {
  const parts = [
    ...(going > 0 ? [`going to ${dateLabel(going)}`] : []),
    ...(waiting > 0 ? [`waiting for ${going > 0 ? waiting : dateLabel(waiting)}`] : []),
  ];
  const attended = parts.length > 0 ? [`You're ${parts.join(' and ')}.`] : [];
  const missed = `${dateLabel(refused)} ${refused === 1 ? 'is' : 'are'} full or closed.`;
  return [...attended, ...(refused > 0 ? [missed] : [])].join(' ');
}
