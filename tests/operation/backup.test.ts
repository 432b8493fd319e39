import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { readBackup } from '#platform/db/transfer/backup.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { folderOfFile, serverOfFile } from '#tests/support/of-file.ts';
import { ensureBuild, freshDatabase, operate, query } from './support.ts';

const time = { timeout: 60_000 };

const root = folderOfFile();
const server = await serverOfFile();
const database = await freshDatabase(server.url);

const path = (name: string) => join(root, name);
const folder = { DATA_DIR: path('data') };
const onServer = { DATABASE_URL: database.url };
const original = path('original.backup');
const content = (file: string) => gunzipSync(readFileSync(file)).toString();

beforeAll(async () => {
  await ensureBuild();
  cpSync(inject('folders').demo, path('data'), { recursive: true });
  const filled = await openDatabase({ dataDir: path('data') });
  await filled.db.$client.query(oddRows);
  await filled.close();
  await operate(folder, 'backup', original);
}, 120_000);

/** Texts and bytes that a careless copy would change, and gaps in sequences. */
const oddRows = `
  INSERT INTO users (id, email, first_name, bio)
    VALUES ('ödd', 'odd@example.org', E'tab\\t"quote" \\\\ {brace} NULL', E'line\\nand\\r\\n😀');
  INSERT INTO media (id, content_type, bytes, width, height)
    VALUES ('odd', 'image/webp', decode(repeat('00ff5c27', 40000), 'hex'), 1, 1);
  INSERT INTO audit_log (actor_id, action, target_type, target_id, after)
    VALUES ('ödd', 'odd', 'user', '1', '{"b": [1, null, 1.50], "a": "\\u00e9"}');
  INSERT INTO outbox (kind, payload, created_at) VALUES ('odd', 'null', 'infinity');
  INSERT INTO suppressions (address, reason) VALUES ('ödd@example.org', E'550\t5.1.1');
  INSERT INTO rsvps (event_id, user_id, status, turn, companions, note) SELECT min(id), 'ödd', 'waiting', 49998, 3, E'a\tnote' FROM events;
  INSERT INTO rsvps (event_id, user_id, status, note) SELECT max(id), 'ödd', 'cant', E'a\\tnote' FROM events;
  INSERT INTO rsvps (event_id, kind, name, email, email_hash, status, turn, requested_at, confirmed_at)
    SELECT min(id), 'guest', 'Ödd', 'guest@example.org', 'hash', 'waiting', 49999, '2027-01-01', '2027-01-01' FROM events;
  INSERT INTO rsvps (event_id, kind, name, companions, note) SELECT min(id), 'added', 'Ödd', 1, E'a\tnote' FROM events;
  INSERT INTO guest_links (id, guest_id) SELECT 'hash of a token', id FROM rsvps WHERE email_hash = 'hash';
  INSERT INTO children (first_name, note) VALUES (U&'Z\\00f6e', E'nuts\\tand \\\\N');
  INSERT INTO child_adults (child_id, user_id) SELECT id, 'ödd' FROM children WHERE note LIKE 'nuts%';
  INSERT INTO child_places (event_id, child_id, rsvp_id) SELECT event_id, children.id, rsvps.id FROM children, rsvps WHERE children.note LIKE 'nuts%' AND turn = 49998;
  INSERT INTO child_invitations (id, child_id, invited_by_id, expires_at) SELECT 'ödd', id, 'ödd', now() FROM children WHERE note LIKE 'nuts%';
  INSERT INTO email_invitations (group_id, email, email_hash, state) SELECT min(id), 'ödd@example.org', E'a\thash', 'waiting' FROM groups;
  INSERT INTO invitation_lists (group_id, stopped_at) SELECT min(id), now() FROM groups;
  INSERT INTO invitation_refusals (email_hash) VALUES (E'a\thash');
  INSERT INTO imports (group_id, entries) SELECT min(id), '[{"title": "\u00d6dd\\t"}]' FROM groups;
  INSERT INTO imported_events (group_id, uid, import_id, event_id, draft)
    SELECT min(group_id), E'\u00f6dd\t@calendar.example', (SELECT max(id) FROM imports), min(id), '{}' FROM events;
  INSERT INTO followed_calendars (group_id, url) SELECT min(id), 'https://calendar.example/\u00f6dd' FROM groups;
  INSERT INTO sessions (id, user_id, expires_at) VALUES ('odd', 'ödd', '2027-01-01');
  INSERT INTO push_devices (user_id, session_id, endpoint_hash, sealed_subscription, name)
    VALUES ('ödd', 'odd', 'hash', 'sealed', E'Ödd\\tphone');
  INSERT INTO pushes (device_id, kind, throttle_key, payload)
    SELECT max(id), 'event_soon', 'event:1', '{"a": "\\u00e9"}' FROM push_devices;
  INSERT INTO settings (name, value) VALUES ('push_key', '"kept"');
  INSERT INTO series (group_id, rrule, first_date, starts_at, exdates)
    SELECT min(id), 'FREQ=WEEKLY;COUNT=2', '2027-03-21', '01:30', '{2027-03-28,2027-04-04}' FROM groups;
  UPDATE events SET series_id = (SELECT max(id) FROM series), series_date = '2027-03-21',
    series_position = 1, series_count = 1, series_text = 'Every Sunday' WHERE id = (SELECT min(id) FROM events);
  SELECT setval('comments_id_seq', 40000), setval('rsvps_turn', 50000)`;

