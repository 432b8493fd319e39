import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepEngineCompiled } from '#tests/support/engine-program.ts';
import { openEmbeddedEngine } from './engine.ts';

const time = { timeout: 120_000 };
const isWindows = process.platform === 'win32';
let root: string;

beforeAll(async () => {
  await keepEngineCompiled();
  root = mkdtempSync(join(tmpdir(), 'embedded-privacy-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const below = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The paths that users other than the owner can read, write or enter. */
const openToOthers = (folder: string) =>
  ['.', ...below(folder)].filter((name) => (modeOf(join(folder, name)) & 0o077) !== 0);

describe.skipIf(isWindows)('a data folder open to other users', () => {
  test('is closed, with everything from the site and nothing else', time, async () => {
    const folder = join(root, 'open');
    const first = await openEmbeddedEngine(folder);
    await first.close();
    for (const name of ['.', ...below(folder)]) {
      const path = join(folder, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
    }
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'of somebody else');
    chmodSync(notes, 0o644);
    const second = await openEmbeddedEngine(folder);
    expect(openToOthers(folder)).toEqual(['notes.txt']);
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(join(folder, 'postgres', 'PG_VERSION'))).toBe(0o600);
    await second.close();
  });

  // Root may change anyone's files.
  test.skipIf(process.getuid?.() === 0)('is refused if it belongs to somebody else', async () => {
    await expect(openEmbeddedEngine('/tmp')).rejects.toThrow(
      '/tmp is open to others and belongs to another user: ' +
        'give /tmp to the user the site runs as, or choose a new folder inside it.',
    );
    expect(readdirSync('/tmp')).not.toContain('engine.json');
  });
});
