import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { keepEngineCompiled } from '#tests/support/engine-program.ts';
import { PipelinedPool } from '../fast/pipelined-pool.ts';
import { type EmbeddedEngine, EmbeddedEngineError, openEmbeddedEngine } from './engine.ts';
import { engineMajor } from './folder.ts';

const time = { timeout: 30_000 };
const template = inject('folders').empty;
let root: string;
let dataDir: string;
let engine: EmbeddedEngine;
let pool: pg.Pool;
let folders = 0;

beforeAll(async () => {
  await keepEngineCompiled();
  root = mkdtempSync(join(tmpdir(), 'embedded-engine-'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOfTemplate(): string {
  folders += 1;
  const copy = join(root, `data-${folders}`);
  cpSync(template, copy, { recursive: true });
  return copy;
}

async function open(): Promise<void> {
  engine = await openEmbeddedEngine(dataDir);
  connect();
}

function connect(more?: pg.PoolConfig): void {
  pool = new pg.Pool({ ...engine.connection, ...more, max: 1 });
  pool.on('error', () => undefined);
}

async function close(): Promise<void> {
  await pool.end();
  await engine.close();
}

describe('through a pool of one connection', () => {
  beforeAll(async () => {
    dataDir = copyOfTemplate();
    engine = await openEmbeddedEngine(dataDir);
  });
  beforeEach(async () => {
    connect();
    await pool.query('CREATE TABLE entry (id integer PRIMARY KEY, text text)');
  });
  afterEach(async () => {
    await pool.query('DROP TABLE entry');
    await pool.end();
  });
  afterAll(() => engine.close());

  test('each commit is synced', time, async () => {
    const before = await engine.syncs();
    for (let id = 0; id < 100; id++) await pool.query('INSERT INTO entry VALUES ($1)', [id]);
    expect((await engine.syncs()) - before).toBeGreaterThanOrEqual(100);
  });

  test('the settings for durable commits are on', time, async () => {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN
       ('fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'wal_init_zero')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      wal_sync_method: 'fsync',
      wal_init_zero: 'on',
    });
  });

  test('rows outlast the engine, and a clean close leaves nothing to recover', time, async () => {
    await pool.query(`INSERT INTO entry VALUES (1, 'kept')`);
    await close();
    await open();
    // Recovery syncs every file of the database first.
    expect(await engine.syncs()).toBeLessThan(50);
    const { rows } = await pool.query('SELECT text FROM entry');
    expect(rows).toEqual([{ text: 'kept' }]);
  });

  test('large values and results arrive complete', time, async () => {
    const text = 'ä'.repeat(5_000_000);
    await pool.query('INSERT INTO entry VALUES (1, $1)', [text]);
    const { rows } = await pool.query<{ text: string }>('SELECT text FROM entry');
    expect(rows[0]?.text === text).toBe(true);

    const many = await pool.query(`SELECT g, repeat('x', 100) FROM generate_series(1, 200000) g`);
    expect(many.rows).toHaveLength(200_000);
  });

  test('many quick queries each get their own answer', time, async () => {
    const named = { name: 'echo', text: 'SELECT $1::int AS n' };
    const answers = await Promise.all(
      Array.from({ length: 3000 }, (_, n) => pool.query<{ n: number }>({ ...named, values: [n] })),
    );
    expect(answers.every(({ rows }, n) => rows[0]?.n === n)).toBe(true);
  });

  test('an answer arrives before later queries are done', time, async () => {
    await pool.end();
    const shared: pg.Pool = new PipelinedPool({ ...engine.connection, max: 1 });
    let isSlowDone = false;
    const quick = Array.from({ length: 4 }, () => shared.query({ name: 'one', text: 'SELECT 1' }));
    const slow = shared.query({ name: 'slow', text: 'SELECT pg_sleep(0.5)' }).then(() => {
      isSlowDone = true;
    });
    await Promise.all(quick);
    // By now the client has processed everything from the same write.
    await setImmediate();
    expect(isSlowDone).toBe(false);
    await slow;
    await shared.end();
    connect();
  });

  test('errors leave the connection usable', time, async () => {
    const named = { name: 'add', text: 'INSERT INTO entry VALUES ($1)' };
    await pool.query({ ...named, values: [1] });
    await expect(pool.query({ ...named, values: [1] })).rejects.toMatchObject({ code: '23505' });
    await expect(pool.query('SELEC 1')).rejects.toMatchObject({ code: '42601' });
    await expect(pool.query('SELEC $1', [1])).rejects.toMatchObject({ code: '42601' });
    await expect(pool.query({ ...named, values: ['x'] })).rejects.toMatchObject({ code: '22P02' });
    await pool.query({ ...named, values: [2] });
  });

  test('a unique violation inside a transaction aborts that transaction only', time, async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO entry VALUES (1)');
    await expect(client.query('INSERT INTO entry VALUES (1)')).rejects.toMatchObject({
      code: '23505',
    });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    client.release();
    expect((await pool.query('SELECT * FROM entry')).rows).toEqual([]);
  });

  test('a client lost in a transaction is rolled back and the next one served', time, async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO entry VALUES (1)');
    client.release(true);
    expect((await pool.query('SELECT * FROM entry')).rows).toEqual([]);
    await pool.query('INSERT INTO entry VALUES (1)');
  });

  describe("a statement beyond its session's deadline", () => {
    const forMinutes = 'SELECT count(*) FROM generate_series(1, 1000000000)';
    const cancelled = { code: '57014' };

    beforeEach(async () => {
      await pool.end();
      connect({ statement_timeout: 500 });
    });

    test('ends, those behind it are served, and nothing written is lost', time, async () => {
      await pool.query(`INSERT INTO entry VALUES (1, 'kept')`);
      const [long, behind] = [pool.query(forMinutes), pool.query('SELECT text FROM entry')];
      await expect(long).rejects.toMatchObject(cancelled);
      expect((await behind).rows).toEqual([{ text: 'kept' }]);
      await pool.query(`INSERT INTO entry VALUES (2, 'later')`);
      expect((await pool.query('SELECT id FROM entry')).rows).toEqual([{ id: 1 }, { id: 2 }]);
    });

    test('ends its transaction, and no other', time, async () => {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query('INSERT INTO entry VALUES (1)');
      const write = 'INSERT INTO entry SELECT g FROM generate_series(2, 1000000000) g';
      await expect(client.query(write)).rejects.toMatchObject(cancelled);
      await client.query('ROLLBACK');
      client.release();
      expect((await pool.query('SELECT id FROM entry')).rows).toEqual([]);
    });

    test('ends each time, sent along with others', time, async () => {
      await pool.end();
      const shared: pg.Pool = new PipelinedPool({
        ...engine.connection,
        max: 1,
        statement_timeout: 500,
      });
      const sent = [forMinutes, 'SELECT 1', forMinutes, 'SELECT 2'].map((text, at) =>
        shared.query({ name: `statement-${at}`, text }),
      );
      const outcomes = (await Promise.allSettled(sent)).map(({ status }) => status);
      expect(outcomes).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
      await shared.end();
      connect();
    });

    test('takes its time in a session without one', time, async () => {
      await pool.end();
      connect();
      const { rows } = await pool.query('SELECT count(*)::int FROM generate_series(1, 5000000)');
      expect(rows).toEqual([{ count: 5_000_000 }]);
    });
  });

  test('a new client inherits nothing from the one before', time, async () => {
    const named = { name: 'same', text: 'SELECT $1::int' };
    const client = await pool.connect();
    await client.query({ ...named, values: [1] });
    await client.query(`SET search_path = pg_catalog; SELECT pg_advisory_lock(7)`);
    await client.query('CREATE TEMP TABLE scratch ()');
    client.release(true);

    await pool.query({ ...named, values: [2] });
    const { rows } = await pool.query(`SELECT current_setting('search_path') AS path,
      to_regclass('scratch') AS scratch, (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`);
    expect(rows).toEqual([{ path: 'public', scratch: null, locks: 0 }]);
  });

  test('trigram indexes serve ILIKE', time, async () => {
    await pool.query('CREATE EXTENSION pg_trgm');
    await pool.query('CREATE INDEX entry_text ON entry USING gin (text gin_trgm_ops)');
    await pool.query(
      `INSERT INTO entry SELECT g, 'Village fête ' || g FROM generate_series(1, 5000) g`,
    );
    await pool.query('SET enable_seqscan = off');
    const search = `SELECT id FROM entry WHERE text ILIKE '%FÊTE 4711%'`;
    expect((await pool.query(search)).rows).toEqual([{ id: 4711 }]);
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${search}`);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('entry_text');
  });

  test("the socket is in its user's folder, and needs the password", time, async () => {
    expect(statSync(engine.connection.host).mode & 0o777).toBe(0o700);
    const stranger = new pg.Client({ ...engine.connection, password: 'guess' });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
    const { host } = engine.connection;
    await pool.end();
    await engine.close();
    expect(existsSync(host)).toBe(false);
    await open();
  });

  test("the same process can't open it twice", time, async () => {
    await expect(openEmbeddedEngine(dataDir)).rejects.toThrow(
      `is in use by process ${process.pid}`,
    );
    await pool.query('SELECT 1');
  });

  test('a broken engine is reported, and opens again', time, async () => {
    await pool.query(`INSERT INTO entry VALUES (1, 'kept')`);
    const [failure] = await Promise.all([
      engine.failed,
      expect(pool.query('COPY entry FROM STDIN')).rejects.toThrow(),
    ]);
    expect(failure.message).toMatch(/^The embedded database stopped: /);
    await close();
    await open();
    expect((await pool.query('SELECT text FROM entry')).rows).toEqual([{ text: 'kept' }]);
  });

  test('an unlogged table that lost its mark in a power cut starts empty', time, async () => {
    await pool.query('CREATE UNLOGGED TABLE scratch (id integer)');
    await pool.query('INSERT INTO scratch VALUES (1)');
    const { rows } = await pool.query<{ file: string }>(
      `SELECT pg_relation_filepath('scratch') AS file`,
    );
    const left = join(root, 'left-by-a-power-cut');
    cpSync(join(dataDir, 'postgres'), join(left, 'postgres'), { recursive: true });
    rmSync(join(left, 'postgres', `${rows[0]?.file}_init`));
    await close();
    dataDir = left;
    await open();
    expect((await pool.query('SELECT id FROM scratch')).rows).toEqual([]);
  });
});

describe('an unusable folder', () => {
  test("records PGlite's version", time, async () => {
    const text = readFileSync(join(template, 'engine.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ postgresMajor: engineMajor });
    const version = readFileSync(join(template, 'postgres', 'PG_VERSION'), 'utf8');
    expect(version.trim()).toBe(engineMajor);
  });

  test('of another version explains how to convert it', time, async () => {
    const folder = copyOfTemplate();
    writeFileSync(join(folder, 'engine.json'), '{"postgresMajor":"17"}');
    await expect(openEmbeddedEngine(folder)).rejects.toThrow(
      /was made by PostgreSQL 17 .*`npm run move`/,
    );
  });

  test('with damaged files is refused, and left unlocked', time, async () => {
    const folder = copyOfTemplate();
    writeFileSync(join(folder, 'postgres', 'global', 'pg_control'), Buffer.alloc(8192));
    for (let attempt = 0; attempt < 2; attempt++) {
      const refusal = openEmbeddedEngine(folder);
      await expect(refusal).rejects.toBeInstanceOf(EmbeddedEngineError);
      await expect(refusal).rejects.toThrow(/cannot be opened \(.+\): restore it from a backup\.$/);
    }
  });

  test('with missing files is not initialised again', time, async () => {
    const folder = copyOfTemplate();
    rmSync(join(folder, 'postgres'), { recursive: true });
    await expect(openEmbeddedEngine(folder)).rejects.toThrow('has lost its database files');
  });

  test.each(['engine.json', 'nothing else'])(
    'without PG_VERSION and %s is not initialised over its content',
    time,
    async (also) => {
      const folder = copyOfTemplate();
      rmSync(join(folder, also), { force: true });
      rmSync(join(folder, 'postgres', 'PG_VERSION'));
      await expect(openEmbeddedEngine(folder)).rejects.toThrow('has lost its database files');
      expect(existsSync(join(folder, 'postgres', 'global', 'pg_control'))).toBe(true);
    },
  );

  test('of a PostgreSQL server is left alone', time, async () => {
    const folder = join(copyOfTemplate(), 'postgres');
    await expect(openEmbeddedEngine(folder)).rejects.toThrow('the files of a PostgreSQL server');
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  });

  test('without write permission is named', time, async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    await expect(openEmbeddedEngine(join(file, 'data'))).rejects.toThrow(
      `The data folder ${join(file, 'data')} cannot be written`,
    );
  });
});
