import { shapes } from './mark-shapes.ts';

interface MarkColours {
  hall: string;
  door: string;
}

const marigold = '#f4a91c';
const cream = '#f0d9a8';
const red = '#d9532f';

const inDaylight: MarkColours = { hall: '#0e4f39', door: '#fbf5e9' };
const atNight: MarkColours = { hall: '#8ed3ab', door: '#0f1b15' };
/** On a ground of bottle green. */
const onGreen: MarkColours = { hall: '#fdf4e0', door: '#0e4f39' };

const draw = (hall: string, door: string, middleFlag = cream) =>
  `<path ${hall} d="${shapes.hall}"/><path ${door} d="${shapes.door}"/>` +
  `<path fill="${marigold}" d="${shapes.flag}"/><path fill="${middleFlag}" d="${shapes.middleFlag}"/>`;

const svg = (content: string, size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>`;

/** The mark as part of a picture on light ground. */
export const drawMark = () => draw(`fill="${inDaylight.hall}"`, `fill="${inDaylight.door}"`);

/** The mark in the colours of whichever theme the browser is in. */
export const drawFavicon = () =>
  svg(
    `<style>.h{fill:${inDaylight.hall}}.d{fill:${inDaylight.door}}` +
      `@media(prefers-color-scheme:dark){.h{fill:${atNight.hall}}.d{fill:${atNight.door}}}</style>` +
      draw('class="h"', 'class="d"'),
    32,
  );

/** The mark alone, for the smallest sizes. */
export const drawSmallIcon = () => svg(drawMark(), 32);

/**
 * The mark on a green tile, for home screens. A system that cuts the tile to a shape of its own (`bleeds`)
 * gets one without corners, and the mark within the circle that no shape cuts.
 */
export function drawAppIcon({ bleeds }: { bleeds: boolean }): string {
  const margin = bleeds ? 8 : 5;
  const size = 32 + 2 * margin;
  const tile = `<rect width="${size}" height="${size}" rx="${bleeds ? 0 : size / 5}" fill="${onGreen.door}"/>`;
  const mark = draw(`fill="${onGreen.hall}"`, `fill="${onGreen.door}"`, red);
  return svg(`${tile}<g transform="translate(${margin} ${margin})">${mark}</g>`, size);
}
