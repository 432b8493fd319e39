import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, SetupError } from '#platform/db/database.ts';
import { migrateTo } from '#platform/db/transfer/schema.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { folderOfFile, serverOfFile } from '#tests/support/of-file.ts';
import { ensureBuild, freshDatabase, operate, query, type FreshDatabase } from './support.ts';

const time = { timeout: 60_000 };
const fileHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs the statements as an administrator. */
const ownLog = readFileSync(fileHere('../../deploy/postgresql/audit-log.sql'), 'utf8');
const versionBefore = fileHere('released/0.2.0.backup');
const [head = ''] = gunzipSync(readFileSync(versionBefore)).toString().split('\n', 1);
const { migrations } = JSON.parse(head) as { migrations: number[] };

const root = folderOfFile();
const server = await serverOfFile();
const databases: FreshDatabase[] = [];

beforeAll(async () => {
  await ensureBuild();
  await query(server.url, `CREATE ROLE log_site LOGIN PASSWORD 'site'`);
}, 120_000);

afterAll(async () => {
  for (const { drop } of databases) await drop();
  await query(server.url, 'DROP ROLE log_site; DROP ROLE villagehall_log');
});

interface Site {
  /** For the site's role, which owns the database. */
  url: string;
  /** For an administrator. */
  adminUrl: string;
}

/** Prepares a database with those migrations, then gives the log its own owner. */
async function siteAt(migrated: number[]): Promise<Site> {
  const database = await freshDatabase(server.url);
  databases.push(database);
  const url = new URL(database.url);
  await query(database.url, `ALTER DATABASE "${url.pathname.slice(1)}" OWNER TO log_site`);
  [url.username, url.password] = ['log_site', 'site'];
  const client = new pg.Client(url.href);
  await client.connect();
  await migrateTo(client, [], migrated);
  await client.end();
  await query(database.url, ownLog);
  return { url: url.href, adminUrl: database.url };
}

const entry = (target: string) =>
  `INSERT INTO audit_log (actor_id, action, target_type, target_id, after)
   VALUES ('a', 'user.ban', 'user', '${target}', '{"why": ["x", 1.50]}') RETURNING id`;

const targets = async ({ url }: Site) =>
  (await query<{ target_id: string }>(url, 'SELECT target_id FROM audit_log ORDER BY id')).map(
    (row) => row.target_id,
  );

const ownerOf = async ({ url }: Site) =>
  (
    await query<{ tableowner: string }>(
      url,
      `SELECT tableowner FROM pg_tables WHERE tablename = 'audit_log'`,
    )
  )[0]?.tableowner;

