import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { ensureBuild } from '#tests/operation/support.ts';
import { startTestApp } from '#tests/support/app.ts';
import { shortLivedFlags } from '#tests/support/engine-program.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { openDatabase } from '#platform/db/database.ts';
import { serveControl } from '#platform/db/embedded/control.ts';
import { describeAdmin, describeLinks } from '#server/operator-commands.ts';

const app = await startTestApp();
const { db, make } = app;
const source = fileURLToPath(new URL('../../../make-admin.ts', import.meta.url));
const script = fileURLToPath(new URL('../../../../dist/main/make-admin.js', import.meta.url));

beforeAll(() => ensureBuild(), 180_000);

interface Store {
  DATABASE_URL?: string;
  DATA_DIR?: string;
  PUBLIC_URL?: string;
}

const bothLinks = new RegExp(
  [
    'Anyone with one of these links can take over the account. Give them only to the owner of ada@example.com.',
    '',
    'To confirm the address, for 7 days, while logged in to the account:',
    'https://hall.example/confirm-email\\?token=[\\w-]{43}',
    '',
    'To choose a new password, once, within an hour:',
    'https://hall.example/reset-password\\?token=[\\w-]{43}',
  ].join('\n'),
);

/** Anybody can sign up with somebody else's address. */
const madeAdmin = [
  'Ada <ada@example.com> is now an admin.',
  'Nobody has confirmed that address yet. Make sure the account belongs to the person you mean, or remove the role in the Admin Panel.',
].join('\n');

/** Runs `npm run admin` and returns its output and whether it succeeded. */
const run = (place: Store, ...args: string[]) => runScript(script, place, ...args);

function runScript(
  file: string,
  place: Store,
  ...args: string[]
): Promise<{ ok: boolean; output: string }> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: '', ...place };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...shortLivedFlags, file, ...args],
      { env },
      (error, stdout, stderr) => resolve({ ok: error === null, output: (stdout + stderr).trim() }),
    );
  });
}

describe.runIf(app.engine === 'postgres')('npm run admin, while the site runs', () => {
  const place = {
    DATABASE_URL: (db.$client.options as { connectionString?: string }).connectionString ?? '',
  };

  it('makes an account an admin, and records it in the audit log', async () => {
    const { id, firstName, email } = await make.user();
    const { ok, output } = await runScript(source, place, email.toUpperCase());
    expect([ok, output]).toEqual([true, `${firstName} <${email}> is now an admin.`]);
    const client = await app.as({ id });
    expect((await client.call('GET /api/user')).body.user?.role).toBe('admin');
    expect(await db.select().from(auditLog).where(eq(auditLog.targetId, id))).toMatchObject([
      { actorId: 'shell', action: 'user.role', after: { role: 'admin', by: 'shell' } },
    ]);
  });

  it('leaves an existing admin unchanged, and writes nothing', async () => {
    const { id, firstName, email } = await make.admin();
    expect((await run(place, email)).output).toBe(`${firstName} <${email}> is already an admin.`);
    expect(await db.select().from(auditLog).where(eq(auditLog.targetId, id))).toEqual([]);
  });

  it('refuses a suspended account', async () => {
    const { id, email } = await make.banned();
    const { ok, output } = await run(place, email);
    expect([ok, output]).toEqual([false, `The account of ${email} is suspended.`]);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user?.role).toBe('user');
  });

  it.each([
    [
      ['nobody@example.com'],
      'No account has the address nobody@example.com. Sign up with it first.',
    ],
    [[], 'Please give one e-mail address: npm run admin -- somebody@example.com'],
    [['ada'], 'Please give one e-mail address: npm run admin -- somebody@example.com'],
  ])('explains what is missing: %j', async (args, line) => {
    expect(await run(place, ...args)).toEqual({ ok: false, output: line });
  });
});

