import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

/** Makes a small unique picture as a data URL. */
export async function newPicture(): Promise<string> {
  const noise = { raw: { width: 32, height: 32, channels: 3 } } as const;
  const bytes = await sharp(randomBytes(32 * 32 * 3), noise)
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

/** The calls of people who have profile pictures, and of browsers that load them. */
export function picturesOf({ visitor }: Pick<TestApp, 'visitor'>) {
  const get = (url: string, headers: Record<string, string> = {}) =>
    visitor().request({ method: 'GET', url, headers });
  return {
    get,
    /** Saves the picture of a profile, and returns its address. */
    save: async (client: Client, profileImageUrl: string | null) =>
      (await client.call('PATCH /api/auth/user', { body: { profileImageUrl } })).body
        .profileImageUrl,
    /** Checks whether an address serves its picture. */
    shows: async (url: string | null) => (await get(url ?? '')).statusCode === 200,
  };
}
