import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';

const app = await startTestApp({}, { sharedSeconds: 600 });
const { make } = app;

/** Real connections, because the cache wraps the application. */
let site = '';
beforeAll(async () => {
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  site = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site + path, { headers });
  return { headers: response.headers, body: (await response.json()) as unknown };
};

describe('an answer shared by signed-out visitors', () => {
  it('is stored, and reveals nothing of its first caller', async () => {
    const event = await make.event();
    const path = `/api/events/${event.id}`;
    const first = await read(path);
    const second = await read(path);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('cache-control')).toBe('no-cache');
    expect(second.headers.get('vary')).toContain('Cookie');
    expect(second.headers.get('set-cookie')).toBeNull();
  });

  it.each(['', '?month=2026-06'])('is stored for a month, too, requested by %j', async (query) => {
    const path = `/api/events/month${query}`;
    const first = await read(path);
    const event = await make.event({ startTime: new Date('2026-06-20T10:00:00Z') });
    expect((await read(path)).body).toEqual(first.body);
    expect(
      JSON.stringify((await read(`${path}${query ? '&' : '?'}group=${event.groupId}`)).body),
    ).toContain(event.title);
  });

  it('is not given to signed-in callers, nor theirs to others', async () => {
    const event = await make.event();
    const path = `/api/events/${event.id}`;
    const cookie = `session=${await make.session(await make.user())}`;
    expect((await read(path, { cookie })).body).toMatchObject({ location: event.location });
    expect((await read(path)).body).not.toHaveProperty('location');
    const signedIn = await read(path, { cookie });
    expect(signedIn.body).toMatchObject({ location: event.location });
    expect(signedIn.headers.get('cache-control')).toBe('no-store');
  });

  it('is purged after any change', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const path = `/api/events/${event.id}`;
    expect((await read(path)).body).toMatchObject({ status: 'scheduled' });
    const organiser = await app.as(await make.organiser(group));
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    expect((await read(path)).body).toMatchObject({ status: 'cancelled' });
  });

  it('survives sign-ins, which change nothing for others', async () => {
    const event = await make.event();
    const { email } = await make.user();
    const path = `/api/events/${event.id}`;
    await read(path);
    await app.db.$client.query(`UPDATE events SET title = 'Unseen' WHERE id = $1`, [event.id]);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${site}/api/login`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect((await read(path)).body).toMatchObject({ title: event.title });
  });

  it('is the same for any spelling of its query', async () => {
    const event = await make.event({ town: 'Keswick' });
    const ways = [
      `near=Keswick&group=${event.groupId}`,
      `group=${event.groupId}&near=Keswick`,
      `group=${event.groupId}&near=%4beswick+&when=upcoming&q=`,
    ];
    const first = await read(`/api/events?${ways[0]}`);
    expect(JSON.stringify(first.body)).toContain(event.title);
    await app.db.$client.query(`UPDATE events SET title = 'Later' WHERE id = $1`, [event.id]);
    for (const way of ways) expect((await read(`/api/events?${way}`)).body).toEqual(first.body);
  });

  it.each([
    ['a town that no list has', 'near=Nowhere+at+all'],
    ['a parameter that the call does not take', 'near=Keswick&tab=1'],
    ['a parameter that comes twice', 'near=Keswick&near=Keswick'],
  ])('is made anew for %s', async (_, query) => {
    const town = query.includes('Nowhere') ? 'Nowhere at all' : 'Keswick';
    const event = await make.event({ town });
    const path = `/api/events?${query}&group=${event.groupId}`;
    const first = await fetch(site + path);
    await app.db.$client.query(`UPDATE events SET title = 'Later' WHERE id = $1`, [event.id]);
    const second = await (await fetch(site + path)).text();
    expect(second).not.toContain(event.title);
    expect(first.status === 400 || second.includes('Later')).toBe(true);
  });

  it("is never a refusal about something that doesn't exist yet", async () => {
    const group = await make.group({ status: 'pending_approval' });
    const path = `/api/groups/${group.id}`;
    expect((await fetch(site + path)).status).toBe(401);
    const admin = await app.as(await make.admin());
    await admin.call('PATCH /api/admin/groups/:id/status', {
      params: { id: group.id },
      body: { status: 'approved' },
    });
    expect((await read(path)).body).toMatchObject({ name: group.name });
  });
});

it.each(['/api/user', '/api/locations?q=bath'])(
  'the answer to %s is private, and is not stored',
  async (path) => {
    expect((await read(path)).headers.get('etag')).toBeNull();
  },
);