describe.runIf(app.engine === 'postgres')('npm run admin -- --link', () => {
  const place = {
    DATABASE_URL: (db.$client.options as { connectionString?: string }).connectionString ?? '',
    PUBLIC_URL: 'https://hall.example',
  };
  const tokenIn = (text: string, page: string) =>
    new RegExp(`/${page}\\?token=(\\S+)`).exec(text)?.[1] ?? '';

  it('prints links that confirm the address and set a password, and records it in the audit log', async () => {
    const { id, email } = await make.user({ email: 'ada@example.com', emailVerifiedAt: null });
    const { ok, output } = await run(place, '--link', email.toUpperCase());
    expect([ok, output]).toEqual([true, expect.stringMatching(bothLinks)]);
    const client = await app.as({ id });
    const { user } = (
      await client.call('POST /api/confirm-email', {
        body: { token: tokenIn(output, 'confirm-email') },
      })
    ).body;
    expect(user.emailVerified).toBe(true);
    const body = { token: tokenIn(output, 'reset-password'), password: 'Otters-at-9pm' };
    expect(await app.visitor().outcome('POST /api/reset-password', { body })).toBe(200);
    expect(await db.select().from(auditLog).where(eq(auditLog.targetId, id))).toMatchObject([
      {
        actorId: 'shell',
        action: 'user.links',
        after: { opens: ['confirm_email', 'reset_password'] },
      },
    ]);
  });

  it('prints no link for a confirmed address, and none at all for a suspended account', async () => {
    const { email } = await make.user({ emailVerifiedAt: app.clock.read() });
    const { output } = await run(place, '--link', email);
    expect([tokenIn(output, 'confirm-email'), tokenIn(output, 'reset-password').length]).toEqual([
      '',
      43,
    ]);
    const banned = await make.banned();
    expect(await run(place, '--link', banned.email)).toEqual({
      ok: false,
      output: `The account of ${banned.email} is suspended.`,
    });
  });

  it.each([
    [
      ['--link', 'nobody@example.com'],
      'No account has the address nobody@example.com. Sign up with it first.',
    ],
    [['--link'], 'Please give one e-mail address: npm run admin -- --link somebody@example.com'],
  ])('explains what is missing: %j', async (args, line) => {
    expect(await run(place, ...args)).toEqual({ ok: false, output: line });
  });
});

describe.runIf(app.engine === 'embedded')('npm run admin, on the embedded database', () => {
  const folder = async () => {
    const databases = inject('databases');
    const dataDir = await mkdtemp(join(tmpdir(), 'villagehall-admin-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    if (databases.engine === 'embedded') await cp(databases.template, dataDir, { recursive: true });
    return dataDir;
  };

  /** Starts a site in a folder of its own, with one account. */
  const site = async () => {
    const dataDir = await folder();
    const { db: itsDb, close } = await openDatabase({ dataDir });
    onTestFinished(close);
    await itsDb
      .insert(users)
      .values(cleanTexts({ id: 'ada', email: 'ada@example.com', firstName: 'Ada' }));
    const control = await serveControl(dataDir, {
      dump: () => Promise.reject(new Error('nobody asked for a backup')),
      commands: {
        admin: (address) => describeAdmin(itsDb, address, new Date()),
        links: (address) => describeLinks(itsDb, address, 'https://hall.example', new Date()),
        'backed-up': () => Promise.reject(new Error('nobody asked for a backup')),
      },
    });
    onTestFinished(() => control.close());
    return { db: itsDb, place: { DATA_DIR: dataDir } };
  };
  const unknown = {
    ok: false,
    output: 'No account has the address bob@example.com. Sign up with it first.',
  };

  it('prints links through the running site', async () => {
    const { place } = await site();
    const { ok, output } = await run(place, '--link', 'ada@example.com');
    expect([ok, output]).toEqual([true, expect.stringMatching(bothLinks)]);
    expect(await run(place, '--link', 'bob@example.com')).toEqual(unknown);
  });

  it('makes an account an admin through the running site, and warns of an unconfirmed address', async () => {
    const { db: itsDb, place } = await site();
    expect(await run(place, 'Ada@example.com')).toEqual({
      ok: true,
      output: madeAdmin,
    });
    const [user] = await itsDb.select({ role: users.role }).from(users);
    expect(user?.role).toBe('admin');
    expect(await run(place, 'bob@example.com')).toEqual(unknown);
  });

  it('prints links while the site is stopped', async () => {
    const dataDir = await folder();
    const before = await openDatabase({ dataDir });
    await before.db
      .insert(users)
      .values(cleanTexts({ id: 'ada', email: 'ada@example.com', firstName: 'Ada' }));
    await before.close();
    const place = { DATA_DIR: dataDir, PUBLIC_URL: 'https://hall.example' };
    const { ok, output } = await run(place, '--link', 'ada@example.com');
    expect([ok, output]).toEqual([true, expect.stringMatching(bothLinks)]);
  });

  it('makes an account an admin, and is refused a folder that another process has open', async () => {
    const dataDir = await folder();
    const email = 'ada@example.com';
    const running = await openDatabase({ dataDir });
    await running.db.insert(users).values(cleanTexts({ id: 'ada', email, firstName: 'Ada' }));
    const refused = await run({ DATA_DIR: dataDir }, email);
    expect(refused.ok).toBe(false);
    expect(refused.output).toMatch(/is in use by process \d+: stop that first/);
    expect(refused.output.split('\n')).toHaveLength(1);
    await running.close();
    expect(await run({ DATA_DIR: dataDir }, email)).toEqual({
      ok: true,
      output: madeAdmin,
    });
    const after = await openDatabase({ dataDir });
    const [user] = await after.db.select({ role: users.role }).from(users);
    await after.close();
    expect(user?.role).toBe('admin');
  });
});
