import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';

const app = await startTestApp();
const { make } = app;

const linkOf = async (client: Client, id: number) =>
  (await client.call('GET /api/groups/:id/invitation-link', { params: { id } })).body;

const tokenIn = (url: string) => url.split('/').at(-1) ?? '';

const join = (client: Client, id: number, invitation?: string) =>
  client.call('POST /api/groups/:id/members', {
    params: { id },
    query: invitation === undefined ? {} : { invitation },
  });

describe('an invitation link', () => {
  it('counts the members who came by it, and nobody else', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const { url, joined } = await linkOf(owner, group.id);
    expect(joined).toBe(0);
    await join(await app.as(await make.user()), group.id, tokenIn(url));
    await join(await app.as(await make.user()), group.id);
    await join(await app.as(await make.user()), group.id, 'somethingelse');
    expect((await linkOf(owner, group.id)).joined).toBe(1);
  });

  it('counts a request when an organiser approves it, until the member leaves', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const owner = await app.as(group.owner);
    const asking = await make.user();
    const client = await app.as(asking);
    const { url } = await linkOf(owner, group.id);
    const { body } = await join(client, group.id, tokenIn(url));
    expect(body.status).toBe('pending');
    expect((await linkOf(owner, group.id)).joined).toBe(0);
    await owner.call('PATCH /api/groups/:id/members/:userId', {
      params: { id: group.id, userId: asking.id },
      body: { status: 'approved' },
    });
    expect((await linkOf(owner, group.id)).joined).toBe(1);
    await client.call('DELETE /api/groups/:id/members', { params: { id: group.id } });
    expect((await linkOf(owner, group.id)).joined).toBe(0);
  });

  it('stops counting once a new link replaces it, and the count stays', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const old = await linkOf(owner, group.id);
    await join(await app.as(await make.user()), group.id, tokenIn(old.url));
    const { body: renewed } = await owner.call('POST /api/groups/:id/invitation-link', {
      params: { id: group.id },
    });
    expect(renewed.url).not.toBe(old.url);
    await join(await app.as(await make.user()), group.id, tokenIn(old.url));
    expect(await linkOf(owner, group.id)).toEqual({ ...renewed, joined: 1 });
  });

  it('counts nobody who joins another group', async () => {
    const [group, other] = [await make.group(), await make.group()];
    const owner = await app.as(group.owner);
    const { url } = await linkOf(owner, group.id);
    await join(await app.as(await make.user()), other.id, tokenIn(url));
    expect((await linkOf(owner, group.id)).joined).toBe(0);
    expect((await linkOf(await app.as(other.owner), other.id)).joined).toBe(0);
  });
});