describe('an audit log owned by another role', () => {
  let site: Site;
  const backup = () => join(root, 'a.backup');

  beforeAll(async () => {
    site = await siteAt(migrations);
  });

  test('can be migrated from the previous version, and the site serves', time, async () => {
    const process = new ServerProcess({ DATABASE_URL: site.url, DEMO: 'false' });
    const answer = await fetch(new URL('/api/categories', await process.ready));
    expect(answer.status).toBe(200);
    await process.stop();
    expect(await ownerOf(site)).toBe('villagehall_log');
  });

  test("accepts entries, and nothing else from the site's role", async () => {
    await query(site.url, entry('1'));
    await query(site.url, entry('2'));
    for (const statement of [
      'DELETE FROM audit_log',
      `UPDATE audit_log SET actor_id = 'b'`,
      'TRUNCATE audit_log',
      'DROP TABLE audit_log',
      'ALTER TABLE audit_log DISABLE TRIGGER ALL',
      `SELECT setval('audit_log_id_seq', 1)`,
      'DROP SCHEMA public CASCADE',
      'SET ROLE villagehall_log',
    ]) {
      await expect(query(site.url, statement)).rejects.toThrow(
        /^(must be owner|permission denied)/,
      );
    }
  });

  test('is in the backup, survives a restore, and keeps newer entries', time, async () => {
    expect(await operate({ DATABASE_URL: site.url }, 'backup', backup())).toMatchObject({
      code: 0,
    });
    await query(site.url, entry('3'));
    await query(
      site.url,
      `INSERT INTO users (id, email, first_name) VALUES ('u', 'u@example.org', 'U')`,
    );
    expect(
      await operate({ DATABASE_URL: site.url }, 'restore', backup(), '--replace'),
    ).toMatchObject({ code: 0 });
    expect(await query(site.url, 'SELECT id FROM users')).toEqual([]);
    expect(await targets(site)).toEqual(['1', '2', '3']);
    expect(await ownerOf(site)).toBe('villagehall_log');
    expect(await query(site.url, entry('4'))).toEqual([{ id: 4 }]);
    await expect(query(site.adminUrl, 'DELETE FROM audit_log')).rejects.toThrow(
      'only takes new rows',
    );
  });

  test(
    'is filled by a backup of the previous version, and its numbers continue',
    time,
    async () => {
      const fresh = await siteAt(migrations);
      const restored = await operate({ DATABASE_URL: fresh.url }, 'restore', backup());
      expect(restored).toMatchObject({ code: 0 });
      expect(await targets(fresh)).toEqual(['1', '2']);
      expect(await query(fresh.url, entry('next'))).toEqual([{ id: 3 }]);
      const older = await operate(
        { DATABASE_URL: fresh.url },
        'restore',
        versionBefore,
        '--replace',
      );
      expect(older).toMatchObject({ code: 0 });
      expect(await targets(fresh)).toEqual(['1', '2', 'next']);
      expect(await ownerOf(fresh)).toBe('villagehall_log');
    },
  );

  test('with entries that the backup lacks stops the restore', time, async () => {
    const other = await siteAt(migrations);
    await query(other.url, entry('else'));
    const refused = await operate({ DATABASE_URL: other.url }, 'restore', backup(), '--replace');
    expect(refused).toEqual({
      code: 1,
      output:
        'the audit log belongs to villagehall_log and holds other entries: nothing was changed. To have it replaced, ' +
        'have an administrator of the server run ALTER TABLE audit_log OWNER TO "log_site" first',
    });
    expect(await targets(other)).toEqual(['else']);
    await query(other.adminUrl, 'ALTER TABLE audit_log OWNER TO log_site');
    expect(
      await operate({ DATABASE_URL: other.url }, 'restore', backup(), '--replace'),
    ).toMatchObject({ code: 0 });
    expect(await targets(other)).toEqual(['1', '2']);
  });

  test('receives the entries of a moved embedded database', time, async () => {
    const target = await siteAt(migrations);
    const dataDir = join(root, 'data');
    cpSync(inject('folders').demo, dataDir, { recursive: true });
    const filled = await openDatabase({ dataDir });
    await filled.db.$client.query(entry('moved'));
    await filled.close();
    const moved = await operate({ DATA_DIR: dataDir }, 'move', '--to', target.url);
    expect(moved).toMatchObject({ code: 0 });
    expect(await targets(target)).toContain('moved');
    expect(await ownerOf(target)).toBe('villagehall_log');
  });

  test('set up by an earlier document makes the backup name what is missing', time, async () => {
    await query(site.adminUrl, 'REVOKE ALL ON SEQUENCE audit_log_id_seq FROM log_site');
    expect(await operate({ DATABASE_URL: site.url }, 'backup', backup())).toEqual({
      code: 1,
      output:
        'the user log_site may not read audit_log_id_seq: have an administrator of the server run ' +
        'GRANT SELECT, USAGE ON SEQUENCE public."audit_log_id_seq" TO "log_site" in this database',
    });
  });

  test('changes owner for a migration, which the start mentions', time, async () => {
    const old = await siteAt(migrations.slice(0, 3));
    const refused: unknown = await openDatabase({ databaseUrl: old.url, dataDir: '' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(SetupError);
    expect(String(refused)).toMatch(/^[^\n]+ changes the audit log, [^\n]+ OWNER TO [^\n]+$/);
    await query(old.adminUrl, 'ALTER TABLE audit_log OWNER TO log_site');
    await (await openDatabase({ databaseUrl: old.url, dataDir: '' })).close();
    await query(old.adminUrl, ownLog);
    expect(await ownerOf(old)).toBe('villagehall_log');
  });
});
