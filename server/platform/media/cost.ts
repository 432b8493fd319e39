import type { Metadata } from 'sharp';
import type { PictureType } from '#contract/base/media.ts';

const megapixel = 1_000_000;
export const maxMegapixels = 50;

/** The most memory that decoding one picture may use, in bytes. */
const maxBytes = 256 * megapixel;

export type Shape = Pick<Metadata, 'channels' | 'depth' | 'isProgressive'>;

const isDeep = ({ depth }: Shape) => depth !== 'uchar';

/**
 * Bytes per pixel in memory while a picture is decoded, as measured (decision 28): all pixels for a
 * format that comes in passes, and next to none for one that comes row by row.
 */
const bytesPerPixel: Record<PictureType, (picture: Shape) => number> = {
  // Interlaced PNGs are kept whole, plus a quarter.
  'image/png': (picture) =>
    picture.isProgressive ? 1.25 * picture.channels * (isDeep(picture) ? 2 : 1) : 3,
  // Two bytes for each possible sample: a header's subsampling can't be relied on.
  'image/jpeg': ({ isProgressive, channels }) => (isProgressive ? 2.1 * channels : 1),
  'image/webp': () => 4.2,
  'image/gif': () => 6,
  // The codec's frame, its conversion to red, green and blue, and a copy of that.
  'image/avif': (picture) => (isDeep(picture) ? 26 : 19),
};

/** Returns the most megapixels for a picture of this shape. */
export const megapixelsFor = (type: PictureType, shape: Shape): number =>
  Math.min(maxMegapixels, Math.floor(maxBytes / bytesPerPixel[type](shape) / megapixel));

/** The picture has too many pixels to decode at a bearable cost. The message is fit to show. */
export class TooManyPixels extends Error {
  constructor(megapixels: number) {
    super(`Please choose a picture of at most ${megapixels} megapixels`);
  }
}

/** @throws TooManyPixels */
export function requireAffordable(
  type: PictureType,
  picture: Shape & Pick<Metadata, 'width' | 'height'>,
): void {
  const megapixels = megapixelsFor(type, picture);
  if (picture.width * picture.height > megapixels * megapixel) throw new TooManyPixels(megapixels);
}