/** Reads the site's backup metrics. */
const whenTaken = `SELECT ended_at AS at FROM jobs WHERE name = 'backup'`;

describe('a backup', () => {
  test('is identical after a restore into another folder', time, async () => {
    const copy = { DATA_DIR: path('copy') };
    expect(await operate(copy, 'restore', original)).toMatchObject({ code: 0 });
    await operate(copy, 'backup', path('copy.backup'));
    expect(readFileSync(path('copy.backup')).equals(readFileSync(original))).toBe(true);
  });

  test('of the embedded database is identical on PostgreSQL', time, async () => {
    const restored = await operate(onServer, 'restore', original);
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Restored \d{4,} rows/),
    });
    await operate(onServer, 'backup', path('server.backup'));
    expect(readFileSync(path('server.backup')).equals(readFileSync(original))).toBe(true);

    const wiped = await operate(onServer, 'restore', path('server.backup'), '--replace');
    expect(wiped.code).toBe(0);
    await operate(onServer, 'backup', path('again.backup'));
    expect(readFileSync(path('again.backup')).equals(readFileSync(original))).toBe(true);
  });

  test('keeps sequences, keys and the closed audit log', time, async () => {
    const url = database.url;
    const [next] = await query<{ id: number }>(
      url,
      `INSERT INTO comments (event_id, content) SELECT min(id), 'next' FROM events RETURNING id`,
    );
    expect(next?.id).toBe(40_001);
    await expect(
      query(url, `INSERT INTO rsvps (event_id, user_id) VALUES (-1, 'x')`),
    ).rejects.toThrow(/foreign key/);
    await expect(query(url, 'DELETE FROM audit_log')).rejects.toThrow('only takes new rows');
    expect(
      await query(url, `SELECT tgenabled FROM pg_trigger WHERE tgname = 'audit_log_only_grows'`),
    ).toEqual([{ tgenabled: 'A' }]);
    await query(url, `DELETE FROM comments WHERE content = 'next'`);
    expect(await query(url, `SELECT nextval('rsvps_turn') AS turn`)).toEqual([{ turn: '50001' }]);
    // A guest on the same list keeps their place before whoever comes now, and their link.
    const guests = await query(
      url,
      `SELECT turn, link.id FROM rsvps guest JOIN guest_links link ON link.guest_id = guest.id
       WHERE guest.email = 'guest@example.org'`,
    );
    expect(guests).toEqual([{ turn: '49999', id: 'hash of a token' }]);
    // Browsers know the site by this key, and devices stay with it.
    expect(await query(url, `SELECT value FROM settings WHERE name = 'push_key'`)).toEqual([
      { value: 'kept' },
    ]);
  });

  test.skipIf(process.platform === 'win32')('is readable for its owner only', () => {
    expect(statSync(original).mode & 0o777).toBe(0o600);
  });

  test('is taken of a running site, and complete', time, async () => {
    const site = new ServerProcess({ DATA_DIR: path('copy'), DEMO: 'false' });
    const address = await site.ready;
    const begun = new Date();
    const taken = await operate({ DATA_DIR: path('copy') }, 'backup', path('running.backup'));
    expect(taken).toEqual({ code: 0, output: `Backed up to ${path('running.backup')}` });
    expect((await fetch(new URL('/readyz', address))).status).toBe(200);
    await site.stop();
    expect(content(path('running.backup'))).toContain('odd@example.org');
    expect(readdirSync(root).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(readdirSync(path('copy')).filter((name) => name.endsWith('.part'))).toEqual([]);
    const { db, close } = await openDatabase({ dataDir: path('copy') });
    const { rows } = await db.$client.query<{ at: Date }>(whenTaken);
    expect(rows[0]?.at.getTime()).toBeGreaterThanOrEqual(begun.getTime());
    await close();
  });

  test(
    'of PostgreSQL is taken of a running site, and restored only after it stops',
    time,
    async () => {
      const site = new ServerProcess({ DATABASE_URL: database.url, DEMO: 'false' });
      await site.ready;
      const begun = new Date();
      expect((await operate(onServer, 'backup', path('live.backup'))).code).toBe(0);
      const [taken] = await query<{ at: Date }>(database.url, whenTaken);
      expect(taken?.at.getTime()).toBeGreaterThanOrEqual(begun.getTime());
      expect(await operate(onServer, 'restore', path('live.backup'), '--replace')).toEqual({
        code: 1,
        output: 'the site is running on this database: stop it first',
      });
      await site.stop();
    },
  );
});

