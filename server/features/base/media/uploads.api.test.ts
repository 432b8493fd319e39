import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heicRule, pictureRule, pictureTooLarge } from '#contract/base/media.ts';
import { startTestApp } from '#tests/support/app.ts';
import { newPicture, picturesOf } from '#tests/support/pictures.ts';
import { ownOrigin, type Client } from '#tests/support/client.ts';
import { groupForm, swim } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make } = app;
const { get, save, shows } = picturesOf(app);

const pictureFile = async () => {
  const [, data = ''] = (await newPicture()).split(',');
  return new Blob([Buffer.from(data, 'base64')], { type: 'image/png' });
};

/** Uploads a picture's raw bytes. */
const upload = async (client: Client, use: 'avatar' | 'cover', file?: Blob) =>
  (
    await client.call('POST /api/media/:use', {
      params: { use },
      body: file ?? (await pictureFile()),
    })
  ).body.url;

describe('a profile picture uploaded first', () => {
  it('can be named by its address afterwards', async () => {
    const client = await app.as(await make.newcomer());
    const old = await save(client, await newPicture());
    const url = await upload(client, 'avatar');
    expect(url).not.toBe(old);
    expect(await save(client, url)).toBe(url);
    expect([await shows(old), await shows(url)]).toEqual([false, true]);
  });

  it('can be used by another member who uploads the same', async () => {
    const file = await pictureFile();
    const people = [await app.as(await make.user()), await app.as(await make.user())];
    for (const client of people) {
      const url = await upload(client, 'avatar', file);
      expect(await save(client, url)).toBe(url);
    }
  });

  it("can't be another member's, or a deleted one", async () => {
    const client = await app.as(await make.user());
    const others = await upload(await app.as(await make.user()), 'avatar');
    const nowhere = `/media/${'0'.repeat(64)}.webp`;
    for (const profileImageUrl of [others, nowhere]) {
      const refusal = await client.refusal('PATCH /api/auth/user', { body: { profileImageUrl } });
      expect(refusal.fields).toEqual({
        profileImageUrl: 'This picture is no longer here. Please upload it again.',
      });
    }
  });
});

