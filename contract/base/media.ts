import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { pictureUses } from '#contract/platform/limits.ts';
import { QuotaNotice } from '#contract/platform/quotas.ts';

export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The largest file, before it is encoded as a data URL. */
export const pictureBytes = 5 * 1024 * 1024;

export const pictureRule = 'Please choose a PNG, JPEG, WebP, GIF or AVIF picture of at most 5 MB';

/** A picture as a data URL; the bytes are checked when it is decoded. */
export const PictureData = z.string(pictureRule);

/** An uploaded picture: its declared type and its bytes. */
const PictureFile = z.object({ type: z.enum(pictureTypes), bytes: z.custom<Uint8Array>() });
export type PictureFile = z.output<typeof PictureFile>;

const Kept = z.strictObject({
  url: z.string(),
  /** Present if little of the caller's picture quota is left. */
  quota: QuotaNotice.optional(),
});

/** Stores a picture; a form then sends its address, for a profile, a group or an event. */
export const uploadPicture = endpoint('POST /api/media/:use', {
  summary: 'Upload a picture',
  answers: [201],
  refuses: ['profile_incomplete', 'quota'],

  access: 'signed_in',
  rate: 'write',
  takes: 'picture',
  params: z.object({ use: z.enum(pictureUses) }),
  body: PictureFile,
  response: Kept,
});

/** Uploads a cover picture as a data URL. */
export const addPicture = endpoint('POST /api/media', {
  summary: 'Upload a cover picture as a data URL',
  answers: [201],
  refuses: ['profile_incomplete', 'quota'],

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'picture',
  body: z.object({ image: PictureData, use: z.literal('cover') }),
  response: Kept,
});
