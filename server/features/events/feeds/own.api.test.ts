import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { type User, password } from '#tests/support/factories.ts';
import { entriesIn, readFeed, titlesIn } from '#tests/support/feeds.ts';
import { calendarFeeds } from '#features/base/tokens/tables.ts';

const log: string[] = [];
const app = await startTestApp(
  { logLevel: 'trace' },
  { logTo: { write: (line) => void log.push(line) }, measured: true },
);
const { make, clock, db } = app;
afterEach(() => clock.reset());

/** Creates a member with a calendar address. */
async function subscriber(person?: User) {
  const user = person ?? (await make.user());
  const client = await app.as(user);
  const renew = async () =>
    new URL((await client.call('POST /api/user/calendar-feed')).body.url).pathname;
  return { user, client, path: await renew(), renew };
}

const entriesAt = async (path: string) => entriesIn((await readFeed(app, path)).body);
const titlesAt = async (path: string) => titlesIn((await readFeed(app, path)).body);
const statusAt = async (path: string) => (await readFeed(app, path)).statusCode;

describe('a member’s own calendar', () => {
  it('has RSVPs with their venue, and waiting entries as tentative', async () => {
    const { user, path } = await subscriber();
    const group = await make.group();
    await make.membership(group, user);
    const walk = await make.event({ group, title: 'The walk', location: 'Moot Hall, Keswick' });
    const full = await make.event({ group, title: 'The supper', capacity: 1 });
    const off = await make.cancelledEvent({ group, title: 'Is off' });
    const over = await make.pastEvent({ group, title: 'Was waited for' });
    await make.event({ group, title: 'Somebody else’s' });
    await make.rsvp(walk, user);
    await make.rsvp(off, user);
    await make.waiting(full, user);
    await make.waiting(over, user);
    const { headers, body } = await readFeed(app, path);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const read = entriesIn(body).map(({ title, status, location }) => [title, [status, location]]);
    expect(Object.fromEntries(read)).toEqual({
      'Cancelled: Is off': ['CANCELLED', off.location],
      'The supper': ['TENTATIVE', full.location],
      'The walk': ['CONFIRMED', 'Moot Hall, Keswick'],
    });
  });

  it('has events that await an answer as tentative, where its address asks for them', async () => {
    const { user, client, path } = await subscriber();
    const group = await make.group({ asksEverybody: true });
    await make.membership(group, user);
    const { id } = await make.event({ group, title: 'The walk', location: 'Moot Hall, Keswick' });
    await make.pastEvent({ group, title: 'Was not answered' });
    await make.event({ group, title: 'Asks nobody', asksEverybody: false });
    expect(await titlesAt(path)).toEqual([]);
    const wanted = `${path}?asked=true`;
    const [entry, ...others] = await entriesAt(wanted);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      title: 'The walk',
      status: 'TENTATIVE',
      location: 'Moot Hall, Keswick',
    });
    const answer = (given: 'going' | 'cant') =>
      client.call('PUT /api/events/:id/answer', { params: { id }, body: { answer: given } });
    await answer('going');
    expect((await entriesAt(wanted))[0]).toMatchObject({ uid: entry?.uid, status: 'CONFIRMED' });
    await answer('cant');
    expect(await entriesAt(wanted)).toEqual([]);
    expect(await statusAt(`${path}?asked=perhaps`)).toBe(400);
  });

  it('has a confirmed entry after admission, with a higher sequence', async () => {
    const { user, path } = await subscriber();
    const group = await make.group();
    await make.membership(group, user);
    const full = await make.event({ group, capacity: 1 });
    await make.waiting(full, user);
    const [waiting] = await entriesAt(path);
    const organiser = await app.as(group.owner);
    const params = { id: full.id, userId: user.id };
    await organiser.call('POST /api/events/:id/waitlist/:userId', { params });
    const [going] = await entriesAt(path);
    expect(going).toMatchObject({ uid: waiting?.uid, status: 'CONFIRMED' });
    expect(going?.sequence).toBeGreaterThan(waiting?.sequence ?? Infinity);
  });

  it('has the last 30 days, and nothing of groups hidden from them', async () => {
    const { user, path } = await subscriber();
    const group = await make.group();
    const hidden = await make.group({ status: 'pending_approval' });
    await make.membership(group, user);
    const days = [2, 29, 31];
    for (const day of days) {
      const startTime = clock.inHours(-24 * day);
      await make.rsvp(await make.pastEvent({ group, title: `${day} days ago`, startTime }), user);
    }
    await make.rsvp(await make.event({ group: hidden, title: 'Out of sight' }), user);
    expect((await titlesAt(path)).toSorted()).toEqual(['2 days ago', '29 days ago']);
  });

  it('answers 304 to a current copy, and records the read', async () => {
    const { client, path } = await subscriber();
    const etag = String((await readFeed(app, path)).headers.etag);
    clock.advanceHours(2);
    expect((await readFeed(app, path, { 'if-none-match': etag })).statusCode).toBe(304);
    const { body } = await client.call('GET /api/user/calendar-feed');
    expect(body.lastReadAt).toBe(clock.read().toISOString());
  });
});

