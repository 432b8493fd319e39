import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Makes a small unique picture as a data URL. */
export async function newPicture(): Promise<string> {
  const noise = { raw: { width: 32, height: 32, channels: 3 } } as const;
  const bytes = await sharp(randomBytes(32 * 32 * 3), noise)
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
