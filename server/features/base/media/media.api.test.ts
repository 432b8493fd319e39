import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureRule, profilePictureTooLarge } from '#contract/base/media.ts';
import { startTestApp } from '#tests/support/app.ts';
import { newPicture, picturesOf } from '#tests/support/pictures.ts';
import type { Client } from '#tests/support/client.ts';

const app = await startTestApp();
const { make } = app;
const { get, save, shows } = picturesOf(app);

const pictureAddress = /^\/media\/[0-9a-f]{64}\.webp$/;

describe('the profile picture', () => {
  it('is stored under an address of its content', async () => {
    const client = await app.as(await make.user());
    const url = await save(client, await newPicture());
    expect(url).toMatch(pictureAddress);
    expect((await client.call('GET /api/user')).body.user?.profileImageUrl).toBe(url);
    const response = await get(url ?? '');
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 32,
    });
  });

  it('has the same address for the same picture', async () => {
    const image = await newPicture();
    const urls = [];
    for (const person of [await make.user(), await make.user()]) {
      urls.push(await save(await app.as(person), image));
    }
    expect(urls[0]).toBe(urls[1]);
  });

  it('is saved together with the other fields, or not at all', async () => {
    const client = await app.as(await make.user({ firstName: 'Ada' }));
    const body = { firstName: 'Grace', profileImageUrl: 'data:image/png;base64,AAAA' };
    const refusal = await client.refusal('PATCH /api/auth/user', { body });
    expect(refusal.fields).toEqual({
      profileImageUrl: pictureRule,
    });
    expect((await client.call('GET /api/user')).body.user?.firstName).toBe('Ada');
    const both = { firstName: 'Grace', profileImageUrl: await newPicture() };
    expect((await client.call('PATCH /api/auth/user', { body: both })).body).toMatchObject({
      firstName: 'Grace',
      profileImageUrl: expect.stringMatching(pictureAddress),
    });
  });

  it.each([null, ''])('is removed by %j', async (nothing) => {
    const client = await app.as(await make.user());
    const url = await save(client, await newPicture());
    expect(await save(client, nothing)).toBeNull();
    expect(await shows(url)).toBe(false);
  });

  it('stays when its own address is sent, or none', async () => {
    const client = await app.as(await make.user());
    const url = await save(client, await newPicture());
    expect(await save(client, url)).toBe(url);
    const { body } = await client.call('PATCH /api/auth/user', { body: { firstName: 'Ada' } });
    expect(body.profileImageUrl).toBe(url);
    expect(await shows(url)).toBe(true);
  });

  it('stays when it is on another site and its address is sent', async () => {
    const elsewhere = 'https://example.com/a.jpg';
    const client = await app.as(await make.user({ profileImageUrl: elsewhere }));
    expect(await save(client, elsewhere)).toBe(elsewhere);
  });

  it("can't be an address on another site", async () => {
    const client = await app.as(await make.user());
    const addresses = ['https://example.com/a.jpg', '//example.com/a.jpg', 'javascript:1'];
    for (const profileImageUrl of addresses) {
      const refusal = await client.refusal('PATCH /api/auth/user', { body: { profileImageUrl } });
      expect(refusal).toMatchObject({ status: 400, fields: { profileImageUrl: pictureRule } });
    }
  });
});

describe('a replaced picture', () => {
  it('is deleted', async () => {
    const client = await app.as(await make.user());
    const old = await save(client, await newPicture());
    const url = await save(client, await newPicture());
    expect([await shows(old), await shows(url)]).toEqual([false, true]);
  });

  it('stays when the same picture replaces it', async () => {
    const client = await app.as(await make.user());
    const image = await newPicture();
    const url = await save(client, image);
    expect(await save(client, image)).toBe(url);
    expect(await shows(url)).toBe(true);
  });

  it('stays while another member shows it', async () => {
    const image = await newPicture();
    const [one, other] = [await app.as(await make.user()), await app.as(await make.user())];
    const url = await save(one, image);
    await save(other, image);
    await save(one, null);
    expect(await shows(url)).toBe(true);
    await save(other, null);
    expect(await shows(url)).toBe(false);
  });

  it('is also removed from a group and an event with it as a cover', async () => {
    const client = await app.as(await make.user());
    const url = await save(client, await newPicture());
    const group = await make.group({ imageUrl: url });
    const event = await make.event({ group, imageUrl: url });
    await save(client, null);
    expect(await shows(url)).toBe(false);
    const visitor = app.visitor();
    const shown = [
      (await visitor.call('GET /api/groups/:id', { params: { id: group.id } })).body.imageUrl,
      (await visitor.call('GET /api/events/:id', { params: { id: event.id } })).body.imageUrl,
    ];
    expect(shown).toEqual([null, null]);
  });
});

