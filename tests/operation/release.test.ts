import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Release {
  upgradeNotes: (changelog: string, version: string) => string;
  foldersNeededBy: (names: string[], lock: object) => string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const load = async (name: string) =>
  (await import(new URL(`../../scripts/${name}.mjs`, import.meta.url).href)) as Release;

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
