import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Of the file, before it is written as text. */
export const pictureBytes = 5 * 1024 * 1024;

export const pictureRule = 'Please choose a PNG, JPEG, WebP, GIF or AVIF picture of at most 5 MB';

/** A picture as a data URL; whether it is one is settled by reading it. */
export const PictureData = z.string(pictureRule);

/** Keeps a picture for a group or an event, whose form then takes its address as `imageUrl`. */
export const addPicture = endpoint('POST /api/media', {
  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'picture',
  body: z.object({ image: PictureData, use: z.literal('cover') }),
  response: z.strictObject({ url: z.string() }),
});
