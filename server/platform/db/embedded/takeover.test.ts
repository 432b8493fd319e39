import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { LockedFolder, kill, line } from '#tests/support/locked-folder.ts';
import { openEmbeddedEngine } from './engine.ts';

const time = { timeout: 60_000 };
const folder = new LockedFolder();

test('a second process is refused in one sentence with the folder and the pid', time, async () => {
  folder.fill();
  const holder = folder.startHolder();
  expect(await line(holder.lines, /^committed 3$/)).toBeTruthy();

  await expect(openEmbeddedEngine(folder.path)).rejects.toThrow(
    `The data folder ${folder.path} is in use by process ${holder.child.pid}: stop that first, or choose another folder.`,
  );
});

test('after kill -9 the folder is taken over with every committed row', time, async () => {
  folder.fill();
  const holder = folder.startHolder();
  const [, socketFolder = ''] = (await line(holder.lines, /^open/)).split(' ');
  await line(holder.lines, /^committed 100$/);
  const [, last] = (await line(holder.lines, /^committed/)).split(' ');
  await kill(holder.child);

  const engine = await openEmbeddedEngine(folder.path);
  const pool = new pg.Pool({ ...engine.connection, max: 1 });
  const { rows } = await pool.query('SELECT count(*)::int, max(id) FROM entry');
  expect(rows[0].count).toBe(rows[0].max);
  expect(rows[0].max).toBeGreaterThanOrEqual(Number(last));
  expect(existsSync(socketFolder)).toBe(false);
  await pool.end();
  await engine.close();
});

test('another process with the same pid does not lock the folder', time, async () => {
  folder.fill();
  const holder = { pid: process.pid, host: hostname(), socketFolder: null };
  writeFileSync(join(folder.path, 'lock.json'), JSON.stringify(holder));
  writeFileSync(join(folder.path, 'lock'), '');

  const engine = await openEmbeddedEngine(folder.path);
  await engine.close();
});