describe("a calendar's address", () => {
  it('is shown once, and does not exist before it is made or after it is revoked', async () => {
    const client = await app.as(await make.user());
    const state = async () => (await client.call('GET /api/user/calendar-feed')).body;
    const none = { active: false, createdAt: null, lastReadAt: null };
    expect(await state()).toEqual(none);
    const { status, body } = await client.call('POST /api/user/calendar-feed');
    expect(status).toBe(201);
    expect(body.url).toMatch(/^http:\/\/villagehall\.test\/calendar\/[\w-]{43}\.ics$/);
    expect(await state()).toEqual({ ...none, active: true, createdAt: clock.read().toISOString() });
    expect((await client.call('DELETE /api/user/calendar-feed')).status).toBe(204);
    expect((await client.call('DELETE /api/user/calendar-feed')).status).toBe(204);
    expect(await state()).toEqual(none);
    expect(await statusAt(new URL(body.url).pathname)).toBe(404);
  });

  it('stops in every process once it is replaced or revoked', async () => {
    const { client, path, renew } = await subscriber();
    const other = { fastify: await app.another() };
    const everywhere = async (url: string) => [
      await statusAt(url),
      (await readFeed(other, url)).statusCode,
    ];
    expect(await everywhere(path)).toEqual([200, 200]);
    const second = await renew();
    expect(await everywhere(path)).toEqual([404, 404]);
    expect(await everywhere(second)).toEqual([200, 200]);
    await client.call('DELETE /api/user/calendar-feed');
    expect(await everywhere(second)).toEqual([404, 404]);
  });

  it('is the same one when two are made at once', async () => {
    const { renew } = await subscriber();
    const made = await Promise.all([renew(), renew()]);
    const alive = await Promise.all(made.map(statusAt));
    expect(alive.toSorted((one, other) => one - other)).toEqual([200, 404]);
  });

  it('is stored as a hash only', async () => {
    const { user, path } = await subscriber();
    const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, user.id));
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(path.slice('/calendar/'.length, -'.ics'.length));
  });

  it.each(['x', 'a'.repeat(43), '-'.repeat(100), 'a'.repeat(300), '%00'])(
    'does not exist when nobody has made it: %s',
    async (token) => {
      expect(await statusAt(`/calendar/${token}.ics`)).toBe(404);
    },
  );

  it('is in no log line and no metric, active or revoked', async () => {
    const { client, path } = await subscriber();
    await statusAt(path);
    await statusAt(`${path}?x=1`);
    await client.call('DELETE /api/user/calendar-feed');
    await statusAt(path);
    expect(log.length).toBeGreaterThan(20);
    const token = path.slice('/calendar/'.length, -'.ics'.length);
    expect(log.join('')).not.toContain(token);
    expect(await app.metrics?.registry.metrics()).not.toContain(token);
  });
});

describe("a calendar's address is revoked", () => {
  it.each([
    [
      'a ban',
      async ({ user }: Awaited<ReturnType<typeof subscriber>>) => {
        const admin = await app.as(await make.admin());
        const params = { id: user.id };
        const body = { isActive: false };
        await admin.call('PATCH /api/admin/users/:id/status', { params, body });
      },
    ],
    [
      'an account that is deleted',
      async ({ client }: Awaited<ReturnType<typeof subscriber>>) => {
        await client.call('DELETE /api/auth/user', { body: { password } });
      },
    ],
    [
      'a new password',
      async ({ client }: Awaited<ReturnType<typeof subscriber>>) => {
        const body = { currentPassword: password, password: 'Another-hall7 of ours' };
        await client.call('POST /api/auth/user/password', { body });
      },
    ],
    [
      'signing out everywhere else',
      async ({ client }: Awaited<ReturnType<typeof subscriber>>) => {
        await client.call('DELETE /api/auth/user/sessions');
      },
    ],
  ])('by %s', async (_, end) => {
    const subscribed = await subscriber();
    expect(await statusAt(subscribed.path)).toBe(200);
    await end(subscribed);
    expect(await statusAt(subscribed.path)).toBe(404);
  });

  it('but not by logging out', async () => {
    const { client, path } = await subscriber();
    await client.send('GET /api/logout');
    expect(await statusAt(path)).toBe(200);
  });
});
