import { formatRange } from '../../../../contract/dates.ts';
import type { Detail } from '../../../platform/mail/letter.ts';

interface Outline {
  title: string;
  location: string;
  startTime: Date | string;
  endTime: Date | string;
}

/** What every letter about an event says of it. */
export const factsOf = (event: Outline): Detail[] => [
  { label: 'What', value: event.title },
  { label: 'When', value: formatRange(event.startTime, event.endTime) },
  { label: 'Where', value: event.location },
];

const longestInText = 60;

/** For a text, which costs by its length. */
export const short = (text: string) =>
  text.length > longestInText ? `${text.slice(0, longestInText - 1).trimEnd()}…` : text;
