import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { dump } from '#platform/db/transfer/dump.ts';
import { folderOfFile, serverOfFile } from '#tests/support/of-file.ts';
import { freshDatabase } from './support.ts';

/** MOVE_ROWS=100000 makes it the size of a large town. */
const rows = Number(process.env['MOVE_ROWS'] ?? 9_000);
const time = { timeout: 300_000 };
const script = fileURLToPath(new URL('../../dist/main/operate.js', import.meta.url));

const dataDir = folderOfFile();
const target = await freshDatabase((await serverOfFile()).url);
let source: string[];

/** A third of the rows are people, a third memberships, a third comments. */
const content = `
  INSERT INTO users (id, email, first_name)
    SELECT gen_random_uuid()::text, n || '@example.org', 'Member ' || n FROM generate_series(1, $1::int) n;
  INSERT INTO groups (name, description, category_id, group_type, charge_for_events, status)
    VALUES ('Everybody', 'All who are here', 1, 'socialActivities', 'free', 'approved');
  INSERT INTO memberships (group_id, user_id, status) SELECT groups.id, users.id, 'approved' FROM groups, users;
  INSERT INTO events (group_id, category_id, title, description, location, start_time, end_time)
    SELECT id, 1, 'Fête', 'All come', 'The green', now(), now() + interval '1 hour' FROM groups;
  INSERT INTO comments (event_id, user_id, content)
    SELECT events.id, users.id, E'It''s "fine"\\n' || users.email FROM events, users`;

beforeAll(async () => {
  const { db, close } = await openDatabase({ dataDir });
  await db.$client.query(content.replace('$1', String(Math.ceil(rows / 3))));
  const client = await db.$client.connect();
  source = await linesOf(client);
  client.release();
  await close();
}, 120_000);

function startMove(...more: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), DATA_DIR: dataDir };
  const args = [script, 'move', '--to', target.url, ...more];
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function linesOf(client: pg.ClientBase): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of dump(client)) parts.push(part);
  return parts;
}

/** Runs a move to its end, or kills it at the first line that matches `until`. */
async function moveOn(until?: RegExp): Promise<{ lines: string[]; code: number | null }> {
  const child = startMove();
  const ended = once(child, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr ?? process.stdin })) {
    lines.push(line);
    if (until?.test(line)) child.kill('SIGKILL');
  }
  const [code] = (await ended) as [number | null];
  return { lines, code };
}

async function onTarget<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(target.url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('a move from the embedded database to PostgreSQL', () => {
  test('killed twice on the way continues, and is exact', time, async () => {
    const first = await moveOn(/^comments: [1-9]\d* of/);
    expect(first.code).toBeNull();
    await expect(openDatabase({ databaseUrl: target.url, dataDir: '' })).rejects.toThrow(
      'a move into this database is not finished: run `npm run move` again',
    );
    const second = await moveOn(/^(memberships|users): \d+ of/);
    expect(second.code).toBeNull();
    const last = await moveOn();
    expect(last.code).toBe(0);
    const [, resumed] =
      /^(\d+) rows had already been copied/.exec(
        last.lines.find((line) => line.includes('already')) ?? '',
      ) ?? [];
    expect(Number(resumed)).toBeGreaterThan(rows / 3);
    expect(await onTarget(linesOf)).toEqual(source);
  });

  test('leaves a database on which the site starts, with working sequences', time, async () => {
    const { db, close } = await openDatabase({ databaseUrl: target.url, dataDir: '' });
    const { rows: made } = await db.$client.query<{ id: number }>(
      `INSERT INTO comments (event_id, content) SELECT id, 'next' FROM events RETURNING id`,
    );
    expect(made).toEqual([{ id: Math.ceil(rows / 3) + 1 }]);
    await expect(db.$client.query('DELETE FROM audit_log')).rejects.toThrow('only takes new rows');
    await close();
  });

  test('refuses a database that has members', time, async () => {
    const { lines, code } = await moveOn();
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/holds \d+ members and 1 groups already/)]);
  });
});
