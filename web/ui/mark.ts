import { markShapes } from './mark-shapes.ts';

interface MarkColours {
  hall: string;
  door: string;
}

const marigold = '#f4a91c';
const cream = '#f0d9a8';
const red = '#d9532f';

const inDaylight: MarkColours = { hall: '#0e4f39', door: '#fbf5e9' };
const atNight: MarkColours = { hall: '#8ed3ab', door: '#0f1b15' };
/** For a green background. */
const onGreen: MarkColours = { hall: '#fdf4e0', door: '#0e4f39' };

const drawMarkSvg = (hall: string, door: string, middleFlag = cream) =>
  `<path ${hall} d="${markShapes.hall}"/><path ${door} d="${markShapes.door}"/>` +
  `<path fill="${marigold}" d="${markShapes.flag}"/><path fill="${middleFlag}" d="${markShapes.middleFlag}"/>`;

const svgDocument = (content: string, size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>`;

/** Draws the logo for a picture with a light background. */
export const drawMark = () => drawMarkSvg(`fill="${inDaylight.hall}"`, `fill="${inDaylight.door}"`);

/** Draws the logo in the colours of the browser's theme. */
export const drawFavicon = () =>
  svgDocument(
    `<style>.h{fill:${inDaylight.hall}}.d{fill:${inDaylight.door}}` +
      `@media(prefers-color-scheme:dark){.h{fill:${atNight.hall}}.d{fill:${atNight.door}}}</style>` +
      drawMarkSvg('class="h"', 'class="d"'),
    32,
  );

/** Draws the plain logo for small sizes. */
export const drawSmallIcon = () => svgDocument(drawMark(), 32);

/**
 * Draws the logo on a green tile for home screens. Systems that mask the icon get `bleeds`: square
 * corners, and the logo inside the safe circle.
 */
export function drawAppIcon({ bleeds }: { bleeds: boolean }): string {
  const margin = bleeds ? 8 : 5;
  const size = 32 + 2 * margin;
  const tile = `<rect width="${size}" height="${size}" rx="${bleeds ? 0 : size / 5}" fill="${onGreen.door}"/>`;
  const mark = drawMarkSvg(`fill="${onGreen.hall}"`, `fill="${onGreen.door}"`, red);
  return svgDocument(`${tile}<g transform="translate(${margin} ${margin})">${mark}</g>`, size);
}
