import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { queryMessage, startupMessage, typedMessage } from './messages.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { query } from './query.ts';
import { startWireServer, type WireServer } from './server.ts';
import { tidyTables } from './upkeep.ts';

const password = 'secret';
const mustNotFail = (reason: unknown) => expect.unreachable(String(reason));
let folder: string;
let postgres: Postgres;
let onTrouble: (code: string) => void = mustNotFail;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-server-'));
  cpSync(join(inject('folders').empty, 'postgres'), folder, { recursive: true });
  postgres = await openPostgres(folder, {
    fsync: () => undefined,
    onEnd: mustNotFail,
    onTrouble: (code) => onTrouble(code),
  });
}, 60_000);

afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the wire server', () => {
  let server: WireServer;

  beforeEach(async () => {
    await query(postgres, 'CREATE TABLE entry (id integer PRIMARY KEY, text text)');
    server = await startWireServer(postgres, {
      listen: { host: '127.0.0.1', port: 0 },
      password,
      onFailure: mustNotFail,
      patienceMs: 50,
    });
  });

  afterEach(async () => {
    await server.close();
    await query(postgres, 'DROP TABLE entry');
  });

  const settings = () => ({
    host: '127.0.0.1',
    port: server.port ?? 0,
    user: 'postgres',
    database: 'postgres',
    password,
  });

  test('refuses a second connection while the first lasts', async () => {
    const first = new pg.Client(settings());
    await first.connect();
    await expect(new pg.Client(settings()).connect()).rejects.toMatchObject({ code: '53300' });
    await first.query('SELECT 1');
    await first.end();

    const next = new pg.Client(settings());
    await next.connect();
    await next.end();
  });

  test('ignores an incomplete request', async () => {
    const socket = await signedIn();
    const insert = 'INSERT INTO entry VALUES (1)';
    socket.write(
      Buffer.concat([
        typedMessage('P', Buffer.from(`\0${insert}\0\0\0`)),
        typedMessage('B', Buffer.alloc(8)),
        typedMessage('E', Buffer.alloc(5)),
      ]),
    );
    socket.end();
    await once(socket, 'close');

    const client = new pg.Client(settings());
    await client.connect();
    expect((await client.query('SELECT * FROM entry')).rows).toEqual([]);
    await client.end();
  });

  test('answers requests in one packet or byte by byte', async () => {
    const socket = await signedIn();
    const requests = Buffer.concat([queryMessage('SELECT 11'), queryMessage('SELECT 22')]);
    socket.write(requests);
    for (const byte of requests) socket.write(Uint8Array.of(byte));
    socket.write(typedMessage('X', new Uint8Array()));
    let answer = '';
    for await (const chunk of socket.setEncoding('latin1')) answer += String(chunk);
    expect(answer.match(/11|22/g)).toEqual(['11', '22', '11', '22']);
  });

  test('hangs up on another protocol', async () => {
    const socket = connect({ host: '127.0.0.1', port: server.port ?? 0 });
    socket.write('GET / HTTP/1.1\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
  });

  test('declines encryption, and continues', async () => {
    const socket = connect({ host: '127.0.0.1', port: server.port ?? 0 });
    socket.write(Buffer.from('0000000804d2162f', 'hex'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toBe('N');
    socket.destroy();
  });

  async function signedIn(): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: server.port ?? 0 });
    socket.write(Buffer.concat([startupMessage, typedMessage('p', Buffer.from(`${password}\0`))]));
    await once(socket, 'data');
    return socket;
  }
});

describe('upkeep', () => {
  test('checkpoints once the log has grown, so that it stays small', async () => {
    await query(
      postgres,
      `CREATE TABLE load AS SELECT repeat('x', 1000) FROM generate_series(1, 40000)`,
    );
    const [[grown] = []] = await query(postgres, 'SELECT pg_current_wal_lsn()');
    const isBehind = `SELECT redo_lsn < '${grown}' FROM pg_control_checkpoint()`;
    expect(await query(postgres, isBehind)).toEqual([['t']]);
    await tidyTables(postgres, Infinity);
    expect(await query(postgres, isBehind)).toEqual([['f']]);
    const segments = readdirSync(join(folder, 'pg_wal')).filter((name) => name.length === 24);
    expect(segments.length * 16).toBeLessThan(260);
    await query(postgres, 'DROP TABLE load');
  });

  test('vacuums and analyses changed tables', async () => {
    await query(postgres, 'CREATE TABLE churn (id integer)');
    await query(postgres, 'INSERT INTO churn SELECT generate_series(1, 1000)');
    await query(postgres, 'DELETE FROM churn WHERE id > 500');
    await tidyTables(postgres, Infinity);
    const figures = await query(
      postgres,
      `SELECT n_dead_tup, vacuum_count, analyze_count, reltuples
       FROM pg_stat_user_tables stat JOIN pg_class ON pg_class.oid = stat.relid
       WHERE stat.relname = 'churn'`,
    );
    expect(figures).toEqual([['0', '1', '1', '500']]);
    await query(postgres, 'DROP TABLE churn');
  });

  test('skips a table that a full disk refuses, and continues with the others', async () => {
    const codes: string[] = [];
    onTrouble = (code) => codes.push(code);
    // ANALYZE evaluates the index expression for each sampled row.
    await query(
      postgres,
      `CREATE FUNCTION room(integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
         IF current_setting('disk.full', true) = 'yes' THEN
           RAISE 'No space left on device' USING ERRCODE = '53100';
         END IF;
         RETURN $1;
       END $$`,
    );
    for (const table of ['full_disk', 'churn']) {
      await query(postgres, `CREATE TABLE ${table} (id integer)`);
      await query(postgres, `INSERT INTO ${table} SELECT generate_series(1, 1000)`);
    }
    await query(postgres, 'CREATE INDEX ON full_disk (room(id))');
    await query(postgres, 'DELETE FROM full_disk WHERE id > 100');
    await query(postgres, 'DELETE FROM churn WHERE id > 500');
    await query(postgres, `SELECT set_config('disk.full', 'yes', false)`);
    await tidyTables(postgres, Infinity);
    expect(codes).toEqual(['53100']);
    const analysed = `SELECT relname, analyze_count FROM pg_stat_user_tables
      WHERE relname IN ('full_disk', 'churn') ORDER BY relname`;
    expect(await query(postgres, analysed)).toEqual([
      ['churn', '1'],
      ['full_disk', '0'],
    ]);
    await query(postgres, `SELECT set_config('disk.full', 'no', false)`);
    for (const table of ['full_disk', 'churn']) await query(postgres, `DROP TABLE ${table}`);
    onTrouble = mustNotFail;
  });

  test('waits for a transaction', async () => {
    await query(postgres, 'BEGIN');
    await tidyTables(postgres, Infinity);
    expect(postgres.inTransaction()).toBe(true);
    await query(postgres, 'ROLLBACK');
  });
});
