import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureWidths } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { groupForm } from '#tests/support/forms.ts';
import { picturesOf } from '#tests/support/pictures.ts';
import { dropUnusedPictures } from './mutations.ts';

const app = await startTestApp();
const { make } = app;
const { get, save } = picturesOf(app);

/** Makes a unique picture of this width in pixels, as a data URL. */
async function picture(width: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const background = { r: red, g: green, b: blue };
  const create = { width, height: Math.round((width * 9) / 16), channels: 3 as const, background };
  const bytes = await sharp({ create }).png().toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

const addCover = async (client: Client, width: number) =>
  (
    await client.call('POST /api/media', {
      body: { image: await picture(width), use: 'cover' },
    })
  ).body.url;

const inWidth = (url: string, width: number | string) => url.replace('.webp', `-${width}.webp`);

const widthOf = async (url: string) => (await sharp((await get(url)).rawPayload).metadata()).width;

describe('a picture in another width', () => {
  it.each(pictureWidths.cover)('is %i pixels wide', async (width) => {
    const url = await addCover(await app.as(await make.user()), 1400);
    expect(await widthOf(inWidth(url, width))).toBe(width);
    expect(await widthOf(url)).toBe(1280);
  });

  it("of a face has a face's width", async () => {
    const client = await app.as(await make.user());
    const url = (await save(client, await picture(800))) ?? '';
    expect(await Promise.all([96, 192].map((width) => widthOf(inWidth(url, width))))).toEqual([
      96, 192,
    ]);
  });

  it('is no wider than the original', async () => {
    const url = await addCover(await app.as(await make.user()), 500);
    expect(await widthOf(inWidth(url, 960))).toBe(500);
    expect(await widthOf(inWidth(url, 320))).toBe(320);
  });

  it('may be cached for ever, under a tag of its own', async () => {
    const url = inWidth(await addCover(await app.as(await make.user()), 700), 320);
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      etag: `"${url.slice('/media/'.length, -'.webp'.length)}"`,
    });
    const again = await get(url, { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it.each(['1', '321', '0640', '99999', 'x'])('does not exist %s wide', async (width) => {
    const url = await addCover(await app.as(await make.user()), 700);
    expect((await get(inWidth(url, width))).statusCode).toBe(404);
  });

  it('is deleted with the picture', async () => {
    const client = await app.as(await make.user());
    const url = (await save(client, await picture(800))) ?? '';
    await save(client, null);
    expect((await get(inWidth(url, 96))).statusCode).toBe(404);
    const id = url.slice('/media/'.length, -'.webp'.length);
    const { rows } = await app.db.execute(
      sql`SELECT width FROM media_widths WHERE media_id = ${id}`,
    );
    expect(rows).toEqual([]);
  });
});

describe('unused pictures', () => {
  const soon = () => app.clock.inHours(1);

  it('are deleted after a while, and used ones stay', async () => {
    const client = await app.as(await make.user());
    const [used, unused] = [await addCover(client, 40), await addCover(client, 40)];
    await make.group({ imageUrl: used });
    expect(await dropUnusedPictures(app.db, app.clock.inHours(-1))).toBe(0);
    expect(await dropUnusedPictures(app.db, soon())).toBeGreaterThanOrEqual(1);
    const statuses = await Promise.all(
      [used, unused].map(async (url) => (await get(url)).statusCode),
    );
    expect(statuses).toEqual([200, 404]);
  });

  it('are deleted in batches', async () => {
    const client = await app.as(await make.user());
    for (let count = 0; count < 3; count += 1) await addCover(client, 40);
    expect(await dropUnusedPictures(app.db, soon(), 2)).toBe(2);
    expect(await dropUnusedPictures(app.db, soon(), 2)).toBe(1);
    expect(await dropUnusedPictures(app.db, soon(), 2)).toBe(0);
  });

  it("can't be used again", async () => {
    const client = await app.as(await make.user());
    const imageUrl = await addCover(client, 40);
    await dropUnusedPictures(app.db, soon());
    expect(
      await client.refusal('POST /api/groups', { body: { ...groupForm, imageUrl } }),
    ).toMatchObject({
      status: 400,
      fields: { imageUrl: 'This picture is no longer here. Please upload it again.' },
    });
  });

  it('are never deleted while a group or an event that uses them is being saved', async () => {
    for (let round = 0; round < 12; round += 1) {
      const group = await make.group();
      const event = await make.event({ group });
      const client = await app.as(group.owner);
      const imageUrl = await addCover(client, 40);
      const saves = [
        client.outcome('POST /api/groups', { body: { ...groupForm, imageUrl } }),
        client.outcome('PATCH /api/events/:id', { params: { id: event.id }, body: { imageUrl } }),
      ];
      const drops = Promise.all([1, 2].map(() => dropUnusedPictures(app.db, soon())));
      const outcomes = await Promise.all(saves);
      await drops;
      expect(outcomes.filter((each) => ![200, 201, 'invalid'].includes(each as number))).toEqual(
        [],
      );
    }
    const { rows: broken } = await app.db.execute(sql`
      SELECT image_url FROM (SELECT image_url FROM groups UNION ALL SELECT image_url FROM events) AS shown
      WHERE image_url LIKE '/media/%' AND NOT EXISTS (
        SELECT 1 FROM media WHERE image_url = '/media/' || media.id || '.webp')`);
    expect(broken).toEqual([]);
  });
});
