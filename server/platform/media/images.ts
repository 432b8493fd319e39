import { createHash } from 'node:crypto';
import type Sharp from 'sharp';
import { pictureBoxes, pictureWidths, type PictureUse } from '#contract/platform/limits.ts';
import {
  heicRule,
  pictureBytes,
  pictureKindOf,
  pictureRule,
  pictureTooLarge,
  type PictureFile,
  type PictureType,
} from '#contract/base/media.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { maxMegapixels, requireAffordable, TooManyPixels } from './cost.ts';

/** Loaded with the first picture, since it takes twenty megabytes. */
let sharpModule: Promise<typeof Sharp> | undefined;
export const loadSharp = () =>
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

/** The library's names. */
const formats: Record<PictureType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

const webpQuality = 80;
const maxSeconds = 10;
/**
 * Each scan of a progressive JPEG renders it again, unseen by the time limit; programs write about
 * ten.
 */
const maxScans = 64;

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

/** Each uses up to 256 MB while it is decoded, and up to 12 MB while it waits. */
const decodeInTurn = fairLimit({ atOnce: 1, waiting: 10, perCaller: 8, tooBusy });

/** The largest picture that a call takes as a data URL, and the sentence for a larger one. */
interface Room {
  bytes: number;
  tooLarge: string;
}

const defaultRoom: Room = { bytes: pictureBytes, tooLarge: pictureTooLarge };

/**
 * Decodes the picture in a data URL.
 * @throws Refusal `invalid` naming `field`
 */
export function uploadIn(text: string, field: string, room = defaultRoom): PictureFile {
  const upload = decodeDataUrl(text);
  if (!upload) throw invalid({ [field]: pictureRule });
  if (upload.bytes.length > room.bytes) throw invalid({ [field]: room.tooLarge });
  return upload;
}

const dataUrlHead = /^data:[^,]{0,100};base64,/i;

/** Decodes a data URL of any type, and nothing else. */
export function decodeDataUrl(text: string): PictureFile | undefined {
  const head = dataUrlHead.exec(text)?.[0];
  if (head === undefined) return undefined;
  const data = text.slice(head.length);
  const bytes = Buffer.from(data, 'base64');
  // The decoder skips invalid characters, so only pure base64 encodes back to itself.
  return bytes.length > 0 && bytes.toString('base64') === data ? { bytes } : undefined;
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
  const type = typeOf(upload, field);
  return decodeInTurn(async () => {
    try {
      return await toWebp({ ...upload, type }, use);
    } catch (error) {
      throw invalid({ [field]: reasonOf(error) });
    }
  });
}

/** @throws Refusal `invalid` naming `field`, for another file */
function typeOf({ bytes }: PictureFile, field: string): PictureType {
  const kind = pictureKindOf(bytes);
  if (kind === undefined || kind === 'image/heic') {
    throw invalid({ [field]: kind ? heicRule : pictureRule });
  }
  return kind;
}

function reasonOf(error: unknown): string {
  if (error instanceof TooManyPixels) return error.message;
  return error instanceof Error && error.message.includes('pixel limit')
    ? new TooManyPixels(maxMegapixels).message
    : 'This picture cannot be read. Please choose another one.';
}

/**
 * Converts the first frame: upright, in the proportions of its use, never enlarged, without
 * metadata.
 * @throws Error for damaged bytes, or too many pixels
 */
export async function toWebp(
  { type, bytes }: PictureFile & { type: PictureType },
  use: PictureUse,
): Promise<Picture> {
  if (type === 'image/jpeg' && scansIn(bytes) > maxScans) throw new Error('too many scans');
  const sharp = await loadSharp();
  const image = sharp(bytes, {
    limitInputPixels: maxMegapixels * 1_000_000,
    failOn: 'error',
    pages: 1,
    autoOrient: true,
  });
  const metadata = await image.metadata();
  const { format, autoOrient: upright } = metadata;
  if (format !== formats[type]) throw new Error(`${format} that begins like ${type}`);
  requireAffordable(type, metadata);
  const { data, info } = await image
    .resize(use === 'logo' ? squareWithin(pictureBoxes.logo, upright) : coverWithin(use, upright))
    .timeout({ seconds: maxSeconds })
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

/** Markers without a length (ITU-T T.81, B.1.1): stuffed bytes, TEM, restarts and the start. */
const isMarkerWithoutLength = (marker: number) =>
  marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const [endOfPicture, startOfScan] = [0xd9, 0xda];

/** Counts scans up to the picture's end: phones put a film or another picture behind it. */
function scansIn(bytes: Uint8Array): number {
  let scans = 0;
  let at = 0;
  while (at < bytes.length && scans <= maxScans) {
    const marker = bytes[at + 1] ?? endOfPicture;
    if (bytes[at] !== 0xff || marker === 0xff) at += 1;
    else if (marker === endOfPicture) break;
    else if (isMarkerWithoutLength(marker)) at += 2;
    else {
      if (marker === startOfScan) scans += 1;
      at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    }
  }
  return scans;
}

interface Size {
  width: number;
  height: number;
}

const coverWithin = (use: PictureUse, picture: Size) =>
  ({ ...fitWithin(pictureBoxes[use], picture), fit: 'cover' }) as const;

/** A logo is never cut: the square around it is filled with nothing. */
function squareWithin(box: Size, picture: Size) {
  const side = Math.min(box.width, Math.max(picture.width, picture.height));
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return { width: side, height: side, fit: 'contain', background } as const;
}

/** Finds the largest size of the box's proportions that fits both the box and the picture. */
function fitWithin(box: Size, picture: Size): Size {
  const scale = Math.min(1, picture.width / box.width, picture.height / box.height);
  return {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  };
}
