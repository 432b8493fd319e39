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

const megabyte = 1024 * 1024;

/** The largest file, in megabytes: as phones make them. */
export const pictureMegabytes = 12;
export const pictureBytes = pictureMegabytes * megabyte;
/** The largest that comes with the rest of a profile, as a data URL. */
const profilePictureMegabytes = 5;
export const profilePictureBytes = profilePictureMegabytes * megabyte;

export const pictureRule = `Please choose a PNG, JPEG, WebP, GIF or AVIF picture of at most ${pictureMegabytes} MB`;
export const pictureTooLarge = `A picture can have at most ${pictureMegabytes} MB. Please choose a smaller one`;
export const profilePictureTooLarge = `A picture that comes with the profile can have at most ${profilePictureMegabytes} MB. Please upload it first, with up to ${pictureMegabytes} MB`;
export const heicRule =
  'This is a HEIC picture, which most browsers can’t show. On your iPhone, choose it from Photos, which sends it as a JPEG. For new pictures, go to Settings, Camera, Formats and choose Most Compatible';

/** A picture as a data URL; the bytes are checked when it is decoded. */
export const PictureData = z.string(pictureRule);

/** An uploaded picture. Its bytes tell its kind, whatever its name or type says. */
const PictureFile = z.object({ bytes: z.custom<Uint8Array>() });
export type PictureFile = z.output<typeof PictureFile>;

/** How many bytes of a file `pictureKindOf` needs. */
export const pictureHeadBytes = 256;

/** The first bytes of each kind, from an offset. */
const signatures: [kind: PictureType, ...[offset: number, text: string][]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1A\n']],
  ['image/jpeg', [0, '\xFF\xD8\xFF']],
  ['image/gif', [0, 'GIF8']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
];

/** Tells the kind of a picture by its first bytes; undefined for another file. */
export function pictureKindOf(bytes: Uint8Array): PictureType | 'image/heic' | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, pictureHeadBytes));
  const found = signatures.find(([, ...parts]) =>
    parts.every(([offset, text]) => head.startsWith(text, offset)),
  );
  return found?.[0] ?? kindOfBrands(head);
}

const avifBrand = /avi[fs]/;
const heicBrand = /hei[cmsx]|hev[cmsx]|mif1|msf1/;

/** HEIC and AVIF are files in the same boxes (ISO 14496-12), whose first one names their brands. */
function kindOfBrands(head: string): 'image/avif' | 'image/heic' | undefined {
  if (!head.startsWith('ftyp', 4)) return undefined;
  const length = head.charCodeAt(2) * 256 + head.charCodeAt(3);
  const brands = head.slice(8, length);
  if (avifBrand.test(brands)) return 'image/avif';
  return heicBrand.test(brands) ? 'image/heic' : undefined;
}

export const StoredPicture = z.strictObject({
  url: z.string(),
  /** Present if little of the caller's picture quota is left. */
  quota: QuotaNotice.optional(),
});

/** Stores a picture; a form then sends its address, for a profile, a group or an event. */
export const uploadPicture = endpoint('POST /api/media/:use', {
  summary: 'Upload a picture',
  answers: [201],
  refuses: ['forbidden', 'profile_incomplete', 'quota'],

  access: 'signed_in',
  rate: 'write',
  takes: 'picture',
  tooLarge: pictureTooLarge,
  params: z.object({ use: z.enum(pictureUses) }),
  body: PictureFile,
  response: StoredPicture,
});

export const addPicture = endpoint('POST /api/media', {
  summary: 'Upload a cover picture as a data URL',
  answers: [201],
  refuses: ['profile_incomplete', 'quota'],

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'picture',
  tooLarge: pictureTooLarge,
  body: z.object({ image: PictureData, use: z.literal('cover') }),
  response: StoredPicture,
});
