import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printed } from './debian.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

export interface Version {
  name: string;
  /** The packed site. */
  folder: string;
}

/** A released version, and the commit or tag it was made from. */
export interface Release {
  name: string;
  commit: string;
}

/** Returns this version, built and packed into a folder that every user may read. */
export async function packed(folder: string): Promise<Version> {
  await printed(process.execPath, [join(scripts, 'pack.mjs'), folder], process.env, 'pack.mjs');
  return { name: 'today', folder };
}

/**
 * Finds the tag of each released version, the oldest first. Without a tag it is the commit that
 * raised the number; the first number was there from the start, so it is the last that has it.
 */
export function releasedVersions(): Release[] {
  const [, ...raises] = git(
    'log',
    '--reverse',
    '--format=%H',
    '-G"version":',
    '--',
    'package.json',
  );
  const [second] = raises;
  if (!second) return [];
  return [`${second}^`, ...raises]
    .map((commit) => ({ name: versionAt(commit), commit }))
    .filter(({ name }) => name !== versionAt('HEAD'))
    .map(({ name, commit }) => ({ name, commit: tagOf(name) ?? commit }));
}

const tagOf = (name: string) => git('tag', '--list', `v${name}`)[0];

const versionAt = (commit: string) =>
  (JSON.parse(git('show', `${commit}:package.json`).join('\n')) as { version: string }).version;

/** Packs a version with the packages of its own lockfile; kept between runs. */
export async function packedRelease(
  { commit, name }: Release,
  say: (line: string) => void,
): Promise<Version> {
  const [hash = ''] = git('rev-parse', `${commit}^{commit}`);
  const folder = join(tmpdir(), `villagehall-version-${hash.slice(0, 12)}`);
  if (existsSync(folder)) return { name, folder };
  say(`Building ${name} (${hash.slice(0, 7)}) with its own packages, once`);
  const making = `${folder}-making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making);
  const archive = `git -C "$1" archive "$2" | tar -x -C "$3" && cd "$3" && node scripts/pack.mjs packed`;
  await printed(
    'sh',
    ['-ec', archive, 'sh', root, hash, making],
    process.env,
    `pack.mjs of ${name}`,
  );
  renameSync(join(making, 'packed'), folder);
  rmSync(making, { recursive: true, force: true });
  return { name, folder };
}

export const mainOf = ({ folder }: Version) => join(folder, 'dist/main/main.js');
export const operateOf = ({ folder }: Version) => join(folder, 'dist/main/operate.js');

function git(...args: string[]): string[] {
  const { stdout, status } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
