import type { EventCard } from '#contract/events/events.ts';
import { formatMoment } from '#contract/platform/dates.ts';

interface Setting {
  className: string;
  /** About how many characters fit on a line. */
  letters: number;
  /** Line height in pixels. */
  leading: number;
}

const titleSettings: readonly Setting[] = [
  { className: 'text-[7.5rem] leading-none', letters: 9, leading: 120 },
  { className: 'text-[5.5rem] leading-none', letters: 13, leading: 88 },
  { className: 'text-7xl leading-none', letters: 17, leading: 72 },
  { className: 'text-5xl leading-tight', letters: 23, leading: 65 },
];
const smallestTitle: Setting = {
  className: 'text-4xl leading-tight',
  letters: 30,
  leading: 50,
};

const descriptionSettings: readonly Setting[] = [
  { className: 'text-[2.25rem] leading-[1.3]', letters: 36, leading: 47 },
  { className: 'text-[1.625rem] leading-[1.4]', letters: 52, leading: 37 },
  { className: 'text-xl leading-[1.45]', letters: 64, leading: 31 },
  { className: 'text-base leading-normal', letters: 80, leading: 26 },
];
const smallestDescription: Setting = {
  className: 'text-sm leading-[1.45]',
  letters: 90,
  leading: 22,
};

const titleRoom = 216;
/** The date and place beside the day tile; three lines are always reserved. */
const factSetting: Setting = { className: '', letters: 34, leading: 34 };
const factLines = 3;
/** The most lines that the place takes. */
export const placeLines = 3;

/** The height in pixels that an A4 sheet leaves for the title and description. */
const wholeRoom = 505;

const linesOf = (text: string, { letters }: Setting) =>
  text
    .split('\n')
    .reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(paragraph.length / letters)), 0);

const heightOf = (text: string, setting: Setting) => linesOf(text, setting) * setting.leading;

/** The largest setting that fits, else the smallest. */
const fitText = (text: string, room: number, settings: readonly Setting[], smallest: Setting) =>
  settings.find((setting) => heightOf(text, setting) <= room) ?? smallest;

export interface PosterType {
  title: string;
  description: string;
  /** Lines of description that fit; the QR code leads to the rest. */
  lines: number;
}

interface PosterWords {
  title: string;
  description: string;
  when: string;
  where: string;
}

/** The height in pixels by which the date and place exceed their reserved lines. */
function moreFacts({ when, where }: PosterWords): number {
  const lines = linesOf(when, factSetting) + Math.min(placeLines, linesOf(where, factSetting));
  return Math.max(0, lines - factLines) * factSetting.leading;
}

/** Picks the largest type that fits on one sheet, so that it can be read across a room. */
export function posterType(event: PosterWords): PosterType {
  const title = fitText(event.title, titleRoom, titleSettings, smallestTitle);
  const room = wholeRoom - heightOf(event.title, title) - moreFacts(event);
  const description = fitText(event.description, room, descriptionSettings, smallestDescription);
  return {
    title: title.className,
    description: description.className,
    lines: Math.max(1, Math.floor(room / description.leading)),
  };
}

type PosterEvent = Pick<EventCard, 'title' | 'startTime' | 'town'>;

/** 'Tue, Dec 8 • 7:30 PM, Penzance: Pub quiz': a line of a group's poster. */
export const posterLine = ({ title, startTime, town }: PosterEvent) =>
  `${[formatMoment(startTime), town].filter(Boolean).join(', ')}: ${title}`;
