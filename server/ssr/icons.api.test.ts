import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { auditLog } from '#features/base/audit/tables.ts';
import { dropAllUnusedPictures } from '#features/base/media/mutations.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const person = await app.make.admin();
const admin = await app.as(person);

const get = (url: string) =>
  app.fastify.inject({ method: 'GET', url, headers: { host: 'hall.test' } });

/** A picture in one colour, in the proportions of a banner. */
const picture = async (colour: string) => {
  const create = { width: 900, height: 300, channels: 4, background: colour } as const;
  return new Blob([await sharp({ create }).png().toBuffer()], { type: 'image/png' });
};

const upload = async (client: Client, colour: string) =>
  (
    await client.call('POST /api/media/:use', {
      params: { use: 'logo' },
      body: await picture(colour),
    })
  ).body.url;

const setLogo = (logoUrl: string | null) =>
  admin.call('PATCH /api/admin/settings', { body: { logoUrl } });

const hrefs = (html: string) =>
  [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
    ([, rel = '', href = '']) => ({ rel, href }),
  );

const manifestIcons = async (address: string) =>
  (await get(address)).json<{ icons: { src: string; sizes: string }[] }>().icons;

describe('the site’s logo', () => {
  it('is a square with nothing cut off, in 512 pixels at most', async () => {
    const { rawPayload } = await get(await upload(admin, '#d9532f'));
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 512, height: 512, channels: 4 });
    expect([data.at(3), data.at((256 * 512 + 256) * 4 + 3)]).toEqual([0, 255]);
  });

  it('becomes the mark of the header and every icon, at addresses of its own', async () => {
    const url = await upload(admin, '#2f5d8a');
    await setLogo(url);
    const { body } = await get('/');
    expect(body).toContain(`<img src="${url.replace('.webp', '-96.webp')}"`);
    const links = hrefs(body);
    const manifest = links.find(({ rel }) => rel === 'manifest')?.href ?? '';
    const icons = await manifestIcons(manifest);
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    const touch = links.find(({ rel }) => rel === 'apple-touch-icon')?.href ?? '';
    const addresses = [...links.slice(0, 2).map(({ href }) => href), touch];
    const sizes = [32, 192, 180, 192, 512, 512];
    for (const [at, address] of [...addresses, ...icons.map(({ src }) => src)].entries()) {
      const { statusCode, headers, rawPayload } = await get(address);
      expect([address, statusCode]).toEqual([address, 200]);
      expect(address).toContain(url.slice('/media/'.length, -'.webp'.length));
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(await sharp(rawPayload).metadata()).toMatchObject({
        format: 'png',
        width: sizes[at],
        height: sizes[at],
      });
    }
    expect((await get('/favicon.ico')).headers.location).toContain('/icons/');
  });

  it('changes all addresses when it changes, and gives them back when it goes', async () => {
    await setLogo(await upload(admin, '#0e4f39'));
    const before = hrefs((await get('/')).body);
    const share = (await get('/share/site.png')).headers.etag;
    await setLogo(await upload(admin, '#b0301f'));
    const after = hrefs((await get('/')).body);
    expect(after.filter(({ href }) => before.some((each) => each.href === href))).toEqual([]);
    expect((await get(before[0]?.href ?? '')).statusCode).toBe(404);
    expect((await get('/share/site.png')).headers.etag).not.toBe(share);
    await setLogo(null);
    const { body } = await get('/');
    expect(hrefs(body)[0]).toEqual({ rel: 'icon', href: '/favicon.ico' });
    expect(body).not.toContain('-96.webp');
    expect((await get('/favicon.ico')).statusCode).toBe(200);
  });

  it('comes along in emails, which load nothing from outside', async () => {
    await setLogo(await upload(admin, '#7a3e9d'));
    const mailer = await createCapturingMailer(app);
    await app.db.transaction((tx) => enqueue(tx, 'test_email', person.id, {}, app.clock.read()));
    await mailer.deliver();
    const [email] = mailer.sent;
    expect(email?.html).toContain('<img src="cid:');
    expect(email?.html).not.toMatch(/<img src="(?!cid:)/);
    expect(await sharp(email?.logo).metadata()).toMatchObject({ format: 'png', width: 96 });
  });

  it('stays while it is set, also where its admin has left', async () => {
    const leaving = await app.make.admin();
    const client = await app.as(leaving);
    const url = await upload(client, '#84500a');
    await client.call('PATCH /api/admin/settings', { body: { logoUrl: url } });
    await admin.call('DELETE /api/admin/users/:id', { params: { id: leaving.id } });
    await dropAllUnusedPictures(app.db, app.clock.inHours(48));
    expect((await get(url)).statusCode).toBe(200);
    expect((await get(hrefs((await get('/')).body)[0]?.href ?? '')).statusCode).toBe(200);
  });

  it('is an upload by an admin, as a logo', async () => {
    const member = await app.as(await app.make.user());
    const refusal = await member.refusal('POST /api/media/:use', {
      params: { use: 'logo' },
      body: await picture('#123456'),
    });
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
    const cover = await admin.call('POST /api/media/:use', {
      params: { use: 'cover' },
      body: await picture('#123457'),
    });
    for (const logoUrl of [
      cover.body.url,
      `/media/${'0'.repeat(64)}.webp`,
      'https://example.org/logo.png',
      'data:image/svg+xml,<svg/>',
    ]) {
      const refused = await admin.refusal('PATCH /api/admin/settings', { body: { logoUrl } });
      expect(refused).toMatchObject({ status: 400, fields: { logoUrl: expect.any(String) } });
    }
    const text = await admin.refusal('POST /api/media/:use', {
      params: { use: 'logo' },
      body: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }),
    });
    expect(text).toMatchObject({ status: 400, fields: { image: expect.any(String) } });
  });

  it('is in the audit log, before and after', async () => {
    const url = await upload(admin, '#31443a');
    await setLogo(null);
    await setLogo(url);
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.actorId, person.id));
    expect(entries.at(-1)).toMatchObject({
      action: 'settings.change',
      before: { logoUrl: null },
      after: { logoUrl: url },
    });
  });

  it('has no other address', async () => {
    for (const path of [
      `/icons/${'0'.repeat(64)}/icon-192.png`,
      '/icons/constructor/constructor',
      '/icons/x/..%2f..',
    ]) {
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    }
  });
});
