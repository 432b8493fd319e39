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
interface Bom {
  serialNumber: string;
  components: { 'bom-ref': string; purl: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface Supply {
  lockfileProblems: (manifest: Manifest, lock: Lock) => string[];
  lockedPackages: (lock: Lock) => Named[];
  isAllowed: (licence: string, name: string) => boolean;
  licenceProblems: (packages: Named[], manifestOf: (path: string) => unknown) => string[];
  sbomOf: (manifest: Manifest, lock: Lock, packages: Named[]) => Bom;
  sbomProblems: (bom: Bom) => string[];
  weaknessesIn: (report: object, isArgued?: (id: string) => boolean) => string[];
}

const load = async (name: string) =>
  (await import(new URL(`../../scripts/supply/${name}.mjs`, import.meta.url).href)) as object;
const readJson = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')) as T;

const manifest = readJson<Manifest>('package.json');
const lock = readJson<Lock>('package-lock.json');
let supply: Supply;

beforeAll(async () => {
  const parts = await Promise.all(['lockfile', 'licences', 'sbom', 'audit'].map(load));
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
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-only OR SSPL-1.0', false],
    ['LGPL-3.0-or-later', false],
    ['MIT something', false],
    ['', false],
  ])('%s: %s', (licence, may) => {
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

describe('the bill of materials', () => {
  const made = () => supply.sbomOf(manifest, lock, supply.lockedPackages(lock));

  test('has every package of the lockfile with its dependencies', () => {
    const bom = made();
    expect(supply.sbomProblems(bom)).toEqual([]);
    const refs = new Set(bom.components.map((part) => part['bom-ref']));
    for (const { name, version } of supply.lockedPackages(lock)) {
      expect(refs).toContain(`${name}@${version}`);
    }
    const { dependsOn } = bom.dependencies.find(({ ref }) => ref.startsWith('fastify@')) ?? {};
    expect(dependsOn?.some((ref) => ref.startsWith('avvio@'))).toBe(true);
  });

  test('is the same for the same lockfile, and differs for another', () => {
    expect(made()).toEqual(made());
    const { fastify: _, ...packages } = lock.packages;
    const other = { ...lock, packages: { ...packages, 'node_modules/x': { version: '1.0.0' } } };
    expect(supply.sbomOf(manifest, other, []).serialNumber).not.toBe(made().serialNumber);
  });

  test('with a duplicate part, or an unknown dependency, is refused', () => {
    const bom = made();
    const [first] = bom.components;
    if (first) bom.components.push(first);
    bom.dependencies[0]?.dependsOn.push('nobody@1.0.0');
    expect(supply.sbomProblems(bom)).toEqual([
      'SBOM: names a part twice',
      expect.stringContaining('needs nobody@1.0.0'),
    ]);
  });
});

test('a known vulnerability is reported until somebody has argued it away', () => {
  const url = 'https://github.com/advisories/GHSA-1234';
  const via = [{ url, title: 'Slow', severity: 'high' }, 'another-package'];
  const report = { vulnerabilities: { slowly: { name: 'slowly', via } } };
  expect(supply.weaknessesIn(report)).toEqual(['slowly: high, Slow (GHSA-1234)']);
  expect(supply.weaknessesIn(report, (id) => id === 'GHSA-1234')).toEqual([]);
});
