import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Release {
  tarOf: (folder: string, options: { top: string; date: number }) => Buffer;
  upgradeNotes: (changelog: string, version: string) => string;
  foldersNeededBy: (names: string[], lock: object) => string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const load = async (name: string) =>
  (await import(new URL(`../../scripts/${name}.mjs`, import.meta.url).href)) as Release;

describe('the archive', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'villagehall-archive-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const archive = async () => {
    const { tarOf } = await load('release/archive');
    return tarOf(join(folder, 'site'), { top: 'site-1', date: 1_790_000_000 });
  };

  test('is read by tar, with long names, one owner, one mode and one date', async () => {
    const deep = 'a folder with a name of forty letters, so/'.repeat(3);
    mkdirSync(join(folder, 'site', deep), { recursive: true });
    writeFileSync(join(folder, 'site', deep, 'ä.txt'), 'deep', { mode: 0o600 });
    writeFileSync(join(folder, 'site', 'b.js'), 'x'.repeat(513), { mode: 0o755 });
    writeFileSync(join(folder, 'site.tar'), await archive());
    const tar = (...args: string[]) =>
      execFileSync('tar', args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC' },
      });

    const lines = tar('-tvf', 'site.tar', '--quoting-style=literal').trim().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line).toMatch(/^(?:drwxr-xr-x|-rw-r--r--) 0\/0 +\d+ 2026-09-21 14:13 site-1\//);
    }
    tar('-xf', 'site.tar');
    expect(readFileSync(join(folder, 'site-1', deep, 'ä.txt'), 'utf8')).toBe('deep');
    expect(readFileSync(join(folder, 'site-1', 'b.js'), 'utf8')).toHaveLength(513);
  });

  test('is refused for a path that it has no room for', async () => {
    mkdirSync(join(folder, 'site'));
    writeFileSync(join(folder, 'site', 'n'.repeat(101)), '');
    await expect(archive()).rejects.toThrow('A tar has no room for the path site-1/nnn');
  });
});

describe('the notes for an upgrade', () => {
  test('are what this version has for operators', async () => {
    const { upgradeNotes } = await load('release/upgrade-notes');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const notes = upgradeNotes(read('CHANGELOG.md'), version);
    expect(notes).toMatch(new RegExp(`^# Upgrading to Villagehall ${version}\n\n- `));
    expect(notes).not.toContain('###');
  });

  test('are refused for a version that the changelog lacks', async () => {
    const { upgradeNotes } = await load('release/upgrade-notes');
    expect(() => upgradeNotes('## Unreleased\n', '9.9.9')).toThrow("has no '## 9.9.9'");
    expect(() => upgradeNotes('## 9.9.9 – 2030-01-01\n', '9.9.9')).toThrow(
      "no '### For operators'",
    );
  });
});

test('a package comes from the folder that Node would take it from', async () => {
  const { foldersNeededBy } = await load('supply/lockfile');
  const packages = {
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { absent: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': { dependencies: { a: '1' } },
  };
  expect(foldersNeededBy(['a'], { packages })).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
});

test('each version of the changelog before this one has a backup to upgrade from', () => {
  const versions = Array.from(read('CHANGELOG.md').matchAll(/^## (\d\S*)/gm), ([, one]) => one);
  const backups = readdirSync(new URL('released', import.meta.url)).map((name) =>
    name.replace('.backup', ''),
  );
  expect(backups).toEqual(expect.arrayContaining(versions.slice(1)));
});

describe('the workflow of a release', () => {
  interface Job {
    permissions?: Record<string, string>;
    steps: { uses?: string; run?: string }[];
  }
  const workflow = parse(read('.github/workflows/release.yml')) as {
    permissions: object;
    jobs: Record<string, Job>;
  };

  test('names each action by its commit', () => {
    const actions = Object.values(workflow.jobs).flatMap(({ steps }) =>
      steps.flatMap(({ uses }) => uses ?? []),
    );
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40}$/);
  });

  test('lets only the job that runs no code of ours write', () => {
    expect(workflow.permissions).toEqual({});
    for (const { permissions, steps } of Object.values(workflow.jobs)) {
      if (!Object.values(permissions ?? {}).includes('write')) continue;
      expect(steps.filter(({ run }) => run && /npm|node|\.ci/.test(run))).toEqual([]);
    }
  });
});
