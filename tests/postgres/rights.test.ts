import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase, SetupError } from '#platform/db/database.ts';
import { databaseUrl } from '#tests/support/database.ts';
import { startTestPostgres } from './server.ts';

/**
 * Returns the site's error at its start on a database that `prepare` made, for a user who is no
 * administrator.
 */
async function refusal(prepare: (administrator: pg.Client) => Promise<unknown>): Promise<unknown> {
  const server = await startTestPostgres();
  const administrator = new pg.Client(server.url);
  await administrator.connect();
  try {
    await administrator.query(`CREATE ROLE plain LOGIN PASSWORD 'plain'`);
    await administrator.query('CREATE DATABASE strict');
    const inside = new pg.Client(databaseUrl(server.url, 'strict'));
    await inside.connect();
    await prepare(inside);
    await inside.end();
    const url = new URL(databaseUrl(server.url, 'strict'));
    [url.username, url.password] = ['plain', 'plain'];
    return await openDatabase({ databaseUrl: url.href, dataDir: '' }).then(
      (opened) => opened.close(),
      (error: unknown) => error,
    );
  } finally {
    await administrator.query('DROP DATABASE IF EXISTS strict WITH (FORCE)');
    await administrator.query('DROP ROLE IF EXISTS plain');
    await administrator.end();
    await server.stop();
  }
}

const oneLine = /^[^\n]+$/;

test(
  'a start as a user without the right to create explains so in one line',
  { timeout: 60_000 },
  async () => {
    const error = await refusal(async () => {});
    expect(error).toBeInstanceOf(SetupError);
    expect(String(error)).toMatch(oneLine);
    expect(String(error)).toContain(
      "its user may not set up the tables (permission denied for database strict); make that user the database's owner",
    );
  },
);

/** Answers like a server without the extension's files. */
const withoutExtension = `
  CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'extension "pg_trgm" is not available' USING ERRCODE = '0A000';
  END $$;
  CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION')
    EXECUTE FUNCTION refuse();
  ALTER DATABASE strict OWNER TO plain;`;

test('a start without the extension names it in one line', { timeout: 60_000 }, async () => {
  const error = await refusal((inside) => inside.query(withoutExtension));
  expect(error).toBeInstanceOf(SetupError);
  expect(String(error)).toMatch(oneLine);
  expect(String(error)).toContain('the extension pg_trgm, which searching needs');
  expect(String(error)).toContain('run CREATE EXTENSION pg_trgm in this database');
});
