import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { serveThread } from '#platform/process/thread.ts';
import { pictureSize, type Picture } from './layout.ts';

/** The worker thread that draws pictures, so no request waits for a drawing. */

const require = createRequire(import.meta.url);

/**
 * One family for each part of the alphabet: satori takes a character from the first family that has
 * it.
 */
const fontFamilies = { Display: 'latin', Ext: 'latin-ext', Viet: 'vietnamese' };

const readFont = async (name: string, part: string, weight: 700 | 800): Promise<Font> => ({
  name,
  weight,
  style: 'normal',
  data: await readFile(
    require.resolve(
      `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${part}-${weight}-normal.woff`,
    ),
  ),
});

export const fonts = await Promise.all(
  Object.entries(fontFamilies).flatMap(([name, part]) => [
    readFont(name, part, 700),
    readFont(name, part, 800),
  ]),
);

/** Draws a picture as PNG. */
export async function paintPicture({ ground, words, front }: Picture): Promise<Uint8Array> {
  const { width, height } = pictureSize;
  const text = await satori(words, { ...pictureSize, fonts });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${text}${front}</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

serveThread(paintPicture);
