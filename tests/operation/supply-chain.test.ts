import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

interface Entry {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}
interface Lock {
  packages: Record<string, Entry>;
}
interface Named extends Entry {
  path: string;
  name: string;
}
interface Supply {
  lockfileProblems: (manifest: Manifest, lock: Lock) => string[];
  lockedPackages: (lock: Lock) => Named[];
  isAllowed: (licence: string, name: string) => boolean;
  licenceProblems: (packages: Named[], manifestOf: (path: string) => unknown) => string[];
}

const load = async (name: string) =>
  (await import(new URL(`../../scripts/supply/${name}.mjs`, import.meta.url).href)) as object;
const readJson = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')) as T;

const manifest = readJson<Manifest>('package.json');
const lock = readJson<Lock>('package-lock.json');
let supply: Supply;

beforeAll(async () => {
  const parts = await Promise.all(['lockfile', 'licences'].map(load));
  supply = Object.assign({}, ...parts) as Supply;
});

/** Lists the problems of the lockfile with one package changed. */
function problemsWith(change: Partial<Entry>, path = 'node_modules/fastify'): string[] {
  const packages = { ...lock.packages };
  packages[path] = { ...(packages[path] ?? { version: '1.0.0' }), ...change };
  return supply.lockfileProblems(manifest, { ...lock, packages });
}

describe('the lockfile', () => {
  test('is valid', () => {
    expect(supply.lockfileProblems(manifest, lock)).toEqual([]);
  });

  test.each<[string, Partial<Entry>]>([
    ['from a git repository', { resolved: 'git+ssh://git@github.com/fastify/fastify.git#1' }],
    ['from another host', { resolved: 'https://packages.example/fastify.tgz' }],
    ['without a checksum', { integrity: '' }],
    ['with a weak checksum', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['that is a link', { link: true }],
    ['with an install script', { hasInstallScript: true }],
    ['of no fixed version', { version: '^5.0.0' }],
  ])('is refused if a package %s', (_, change) => {
    expect(problemsWith(change)).toEqual([expect.stringContaining('node_modules/fastify')]);
  });

  test('is refused beside a package.json with another range or package', () => {
    const dependencies = { ...manifest.dependencies, fastify: '^5.0.0' };
    const problems = supply.lockfileProblems({ ...manifest, dependencies }, lock);
    expect(problems).toEqual([
      expect.stringContaining('fastify is wanted as ^5.0.0'),
      expect.stringContaining("its dependencies are not package.json's"),
    ]);
  });
});

describe('a licence', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC AND BSD-3-Clause', true],
    ['(MIT AND Zlib)', true],
    ['GPL-3.0-only OR MIT AND ISC', true],
    ['(MIT OR GPL-3.0-only) AND ISC', false],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-only OR SSPL-1.0', false],
    ['LGPL-3.0-or-later', false],
    ['MIT something', false],
    ['', false],
  ])('is allowed only as a whole: %s is %s', (licence, may) => {
    expect(supply.isAllowed(licence, 'some-package')).toBe(may);
  });

  test('can be allowed for one package alone', () => {
    expect(supply.isAllowed('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toBe(true);
  });

  test('must be named by the package itself', () => {
    const [first] = supply.lockedPackages(lock);
    const own = { version: first?.version, license: 'SSPL-1.0' };
    const problems = supply.licenceProblems(first ? [first] : [], () => own);
    expect(problems).toEqual([expect.stringContaining('SSPL-1.0')]);
  });
});