describe('GET /media/{id}.webp', () => {
  const stored = async () =>
    (await save(await app.as(await make.user()), await newPicture())) ?? '';

  it('may be cached for ever, and is nothing but a picture', async () => {
    const url = await stored();
    const response = await get(url, { 'accept-encoding': 'br, gzip' });
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
      'x-content-type-options': 'nosniff',
      etag: `"${url.slice('/media/'.length, -'.webp'.length)}"`,
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.cookies).toEqual([]);
  });

  it.each([
    (tag: string) => tag,
    (tag: string) => `W/${tag}`,
    (tag: string) => `"other", ${tag}`,
    () => '*',
  ])('answers 304 to a current copy', async (condition) => {
    const url = await stored();
    const { etag } = (await get(url)).headers;
    const again = await get(url, { 'if-none-match': condition(String(etag)) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({
      etag,
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
    });
  });

  it('is sent to an outdated copy', async () => {
    const response = await get(await stored(), { 'if-none-match': '"other"' });
    expect(response.statusCode).toBe(200);
  });

  it('answers HEAD without the bytes', async () => {
    const url = await stored();
    const { rawPayload } = await get(url);
    const response = await app.fastify.inject({ method: 'HEAD', url });
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(response.headers['content-length']).toBe(String(rawPayload.length));
  });

  it.each([
    `/media/${'0'.repeat(64)}.webp`,
    `/media/${'0'.repeat(64)}.png`,
    `/media/${'0'.repeat(64)}`,
    `/media/${'g'.repeat(64)}.webp`,
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%00.webp',
    "/media/' OR 1=1",
  ])('answers 404 without caching at %s', async (url) => {
    const response = await get(encodeURI(decodeURI(url)));
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'Picture not found' });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('the size of a body', () => {
  const mebibyte = 1024 * 1024;
  const patch = (client: Client, payload: string) =>
    client.request({
      method: 'PATCH',
      url: '/api/auth/user',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const padded = (length: number) => `data:image/png;base64,${'A'.repeat(length)}`;

  it('allows a picture of 5 MB', async () => {
    const client = await app.as(await make.user());
    const bytes = Buffer.concat([
      Buffer.from((await newPicture()).split(',')[1] ?? '', 'base64'),
      Buffer.alloc(5 * mebibyte),
    ]).subarray(0, 5 * mebibyte);
    const url = await save(client, `data:image/png;base64,${bytes.toString('base64')}`);
    expect(await shows(url)).toBe(true);
  });

  it('refuses a larger picture', async () => {
    const client = await app.as(await make.user());
    const body = { profileImageUrl: padded(8_000_000) };
    const refusal = await client.refusal('PATCH /api/auth/user', { body });
    expect(refusal.fields).toEqual({ profileImageUrl: profilePictureTooLarge });
    const beyond = await patch(client, JSON.stringify({ profileImageUrl: padded(8 * mebibyte) }));
    expect(beyond.json()).toMatchObject({ code: 'too_large', message: profilePictureTooLarge });
  });

  it('allows no other field to be larger', async () => {
    const client = await app.as(await make.user());
    const refusal = await client.refusal('PATCH /api/auth/user', {
      body: { bio: ' x'.repeat(3_000_000) },
    });
    expect(refusal.fields).toEqual({ bio: 'Please use at most 2,000 characters' });
  });

  it('is not read from signed-out callers', async () => {
    const response = await patch(app.visitor(), `{"not":"json${'x'.repeat(mebibyte)}`);
    expect(response.json()).toMatchObject({ code: 'sign_in_required' });
  });
});

describe('at the same moment', () => {
  const members = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => app.as(await make.user())));

  it('one call removes a picture while another adds it', async () => {
    for (let round = 0; round < 15; round += 1) {
      const image = await newPicture();
      const [one, other] = (await members(2)) as [Client, Client];
      const url = await save(one, image);
      await Promise.all([save(other, image), save(one, null)]);
      expect(await shows(url)).toBe(true);
    }
  });

  it('all members with a picture remove it, and it is deleted', async () => {
    const image = await newPicture();
    const people = await members(8);
    const [url = null] = await Promise.all(people.map((client) => save(client, image)));
    await Promise.all(people.map((client) => save(client, null)));
    expect(await shows(url)).toBe(false);
  });

  it('members swap pictures, and none is lost', { timeout: 60_000 }, async () => {
    const images = [await newPicture(), await newPicture(), await newPicture(), null];
    const seen = new Set<string | null>();
    const swap = async (client: Client, person: number) => {
      for (let step = 0; step < 10; step += 1) {
        seen.add(await save(client, images[(person * 7 + step * (person + 1)) % 4] ?? null));
      }
    };
    const people = await members(8);
    await Promise.all(people.map(swap));
    const { rows: broken } = await app.db.execute(sql`
      SELECT u.id FROM users u WHERE u.profile_image_url LIKE '/media/%' AND NOT EXISTS (
        SELECT 1 FROM media m WHERE u.profile_image_url = '/media/' || m.id || '.webp')`);
    expect(broken).toEqual([]);
    await Promise.all(people.map((client) => save(client, null)));
    seen.delete(null);
    expect(await Promise.all([...seen].map(shows))).toEqual([false, false, false]);
  });
});
