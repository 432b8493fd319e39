import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';
import { freshDatabase, type Store } from './support.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const notCopied = new Set([
  '.git',
  '.setup',
  'data',
  'dist',
  'node_modules',
  'release',
  'screens',
  'test-results',
]);

/** A machine and a person that make a release. */
interface Maker {
  folder: string;
  umask: string;
  timeZone: string;
  language: string;
  /** When the sources were written. */
  sourcesOf?: Date;
}

const makers: Maker[] = [
  { folder: 'here', umask: '022', timeZone: 'UTC', language: 'C.UTF-8' },
  {
    folder: 'in a longer folder',
    umask: '077',
    timeZone: 'Pacific/Auckland',
    language: 'tr_TR.UTF-8',
    sourcesOf: new Date('2001-02-03T04:05:06Z'),
  },
];

let work: string;
let unpacked: string;
let version: string;

beforeAll(async () => {
  // On the disk of the tree, so that the copies share the files of the packages.
  work = mkdtempSync(join(root, 'test-results', 'releases-'));
  unpacked = mkdtempSync(join(tmpdir(), 'villagehall-unpacked-'));
  ({ version } = readJson<{ version: string }>(join(root, 'package.json')));
  for (const maker of makers) await release(maker);
  await run('tar', ['-xzf', released(`villagehall-${version}.tar.gz`), '-C', unpacked]);
}, 400_000);

afterAll(() => {
  for (const folder of [work, unpacked]) rmSync(folder, { recursive: true, force: true });
});

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const resultsOf = ({ folder }: Maker) => join(work, folder, 'results');
const released = (name: string) => join(work, 'here', 'results', name);
const site = () => join(unpacked, `villagehall-${version}`);

/** Makes a release from a copy of the tree, as another person with another machine does. */
async function release(maker: Maker): Promise<void> {
  const home = join(work, maker.folder, 'home');
  const tree = join(work, maker.folder, 'tree');
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(root).filter((each) => !notCopied.has(each))) {
    cpSync(join(root, name), join(tree, name), { recursive: true });
  }
  if (maker.sourcesOf) redate(tree, maker.sourcesOf);
  await run('cp', ['-al', join(root, 'node_modules'), tree]);
  const command = `umask ${maker.umask} && exec "$@"`;
  const script = join(tree, 'scripts/release.mjs');
  await run('sh', ['-c', command, 'sh', process.execPath, script, resultsOf(maker)], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TZ: maker.timeZone,
      LANG: maker.language,
      SOURCE_DATE_EPOCH: '1790000000',
    },
  });
}

/** Gives all files another date. */
function redate(tree: string, date: Date): void {
  const names = readdirSync(tree, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of names) utimesSync(join(parentPath, name), date, date);
}

function sumsIn(folder: string): Record<string, string> {
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, sum(name)]));
}

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses: object[];
  properties: { value: string }[];
}

const components = () =>
  readJson<{ components: Component[] }>(released(`villagehall-${version}.cdx.json`)).components;

const nameOf = ({ name, version: own }: Pick<Component, 'name' | 'version'>) => `${name}@${own}`;

const isIn = (place: string) => (part: Component) =>
  part.properties.some(({ value }) => value === place);

/** Lists the folders of packages, nested ones too. */
function packageFolders(under: string): string[] {
  const modules = join(site(), under, 'node_modules');
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
  return names.flatMap((name) => {
    const folder = join(under, 'node_modules', name);
    return [folder, ...packageFolders(folder)];
  });
}

const canRelease = process.platform === 'linux' && process.arch === 'x64';

