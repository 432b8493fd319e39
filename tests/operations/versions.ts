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

/** Returns this version, built and packed into a folder that every user may read. */
export async function packed(folder: string): Promise<Version> {
  await printed(process.execPath, [join(scripts, 'pack.mjs'), folder], process.env, 'pack.mjs');
  return { name: 'today', folder };
}

/** Finds the first version's commit in the history, or the reason that it is missing. */
export function firstVersion(): { commit: string; name: string } | { hindrance: string } {
  const [tag] = git('tag', '--sort=creatordate', '--list', 'v[0-9]*');
  if (tag) return { commit: tag, name: tag };
  // Without tags it is the last commit before the version was raised for the first time.
  const raised = git('log', '--reverse', '--format=%H', '-G"version":', '--', 'package.json');
  const [, second] = raised;
  if (!second) return { hindrance: 'the history of this clone knows no version before' };
  const [text] = git(
    'grep',
    '-h',
    '--max-count=1',
    '"version":',
    `${second}^`,
    '--',
    'package.json',
  );
  return { commit: `${second}^`, name: /"(\d[^"]*)"/.exec(text ?? '')?.[1] ?? second };
}

/** Packs it with the packages of its own lockfile; kept between runs. */
export async function packedFirst(say: (line: string) => void): Promise<Version> {
  const found = firstVersion();
  if ('hindrance' in found) throw new Error(found.hindrance);
  const { commit, name } = found;
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
