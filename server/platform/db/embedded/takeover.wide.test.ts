import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LockedFolder, kill, line } from '#tests/support/locked-folder.ts';
import { openEmbeddedEngine } from './engine.ts';

const time = { timeout: 60_000 };
const folder = new LockedFolder();

test('one of two simultaneous starts gets a new folder', time, async () => {
  const starts = [folder.startHolder(), folder.startHolder()];
  const outcomes = await Promise.all(
    starts.map(({ lines }) => line(lines, /^(?:open|refused.*in use)/)),
  );
  expect(outcomes.filter((outcome) => outcome.startsWith('open'))).toHaveLength(1);
});

test('one of two simultaneous starts takes over from a dead process', time, async () => {
  folder.fill();
  const first = folder.startHolder();
  await line(first.lines, /^open/);
  await kill(first.child);

  const outcomes = await Promise.all(
    [folder.startHolder(), folder.startHolder()].map(({ lines }) =>
      line(lines, /^(?:open|refused.*in use)/),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.startsWith('open'))).toHaveLength(1);
});

test('a first start killed midway starts again', time, async () => {
  const holder = folder.startHolder();
  await entryAppears(folder.path, 'postgres.new-');
  await kill(holder.child);
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
  mkdirSync(join(folder.path, 'postgres.new', 'base'), { recursive: true });

  const engine = await openEmbeddedEngine(folder.path);
  expect(entries(folder.path, 'postgres.new')).toEqual([]);
  await engine.close();
});

const entries = (path: string, beginning: string) =>
  readdirSync(path).filter((name) => name.startsWith(beginning));

async function entryAppears(path: string, beginning: string): Promise<void> {
  const watcher = watch(path);
  while (entries(path, beginning).length === 0) await once(watcher, 'change');
  watcher.close();
}