test('an incomplete command explains the usage, in a clone and beside the units', async () => {
  const { code, output } = await operate(folder, 'backup');
  expect(code).toBe(1);
  expect(output).toMatch(/^Usage: backup <file>$/m);
  expect(output).toMatch(
    /"npm run backup -- <file>"; beside the systemd units after villagehall\.$/m,
  );
});

describe('a restore', () => {
  const changed = (change: (text: string) => string) => {
    const file = path('changed.backup');
    writeFileSync(file, gzipSync(change(content(original))));
    return file;
  };

  async function restoreHere(file: string) {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      return await readBackup(client, file, { replace: true });
    } finally {
      await client.end();
    }
  }

  test.for<[string, () => string, RegExp]>([
    [
      'a row that was changed',
      () => changed((text) => text.replace('odd@example.org', 'odd@example.net')),
      /^the backup is damaged: nothing was changed$/,
    ],
    [
      'a row that is missing',
      () => changed((text) => text.replace(/^\["ödd".*\n/m, '')),
      /^the backup is damaged/,
    ],
    [
      'a backup that is cut short',
      () => changed((text) => text.slice(0, text.length / 2)),
      /^the backup is damaged/,
    ],
    [
      'a file that is cut short',
      () => {
        writeFileSync(path('cut.backup'), readFileSync(original).subarray(0, 20_000));
        return path('cut.backup');
      },
      /^the backup is damaged/,
    ],
    ['a file of something else', () => changed(() => 'something else\n'), /^this is no backup$/],
    [
      'a backup of a newer version',
      () => changed((text) => text.replace('"migrations":[', '"migrations":[4102444800000,')),
      /newer version of the software: update this one first$/,
    ],
  ])('refuses %s and changes nothing', time, async ([, file, line]) => {
    const before = await query(database.url, 'SELECT count(*), max(id) FROM comments');
    await expect(restoreHere(file())).rejects.toThrow(line);
    expect(await query(database.url, 'SELECT count(*), max(id) FROM comments')).toEqual(before);
  });

  test('replaces members only when told to', time, async () => {
    const { code, output } = await operate(onServer, 'restore', original);
    expect(code).toBe(1);
    expect(output).toMatch(/holds \d+ members and \d+ groups already; add --replace/);
  });

  test("refuses another program's database", time, async () => {
    const other = await freshDatabase(server.url);
    await query(other.url, 'CREATE TABLE accounts (id integer)');
    const { output } = await operate({ DATABASE_URL: other.url }, 'restore', original, '--replace');
    expect(output).toBe(
      'the database has tables of something else (accounts): choose an empty one',
    );
    await other.drop();
  });

  test("refuses an administrator, who would own the site's objects", time, async () => {
    const other = await freshDatabase(server.url);
    const name = new URL(other.url).pathname.slice(1);
    await query(server.url, `CREATE ROLE sites_own`);
    await query(server.url, `ALTER DATABASE ${name} OWNER TO sites_own`);
    const { output } = await operate({ DATABASE_URL: other.url }, 'restore', original);
    expect(output).toMatch(/^the database belongs to the role sites_own, and \w+ would own what/);
    expect(await query(other.url, `SELECT to_regclass('users') AS users`)).toEqual([
      { users: null },
    ]);
    await other.drop();
  });
});