describe('a picture for a group or an event', () => {
  it('is uploaded and then shown by its address', async () => {
    const client = await app.as(await make.user());
    const sent = { image: await newPicture(), use: 'cover' } as const;
    const imageUrl = (await client.call('POST /api/media', { body: sent })).body.url;
    const { body: group } = await client.call('POST /api/groups', {
      body: { ...groupForm, imageUrl },
    });
    expect(group.imageUrl).toBe(imageUrl);
    const { body: event } = await client.call('POST /api/events', {
      body: { ...swim, groupId: group.id, imageUrl },
    });
    expect(event.imageUrl).toBe(imageUrl);
    expect(await shows(imageUrl)).toBe(true);
  });

  const refused = {
    status: 400,
    code: 'invalid',
    fields: { imageUrl: 'This picture is no longer here. Please upload it again.' },
  };

  /** The ways to write a picture of this site as an address of its own. */
  const absolute = (path: string) => [
    `${ownOrigin}${path}`,
    `${ownOrigin.toUpperCase().replace('HTTP:', 'https:')}${path}`,
    `${ownOrigin}//x/..${path}?size=1#top`,
    `${ownOrigin}:8080${path.replace('media/', '%6Dedia//')}`,
    `http://another-name.example${path}`,
    `${ownOrigin.replace('//', '//me:secret@')}.${path.replaceAll('a', '%61')}`,
  ];

  it("can't be an avatar or another member's upload", async () => {
    const group = await make.group();
    const organiser = await app.as(group.owner);
    const stranger = await app.as(await make.user());
    const event = await make.event({ group });
    const series = await make.series({ group });
    for (const imageUrl of [
      await upload(stranger, 'avatar'),
      await save(stranger, await newPicture()),
      await upload(stranger, 'cover'),
      await upload(organiser, 'avatar'),
      ...absolute(await upload(stranger, 'avatar')),
    ]) {
      const { id: groupId } = group;
      const startGroup = { ...groupForm, imageUrl };
      const params = { id: group.id };
      const rrule = 'FREQ=WEEKLY;COUNT=2;BYDAY=SA';
      const refusals = [
        await organiser.refusal('POST /api/events', { body: { ...swim, groupId, imageUrl } }),
        await organiser.refusal('POST /api/series', {
          body: { ...swim, groupId, imageUrl, rrule },
        }),
        await organiser.refusal('PATCH /api/events/:id', {
          params: { id: event.id },
          body: { imageUrl },
        }),
        await organiser.refusal('PATCH /api/series/:id', {
          params: { id: series.id },
          body: { scope: 'all', imageUrl },
        }),
        await organiser.refusal('POST /api/groups', { body: startGroup }),
        await organiser.refusal('PUT /api/groups/:id', { params, body: startGroup }),
      ];
      for (const refusal of refusals) expect(refusal).toMatchObject(refused);
    }
  });

  it('stays, and is copied to another event, by any organiser of the group that shows it', async () => {
    const group = await make.group();
    const first = await app.as(group.owner);
    const second = await app.as(await make.organiser(group));
    const imageUrl = await upload(first, 'cover');
    const { body: event } = await first.call('POST /api/events', {
      body: { ...swim, groupId: group.id, imageUrl },
    });
    const edited = await second.call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: { title: 'Sunset swim', imageUrl },
    });
    expect(edited.body).toMatchObject({ title: 'Sunset swim', imageUrl });
    const copied = { ...swim, groupId: group.id, imageUrl };
    expect((await second.call('POST /api/events', { body: copied })).body.imageUrl).toBe(imageUrl);
    const elsewhere = await make.group();
    const refusal = await (
      await app.as(elsewhere.owner)
    ).refusal('POST /api/events', { body: { ...copied, groupId: elsewhere.id } });
    expect(refusal).toMatchObject(refused);
  });

  it("can't be an avatar", async () => {
    const client = await app.as(await make.user());
    const profileImageUrl = await upload(client, 'cover');
    const refusal = await client.refusal('PATCH /api/auth/user', { body: { profileImageUrl } });
    expect(Object.keys(refusal.fields ?? {})).toEqual(['profileImageUrl']);
  });

  it('needs a completed profile', async () => {
    const client = await app.as(await make.newcomer());
    const body = { image: await newPicture(), use: 'cover' };
    const refusal = await client.refusal('POST /api/media', { body });
    expect(refusal).toMatchObject({
      code: 'profile_incomplete',
      message: 'Please complete your profile to add a picture',
    });
  });

  it.each([
    ['cover', { width: 32, height: 18 }],
    ['avatar', { width: 32, height: 32 }],
  ] as const)('is sent raw, and cropped for its use: %s', async (use, size) => {
    const url = await upload(await app.as(await make.user()), use);
    expect(await sharp((await get(url)).rawPayload).metadata()).toMatchObject(size);
  });

  const sendAs = async (type: string | undefined, payload: Buffer | string, use = 'cover') => {
    const client = await app.as(await make.user());
    const headers = { 'content-type': type };
    return client.request({ method: 'POST', url: `/api/media/${use}`, headers, payload });
  };
  const bytes = async () => Buffer.from(await (await pictureFile()).arrayBuffer());

  it.each([
    'image/gif',
    'image/jpg',
    'image/heic',
    'image/svg+xml',
    'image/png; charset=binary',
    'application/octet-stream',
    'application/pdf',
    'video/mp4',
    undefined,
  ])('is read by its bytes when it is sent raw as %s', async (type) => {
    expect((await sendAs(type, await bytes())).statusCode).toBe(201);
  });

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])('sent raw as %s is refused', async (type) => {
    const response = await sendAs(type, await bytes());
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type', message: pictureRule });
  });

  it('sent raw must be a picture, of a known use', async () => {
    const other = await sendAs('image/gif', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(other.json()).toMatchObject({ code: 'invalid', fields: { image: pictureRule } });
    const heic = await sendAs('image/jpeg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic');
    expect(heic.json()).toMatchObject({ code: 'invalid', fields: { image: heicRule } });
    expect((await sendAs('image/png', '')).json()).toMatchObject({ code: 'invalid' });
    expect((await sendAs('image/png', await bytes(), 'banner')).statusCode).toBe(404);
  });

  const filledTo = async (size: number) =>
    Buffer.concat([await bytes(), Buffer.alloc(size)]).subarray(0, size);
  const mebibyte = 1024 * 1024;

  it.each([5 * mebibyte + 1, 12 * mebibyte])('may have %i bytes, raw and in JSON', async (size) => {
    const picture = await filledTo(size);
    expect((await sendAs('image/png', picture)).statusCode).toBe(201);
    const image = `data:image/jpeg;base64,${picture.toString('base64')}`;
    const client = await app.as(await make.user());
    expect(await client.outcome('POST /api/media', { body: { image, use: 'cover' } })).toBe(201);
  });

  it('of more than 12 MB is refused with a sentence of its own, raw and in JSON', async () => {
    const picture = await filledTo(12 * mebibyte + 1);
    const raw = await sendAs('image/png', picture);
    expect(raw.json()).toMatchObject({ code: 'too_large', message: pictureTooLarge });
    const client = await app.as(await make.user());
    const send = async (sent: Buffer) =>
      client.refusal('POST /api/media', {
        body: { image: `data:image/png;base64,${sent.toString('base64')}`, use: 'cover' },
      });
    expect((await send(picture)).fields).toEqual({ image: pictureTooLarge });
    expect(await send(Buffer.alloc(15 * mebibyte))).toMatchObject({
      code: 'too_large',
      message: pictureTooLarge,
    });
  });

  it('is accepted raw by no other call', async () => {
    const client = await app.as(await make.user());
    const response = await client.request({
      method: 'POST',
      url: '/api/media',
      headers: { 'content-type': 'image/png' },
      payload: await bytes(),
    });
    expect(response.statusCode).toBe(415);
  });

  it.each([
    ['image', { use: 'cover' }],
    ['image', { use: 'cover', image: 'https://example.com/a.jpg' }],
    ['image', { use: 'cover', image: 'data:image/png;base64,PHN2Zz4=' }],
    ['use', { image: 'data:image/png;base64,AAAA' }],
    ['use', { image: 'data:image/png;base64,AAAA', use: 'avatar' }],
  ])('is refused for its %s: %j', async (field, body) => {
    const client = await app.as(await make.user());
    const refusal = await client.refusal('POST /api/media', { body });
    expect(refusal.code).toBe('invalid');
    expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
  });

  it.each([
    `/media/${'a'.repeat(63)}.webp`,
    `/media/${'A'.repeat(64)}.webp`,
    `/media/${'a'.repeat(64)}.webp?x`,
    `//media/${'a'.repeat(64)}.webp`,
    `/media/../media/${'a'.repeat(64)}.webp`,
    '/api/logout',
  ])('has no address like %j', async (imageUrl) => {
    const client = await app.as(await make.user());
    const refusal = await client.refusal('POST /api/groups', { body: { imageUrl } });
    expect(refusal.fields?.['imageUrl']).toBe('Please enter a valid URL');
  });
});
