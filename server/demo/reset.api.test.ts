import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { sessions } from '#features/base/sign-in/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { readConfig } from '#platform/config.ts';
import { transaction } from '#platform/db/database.ts';
import { suppress } from '#platform/mail/suppression.ts';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { loadDemo } from './load.ts';
import { markPublicDemo, requirePublicDemo, resetDemo } from './reset.ts';

const config = readConfig({ DEMO: 'public', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });

const app = await startTestApp({ publicDemo: true, demo: true });
await loadDemo(app.db, app.clock.read());
await markPublicDemo(app.db, app.clock.read());

const idsOf = async ({ db }: Pick<typeof app, 'db'>) => ({
  people: (await db.select({ id: users.id }).from(users).orderBy(users.id)).map(({ id }) => id),
  events: (
    await db.select({ id: events.id, title: events.title }).from(events).orderBy(events.id)
  ).map(({ id, title }) => `${id} ${title}`),
});

describe('a public demonstration', () => {
  it('signs anybody in without a password, also after a visitor suspended the account', async () => {
    await app.db
      .update(users)
      .set({ isActive: false })
      .where(eq(users.email, cleanText('member@example.com')));
    const browser = app.visitor();
    await browser.call('POST /api/demo-sign-in', { body: { as: 'member' } });
    expect((await browser.call('GET /api/user')).body.user?.email).toBe('member@example.com');
  });

  it('refuses what would lock the next visitor out', async () => {
    const browser = app.visitor();
    await browser.call('POST /api/demo-sign-in', { body: { as: 'admin' } });
    const answers = await Promise.all([
      browser.refusal('DELETE /api/auth/user', { body: { password: 'x' } }),
      browser.refusal('PATCH /api/admin/settings', { body: { siteName: 'Mine' } }),
      browser.refusal('DELETE /api/admin/users/:id', { params: { id: 'somebody' } }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
  });

  it('restarts: visitors’ texts are gone, ids and sessions of the demo stay', async () => {
    const before = await idsOf(app);
    const browser = app.visitor();
    await browser.call('POST /api/demo-sign-in', { body: { as: 'admin' } });
    const stranger = await app.make.user({ firstName: 'Mallory' });
    const own = await app.make.group({ owner: stranger, name: 'Typed by a visitor' });
    await app.make.event({ group: own, title: 'Typed, too' });
    await browser.call('PATCH /api/admin/groups/:id/status', {
      params: { id: own.id },
      body: { status: 'rejected', reason: 'Typed by a visitor as well' },
    });
    await resetDemo(app.db, config, app.clock.read());
    expect(await idsOf(app)).toEqual(before);
    expect(await app.db.$count(groups, eq(groups.name, cleanText('Typed by a visitor')))).toBe(0);
    expect(await app.db.$count(auditLog)).toBe(0);
    expect((await browser.call('GET /api/user')).body.user?.email).toBe('admin@example.com');
  });

  it('restarts with any number of open sessions', async () => {
    const before = await app.db.$count(sessions);
    await app.db.execute(sql`
      insert into sessions (id, user_id, created_at, expires_at, last_seen_at)
      select md5(n::text), (select id from users where email = 'member@example.com'),
        now(), now() + interval '1 day', now() from generate_series(1, 11000) n`);
    expect(await resetDemo(app.db, config, app.clock.read())).toBeGreaterThan(0);
    expect(await app.db.$count(sessions)).toBe(before + 11_000);
  });

  it('drops no request while it restarts', async () => {
    const browser = app.visitor();
    await browser.call('POST /api/demo-sign-in', { body: { as: 'admin' } });
    const [event] = await app.db.select({ id: events.id }).from(events).limit(1);
    const params = { id: event?.id ?? 0 };
    const resets = new AbortController();
    const outcomes = new Set<number>();
    const ask = async () => {
      while (!resets.signal.aborted) {
        for (const each of [
          browser.send('GET /api/events', {}),
          browser.send('GET /api/events/:id', { params }),
          browser.send('POST /api/events/:id/comments', {
            params,
            body: { content: `Comment ${Math.random()}` },
          }),
        ])
          outcomes.add((await each).statusCode);
      }
    };
    const asking = Promise.all([ask(), ask(), ask()]);
    await resetDemo(app.db, config, app.clock.read());
    resets.abort();
    await asking;
    expect([...outcomes].filter((status) => status >= 300)).toEqual([]);
    expect(await app.db.$count(rsvps)).toBeGreaterThan(100);
  });

  it('shows no address that a visitor typed, and no sign-ins, to any of its admins', async () => {
    const email = 'ada.lovelace@mail.example.net';
    const person = { firstName: 'Ada', email, password, confirmPassword: password };
    const ada = app.visitor();
    await ada.call('POST /api/register', { body: person });
    await transaction(app.db, (tx) =>
      suppress(tx, email, cleanText('550 5.1.1'), app.clock.read()),
    );
    expect((await ada.call('GET /api/user')).body.user?.email).toBe(email);
    const admin = app.visitor();
    await admin.call('POST /api/demo-sign-in', { body: { as: 'admin' } });
    const lists: string[] = [];
    for (const key of [
      'GET /api/admin/users',
      'GET /api/admin/mail',
      'GET /api/admin/suppressions',
      'GET /api/admin/audit',
    ] as const) {
      lists.push((await admin.send(key)).body);
    }
    expect(lists.join('')).toContain('a…@…');
    expect(lists.join('')).toContain('member@example.com');
    expect(lists.join('')).not.toContain('lovelace');
    for (const q of ['lovelace', 'mail.example.net', email]) {
      expect((await admin.call('GET /api/admin/users', { query: { q } })).body).toEqual([]);
    }
    await admin.call('PATCH /api/auth/user', { body: { phoneNumber: '07700 900123' } });
    expect((await admin.send('GET /api/user')).body).not.toContain('900123');
    expect((await admin.call('GET /api/auth/user/sessions')).body).toEqual([]);
    expect((await admin.call('GET /api/auth/user/sign-ins')).body).toEqual([]);
    expect(await admin.outcome('GET /api/auth/user/export')).toBe('forbidden');
  });

  it('fetches nothing from an address that a visitor enters', async () => {
    const organiser = app.visitor();
    await organiser.call('POST /api/demo-sign-in', { body: { as: 'organiser' } });
    const { body: own } = await organiser.call('GET /api/user/groups');
    const params = { id: own.find(({ membership }) => membership?.isOrganizer)?.id ?? 0 };
    const body = { url: 'https://calendar.example/all.ics' };
    for (const key of [
      'POST /api/groups/:id/imports',
      'PUT /api/groups/:id/followed-calendar',
    ] as const) {
      expect((await organiser.refusal(key, { params, body })).fields).toEqual({
        url: 'The demonstration reads no addresses. Please send the calendar as a file',
      });
    }
    expect(config.fetchPublic).toBeUndefined();
  });

  it('never empties a database that did not begin as one', async () => {
    const other = await startTestApp({ publicDemo: true });
    await other.make.user();
    await expect(requirePublicDemo(other.db)).rejects.toThrow(
      'DEMO may be public only with an empty database: everything in it is deleted each hour',
    );
    expect(await resetDemo(other.db, config, other.clock.read())).toBe(0);
    expect(await other.db.$count(users)).toBe(1);
  });
});

it('the demo’s sign-in works on no other site', async () => {
  const other = await startTestApp({ demo: true });
  await loadDemo(other.db, other.clock.read());
  expect(await other.visitor().outcome('POST /api/demo-sign-in', { body: { as: 'admin' } })).toBe(
    'not_found',
  );
});
