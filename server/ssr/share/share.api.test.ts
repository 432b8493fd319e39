import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { coverUrl } from '#web/ui/cover-url.ts';
import { drawMark } from '#web/ui/mark.ts';
import { projectFile } from '#platform/process/files.ts';
import { readConfig } from '#platform/config.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { mountShare } from './routes.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const site = Fastify();
const config = readConfig({ PUBLIC_URL: 'https://hall.example' });
const drawings = {
  web: async () => ({ coverUrl, drawMark }),
  publicFolder: projectFile('web/public'),
};
await mountShare(site, drawings, { db, config, clock: clock.read });
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  site.inject({ method: 'GET', url, headers });
const eventPng = (id: number) => get(`/share/events/${id}.png`);
const pending = () => make.group({ status: 'pending_approval' });

describe('a share picture', () => {
  it('is a PNG of 1200 by 630 that other sites can show', async () => {
    const event = await make.event();
    const addresses = ['site', `events/${event.id}`, `groups/${event.groupId}`];
    for (const address of addresses) {
      const { statusCode, headers, rawPayload } = await get(`/share/${address}.png?v=1`);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, no-cache',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
    }
  });

  it('answers 304 to a current copy', async () => {
    const { id } = await make.event();
    const { headers } = await eventPng(id);
    const again = await get(`/share/events/${id}.png`, {
      'if-none-match': `W/${headers.etag}, "other"`,
    });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it('changes with the title, and not with the venue', async () => {
    const { id } = await make.event();
    const tagAfter = async (columns: Raw<Partial<typeof events.$inferInsert>>) => {
      await db.update(events).set(cleanTexts(columns)).where(eq(events.id, id));
      return (await eventPng(id)).headers.etag;
    };
    const first = (await eventPng(id)).headers.etag;
    expect(await tagAfter({ location: '12 Foxglove Lane' })).toBe(first);
    expect(await tagAfter({ title: 'Something else' })).not.toBe(first);
  });

  it('is always revalidated by caches, so that it disappears with a hidden group', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const addresses = [`/share/groups/${group.id}.png`, `/share/events/${event.id}.png`];
    const responses = new Map<string, Awaited<ReturnType<typeof get>>>();
    for (const address of addresses) responses.set(address, await get(address));
    await db.update(groups).set({ status: 'rejected' }).where(eq(groups.id, group.id));
    for (const [address, { headers }] of responses) {
      expect(headers['cache-control']).toBe('public, no-cache');
      const response = await get(address, { 'if-none-match': headers.etag ?? '' });
      expect(response.statusCode).toBe(404);
    }
  });

  it('does not exist for private subjects', async () => {
    const group = await pending();
    const hidden = await make.event({ group });
    const addresses = [
      `events/${hidden.id}`,
      `groups/${group.id}`,
      'events/0',
      'groups/4294967296',
    ];
    for (const address of [...addresses, 'events/99999999', 'events/x', 'events/1.5']) {
      const { statusCode, headers } = await get(`/share/${address}.png`);
      expect(statusCode).toBe(404);
      expect(String(headers['cache-control'])).not.toContain('public');
    }
  });
});

describe('an invitation link', () => {
  it('leads to the group, until a new one replaces it', async () => {
    const group = await make.group();
    const link = `/join/${group.invitationToken}`;
    const { statusCode, headers } = await get(link);
    expect(statusCode).toBe(302);
    expect(headers.location).toBe(`/groups/${group.id}?invitation=${group.invitationToken}`);
    expect(headers['cache-control']).toBe('no-store');
    expect((await get(`/share${link}/qr.svg`)).headers['content-type']).toBe('image/svg+xml');
    const owner = await app.as(group.owner);
    await owner.call('POST /api/groups/:id/invitation-link', { params: { id: group.id } });
    expect((await get(link)).statusCode).toBe(404);
  });
});

describe("a poster's code", () => {
  it('is the same each time, and differs by event and group', async () => {
    const [one, again, ...others] = await Promise.all(
      ['events/1', 'events/1', 'events/2', 'groups/1'].map((page) => get(`/share/${page}/qr.svg`)),
    );
    expect(one?.statusCode).toBe(200);
    expect(one?.headers['content-type']).toBe('image/svg+xml');
    expect(one?.body).toBe(again?.body);
    expect(new Set([one, ...others].map((code) => code?.body)).size).toBe(3);
  });

  it('exists for no page without a number', async () => {
    expect((await get('/share/events/x/qr.svg')).statusCode).toBe(404);
    expect((await get('/share/groups/0/qr.svg')).statusCode).toBe(404);
  });
});
