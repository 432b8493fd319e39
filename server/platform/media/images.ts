import { createHash } from 'node:crypto';
import type Sharp from 'sharp';
import { pictureBoxes, pictureWidths, type PictureUse } from '#contract/platform/limits.ts';
import { pictureBytes, pictureRule, pictureTypes, type PictureFile } from '#contract/base/media.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { mostMegapixels, requireAffordable, TooManyPixels } from './cost.ts';

/** Loaded with the first picture, since it takes twenty megabytes. */
let sharpModule: Promise<typeof Sharp> | undefined;
const loadSharp = () =>
  (sharpModule ??= import('sharp').then(({ default: sharp }) => restrictDecoders(sharp)));

function restrictDecoders(sharp: typeof Sharp): typeof Sharp {
  // All other formats of the library (SVG, TIFF, PDF, its own) are blocked.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map(
      (format) => `VipsForeignLoad${format}Buffer`,
    ),
  });
  // No picture is read twice, and none may take another's threads.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const webpQuality = 80;
const secondsAtMost = 10;
/**
 * Each scan of a progressive JPEG renders it again, unseen by the time limit; programs write about
 * ten.
 */
const scansAtMost = 64;

/** A stored picture: WebP, named by the SHA-256 of its bytes. */
export interface Picture {
  id: string;
  bytes: Buffer;
  width: number;
  height: number;
  /** Narrower versions of the picture, for each smaller width. */
  widths: { width: number; bytes: Buffer }[];
}

const tooBusy = () =>
  new Refusal('unavailable', 'Many pictures are being added. Please try again in a moment.', {
    retryAfter: 5,
  });

/** Each uses up to 256 MB while it is decoded, and a few MB while it waits. */
const decodeInTurn = fairLimit({ atOnce: 1, waiting: 10, perCaller: 8, tooBusy });

/**
 * Decodes the picture in a data URL.
 * @throws Refusal `invalid` naming `field`
 */
export function uploadIn(text: string, field: string): PictureFile {
  const upload = decodeDataUrl(text);
  if (!upload) throw invalid({ [field]: pictureRule });
  return upload;
}

/**
 * Decodes a picture and converts it for storage.
 * @throws Refusal `invalid` naming `field`, `unavailable`
 */
export async function pictureFrom(
  upload: PictureFile,
  field: string,
  use: PictureUse,
): Promise<Picture> {
  return decodeInTurn(async () => {
    try {
      return await toWebp(upload, use);
    } catch (error) {
      throw invalid({ [field]: reasonOf(error) });
    }
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof TooManyPixels) return error.message;
  return error instanceof Error && error.message.includes('pixel limit')
    ? new TooManyPixels(mostMegapixels).message
    : 'This picture cannot be read. Please choose another one.';
}

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** Decodes exactly `data:<one of the types>;base64,<at most 5 MB>`; undefined for anything else. */
export function decodeDataUrl(text: string): PictureFile | undefined {
  const type = pictureTypes.find((each) => text.startsWith(`data:${each};base64,`));
  if (!type) return undefined;
  const data = text.slice(text.indexOf(',') + 1);
  if (data.length > base64Length(pictureBytes)) return undefined;
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0 || bytes.length > pictureBytes) return undefined;
  // The decoder skips invalid characters, so only pure base64 encodes back to itself.
  return bytes.toString('base64') === data ? { type, bytes } : undefined;
}

/**
 * Converts the first frame: upright, cropped to the proportions of its use, never enlarged, without
 * metadata.
 * @throws Error for damaged bytes, too many pixels, or another format than claimed
 */
export async function toWebp({ type, bytes }: PictureFile, use: PictureUse): Promise<Picture> {
  if (type === 'image/jpeg' && scansIn(bytes) > scansAtMost) throw new Error('too many scans');
  const sharp = await loadSharp();
  const image = sharp(bytes, {
    limitInputPixels: mostMegapixels * 1_000_000,
    failOn: 'error',
    pages: 1,
    autoOrient: true,
  });
  const metadata = await image.metadata();
  const { mediaType, autoOrient: upright } = metadata;
  if (mediaType !== type) throw new Error(`${String(mediaType)} that says it is ${type}`);
  requireAffordable(type, metadata);
  const { data, info } = await image
    .resize({ ...fitWithin(pictureBoxes[use], upright), fit: 'cover' })
    .timeout({ seconds: secondsAtMost })
    .webp({ quality: webpQuality })
    .toBuffer({ resolveWithObject: true });
  const id = createHash('sha256').update(data).digest('hex');
  const { width, height } = info;
  return { id, bytes: data, width, height, widths: await smallerWidths(data, width, use) };
}

/** Resizes the stored picture, which has already been decoded safely. */
async function smallerWidths(stored: Buffer, own: number, use: PictureUse) {
  const sharp = await loadSharp();
  const widths = [];
  for (const width of pictureWidths[use].filter((each) => each < own)) {
    widths.push({
      width,
      bytes: await sharp(stored).resize({ width }).webp({ quality: webpQuality }).toBuffer(),
    });
  }
  return widths;
}

const startOfScan = Buffer.from([0xff, 0xda]);

function scansIn(bytes: Uint8Array): number {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let scans = 0;
  for (let at = jpeg.indexOf(startOfScan); at !== -1; at = jpeg.indexOf(startOfScan, at + 2)) {
    scans += 1;
  }
  return scans;
}

interface Size {
  width: number;
  height: number;
}

/** Finds the largest size of the box's proportions that fits both the box and the picture. */
function fitWithin(box: Size, picture: Size): Size {
  const scale = Math.min(1, picture.width / box.width, picture.height / box.height);
  return {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  };
}
