import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { startTestPostgres, type TestPostgres } from '#tests/postgres/server.ts';
import { ensureBuild, freshDatabase } from './support.ts';

interface Check {
  migrationProblems: (folder: string) => string[];
  statementProblems: (sql: string) => string[];
}

const check = (await import(
  new URL('../../scripts/structure/migrations.mjs', import.meta.url).href
)) as Check;

describe('the check of migrations', () => {
  it.each([
    'DROP TABLE "comments";',
    'drop function refuse_change() cascade',
    'ALTER TABLE "users" DROP COLUMN "bio";',
    'ALTER TABLE "users" DROP CONSTRAINT "users_email_unique";',
    'ALTER TABLE "users" RENAME COLUMN "bio" TO "about";',
    'ALTER TABLE "users" RENAME TO "members";',
    'ALTER TABLE "users" ALTER COLUMN "bio" SET DATA TYPE varchar(20);',
    'ALTER TABLE users ALTER bio TYPE integer USING 1;',
    'ALTER TABLE "users" ALTER COLUMN "bio" SET NOT NULL;',
    'ALTER TABLE "users" ALTER COLUMN "role" DROP DEFAULT;',
    'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL;',
    `ALTER TABLE "users" ADD CONSTRAINT "adult" CHECK ("age" >= 18);`,
    'TRUNCATE "sessions";',
    'DELETE FROM "sessions" WHERE true;',
    'CREATE TABLE "a" ("id" integer);\nDROP TABLE "b";',
    '-- DROP TABLE is fine in a comment\nDROP TABLE "b";',
  ])('refuses %s', (sql) => {
    expect(check.statementProblems(sql)).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE "a" ("id" integer PRIMARY KEY NOT NULL);',
    'CREATE UNLOGGED TABLE "a" ("id" integer);\nALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("id" > 0);',
    'ALTER TABLE "users" ADD COLUMN "age" integer;',
    'ALTER TABLE "users" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "full" text GENERATED ALWAYS AS (bio) STORED NOT NULL;',
    'ALTER TABLE "a" ADD CONSTRAINT "a_b" FOREIGN KEY ("b") REFERENCES "public"."b"("id");',
    'ALTER TABLE "users" ADD CONSTRAINT "adult" CHECK ("age" >= 18) NOT VALID;',
    'ALTER TABLE "users" ALTER COLUMN "bio" DROP NOT NULL;',
    'CREATE INDEX "users_age" ON "users" USING btree ("age");',
    'DROP INDEX "users_age";',
    `INSERT INTO "settings" VALUES ('note', 'DROP TABLE; RENAME');`,
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; END $$;',
  ])('lets pass %s', (sql) => {
    expect(check.statementProblems(sql)).toEqual([]);
  });

  it('accepts a contract statement with a reason, and no other', () => {
    const dropped = 'ALTER TABLE "users" DROP COLUMN "bio";';
    const waived = `-- contract: nothing reads it since 1.4\n${dropped}`;
    expect(check.statementProblems(waived)).toEqual([]);
    expect(check.statementProblems(`-- contract:\n${dropped}`)).toHaveLength(1);
    const two = `${waived}--> statement-breakpoint\nDROP TABLE "media";`;
    expect(check.statementProblems(two)).toEqual([
      expect.stringContaining('DROP TABLE "media"') as string,
    ]);
  });

  it('refuses a migration that databases would skip, an unused file and an older snapshot', () => {
    const folder = mkdtempSync(join(tmpdir(), 'villagehall-migrations-'));
    const entries = [
      { idx: 0, when: 20, tag: '0000_first' },
      { idx: 1, when: 10, tag: '0001_second' },
    ];
    mkdirSync(join(folder, 'meta'));
    writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
    for (const name of ['0000_first', '0001_second', '0002_stray']) {
      writeFileSync(join(folder, `${name}.sql`), 'SELECT 1;');
    }
    for (const number of ['0000', '0001'])
      writeFileSync(join(folder, 'meta', `${number}_snapshot.json`), '{}');
    expect(check.migrationProblems(folder)).toEqual([
      '0001_second is dated before the migration it follows: generate it anew',
      '0002_stray.sql is not in the journal',
      'meta/0000_snapshot.json is no longer read: delete it',
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('a database server', () => {
  let server: TestPostgres;

  beforeAll(async () => {
    server = await startTestPostgres();
    await ensureBuild();
  }, 180_000);

  afterAll(() => server.stop());

  test('is migrated once by two simultaneous starts', async () => {
    const database = await freshDatabase(server.url);
    const env = { DATABASE_URL: database.url, DEMO: 'false' };
    const processes = [new ServerProcess(env), new ServerProcess(env)];
    await Promise.all(processes.map(({ ready }) => ready));
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(
      'SELECT count(*)::int, count(DISTINCT hash)::int AS different FROM drizzle.__drizzle_migrations',
    );
    expect(rows).toEqual([{ count: rows[0].different, different: rows[0].different }]);
    expect((await client.query('SELECT count(*)::int FROM categories')).rows).toEqual([
      { count: 10 },
    ]);
    await client.end();
    await Promise.all(processes.map((each) => each.stop()));
    await database.drop();
  }, 60_000);
});