describe.runIf(canRelease)('a release', () => {
  test('is the same to the byte, wherever and by whomever it is made', () => {
    const [here, elsewhere] = makers.map((maker) => sumsIn(resultsOf(maker)));
    expect(Object.keys(here ?? {})).toEqual([
      'LICENCES.txt',
      'SHA256SUMS',
      'UPGRADING.md',
      `villagehall-${version}.cdx.json`,
      `villagehall-${version}.tar.gz`,
    ]);
    expect(elsewhere).toEqual(here);
  });

  test('has the sums of its files', async () => {
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: join(work, 'here', 'results'),
    });
    expect(stdout.trim().split('\n')).toHaveLength(4);
  });

  test('is a tar of one owner, one mode and one date', async () => {
    const archive = released(`villagehall-${version}.tar.gz`);
    const { stdout } = await run('tar', ['-tvzf', archive], {
      env: { ...process.env, TZ: 'UTC' },
      maxBuffer: 2 ** 24,
    });
    const lines = stdout.trim().split('\n');
    const usual = /^(?:drwxr-xr-x|-rw-r--r--) 0\/0 +\d+ 2026-09-21 14:13 villagehall-/;
    expect(lines.filter((line) => !usual.test(line))).toEqual([]);
  });

  test('lists exactly the packages that are in it', () => {
    const folders = packageFolders('');
    expect(folders.length).toBeGreaterThan(30);
    const listed = components().flatMap(({ properties }) => properties.map(({ value }) => value));
    expect(listed.filter((value) => value.startsWith('node_modules/')).toSorted()).toEqual(
      folders.toSorted(),
    );
    for (const folder of folders) {
      const own = readJson<Component>(join(site(), folder, 'package.json'));
      expect(components().filter(isIn(folder)).map(nameOf)).toEqual([nameOf(own)]);
    }
    expect(listed.filter((place) => !existsSync(join(site(), place)))).toEqual([]);
  });

  test('lists exactly the packages whose code was built in', () => {
    const lock = readJson<{ packages: Record<string, { version: string }> }>(
      join(root, 'package-lock.json'),
    );
    const built = readJson<string[]>(join(site(), 'dist/packages.json')).map(
      (folder) => `${folder.split('node_modules/').at(-1)}@${lock.packages[folder]?.version}`,
    );
    expect(built).toEqual(expect.arrayContaining([expect.stringMatching(/^react-dom@/)]));
    expect(components().filter(isIn('dist')).map(nameOf).toSorted()).toEqual(
      [...new Set(built)].toSorted(),
    );
  });

  test('has the licence of each package', () => {
    const text = readFileSync(released('LICENCES.txt'), 'utf8');
    expect(readFileSync(join(site(), 'LICENCES.txt'), 'utf8')).toBe(text);
    const inside = components().filter(({ properties }) =>
      properties.some(({ value }) => value === 'dist' || value.startsWith('node_modules/')),
    );
    expect(
      inside
        .filter((part) => !text.includes(`\n${nameOf(part).replace(/@(?=[^@]*$)/, ' ')} (`))
        .map(nameOf),
    ).toEqual([]);
  });
});

const stores: { name: string; store: () => Promise<Store & { stop: () => Promise<void> }> }[] = [
  {
    name: 'a folder',
    store: () =>
      Promise.resolve({ DATA_DIR: join(unpacked, 'data'), stop: () => Promise.resolve() }),
  },
  {
    name: 'PostgreSQL',
    store: async () => {
      const server = await startTestPostgres();
      const { url } = await freshDatabase(server.url);
      return { DATABASE_URL: url, stop: () => server.stop() };
    },
  },
];

test.runIf(canRelease).each(stores)(
  'an unpacked release starts on $name and draws its pictures',
  { timeout: 180_000 },
  async ({ store }) => {
    const { stop, ...place } = await store();
    const process = new ServerProcess(place, {
      script: join(site(), 'dist/main/main.js'),
      folder: site(),
    });
    const address = await process.ready;
    const health = await fetch(new URL('/healthz', address));
    expect(await health.json()).toEqual({ status: 'alive', version });
    expect((await fetch(new URL('/readyz', address))).status).toBe(200);
    expect(await (await fetch(address)).text()).toContain('<!doctype html>');
    const picture = await fetch(new URL('/share/site.png', address));
    expect(picture.headers.get('content-type')).toBe('image/png');
    await process.stop();
    await stop();
  },
);
