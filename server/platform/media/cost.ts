import type { Metadata } from 'sharp';
import type { PictureType } from '#contract/base/media.ts';

const million = 1_000_000;
export const mostMegapixels = 50;

/** The most memory that decoding one picture may use, in bytes. */
const mostHeld = 256 * million;

export type Shape = Pick<Metadata, 'channels' | 'depth' | 'isProgressive'>;

const isDeep = ({ depth }: Shape) => depth !== 'uchar';

/**
 * The bytes held for each pixel while a picture is read, as measured (decision 28): the whole of it where it comes in
 * passes, and next to nothing where it comes row by row.
 */
const heldAPixel: Record<PictureType, (picture: Shape) => number> = {
  // In passes as it is, and a quarter on top.
  'image/png': (picture) =>
    picture.isProgressive ? 1.25 * picture.channels * (isDeep(picture) ? 2 : 1) : 3,
  // Two bytes for each sample there may be: what a header says of coarser colours can't be relied on.
  'image/jpeg': ({ isProgressive, channels }) => (isProgressive ? 2.1 * channels : 1),
  'image/webp': () => 4.2,
  'image/gif': () => 6,
  // The codec's frame, the same in red, green and blue, and a copy of that.
  'image/avif': (picture) => (isDeep(picture) ? 26 : 19),
};

/** How many megapixels a picture of this shape may have. */
export const megapixelsFor = (type: PictureType, shape: Shape): number =>
  Math.min(mostMegapixels, Math.floor(mostHeld / heldAPixel[type](shape) / million));

/** A picture of more pixels than can be read at a bearable cost; the message is fit to show. */
export class TooManyPixels extends Error {
  constructor(megapixels: number) {
    super(`Please choose a picture of at most ${megapixels} megapixels`);
  }
}

/** @throws TooManyPixels */
export function requireBearable(
  type: PictureType,
  picture: Shape & Pick<Metadata, 'width' | 'height'>,
): void {
  const megapixels = megapixelsFor(type, picture);
  if (picture.width * picture.height > megapixels * million) throw new TooManyPixels(megapixels);
}
