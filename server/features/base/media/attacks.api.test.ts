import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureRule } from '#contract/base/media.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

describe('a harmful file sent as a profile picture', () => {
  const unreadable = 'This picture cannot be read. Please choose another one.';
  const tooMany = 'Please choose a picture of at most 50 megapixels';
  const script = Buffer.from('<script>alert("gotcha")</script>');
  const square = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } });
  const asUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

  it.each<[string, string, () => Promise<Buffer> | Buffer, string]>([
    ['SVG', 'image/svg+xml', () => svg, pictureRule],
    ['SVG that says it is PNG', 'image/png', () => svg, unreadable],
    ['HTML that says it is JPEG', 'image/jpeg', () => script, unreadable],
    ['a PNG that says it is a GIF', 'image/gif', () => square(8).png().toBuffer(), unreadable],
    [
      'half a picture',
      'image/jpeg',
      async () => (await square(400).jpeg().toBuffer()).subarray(0, 400),
      unreadable,
    ],
    [
      'a script that begins like a GIF',
      'image/gif',
      () => Buffer.concat([Buffer.from('GIF89a/*'), script, Buffer.from('*/=1')]),
      unreadable,
    ],
    [
      'a small file of very many pixels',
      'image/png',
      () => square(7_100).png({ compressionLevel: 9, palette: true }).toBuffer(),
      tooMany,
    ],
    ['more than 5 MB', 'image/png', () => randomBytes(5 * 1024 * 1024 + 1), pictureRule],
  ])('is refused when it is %s', async (_, type, bytes, message) => {
    const client = await app.as(await make.user());
    const body = { profileImageUrl: asUrl(type, await bytes()) };
    expect(await client.refusal('PATCH /api/auth/user', { body })).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { profileImageUrl: message },
    });
    expect((await client.call('GET /api/user')).body.user?.profileImageUrl).toBeNull();
  });

  it('keeps only the pixels of a picture that is also a page', async () => {
    const client = await app.as(await make.user());
    const bytes = Buffer.concat([await square(8).png().toBuffer(), script]);
    const body = { profileImageUrl: asUrl('image/png', bytes) };
    const url = (await client.call('PATCH /api/auth/user', { body })).body.profileImageUrl ?? '';
    const response = await app.visitor().request({ method: 'GET', url });
    expect(response.headers['content-type']).toBe('image/webp');
    expect(response.rawPayload.includes('gotcha')).toBe(false);
  });
});
