// npm run release [-- <folder>]: makes the files of a release, in `release/` or a folder outside
// the tree. The same commit makes the same bytes: the date is SOURCE_DATE_EPOCH or the commit's.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { packSite } from './release/pack-site.mjs';
import { upgradeNotes } from './release/upgrade-notes.mjs';
import { capture, runMain } from './setup/command.mjs';
import { projectNode } from './setup/node.mjs';
import { npm } from './setup/npm.mjs';
import { inRoot, readJson, requireEmpty, root, sha256 } from './setup/paths.mjs';
import { SetupError, step } from './setup/report.mjs';

const platform = 'linux-x64';

await runMain(async () => {
  if (`${process.platform}-${process.arch}` !== platform) {
    throw new SetupError(
      `A release is made on ${platform}: it holds compiled packages of the machine that makes it.`,
    );
  }
  const target = prepare(process.argv[2]);
  const manifest = readJson(inRoot('package.json'));
  const notes = upgradeNotes(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), manifest.version);
  const date = await releaseDate();
  const name = `villagehall-${manifest.version}`;
  const work = mkdtempSync(join(tmpdir(), 'villagehall-release-'));
  try {
    const site = join(work, name);
    const packages = await packSite(site);
    const archive = await step('Packing', () => zipped(tarOf(work, name, date)));
    const sbom = await releaseSbom(manifest, packages, { archive, date });
    writeFiles(target, {
      [`${name}.tar.gz`]: archive,
      [`${name}.cdx.json`]: `${JSON.stringify(sbom, null, 2)}\n`,
      'LICENCES.txt': readFileSync(join(site, 'LICENCES.txt')),
      'UPGRADING.md': notes,
    });
    console.log(`The release ${manifest.version} is in ${target}:`);
    console.log(readFileSync(join(target, 'SHA256SUMS'), 'utf8').trimEnd());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

/** Files of a release in the tree would be taken for sources, except in the folder git ignores. */
function prepare(given) {
  const own = inRoot('release');
  const target = resolve(given ?? own);
  if (target === own) rmSync(own, { recursive: true, force: true });
  else if (`${target}${sep}`.startsWith(root + sep)) {
    throw new SetupError(`${target} is in the tree: choose a folder outside, or none.`);
  }
  requireEmpty(target);
  mkdirSync(target, { recursive: true });
  return target;
}

async function releaseDate() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) {
    if (/^\d{1,11}$/.test(given)) return Number(given);
    throw new SetupError(`SOURCE_DATE_EPOCH is seconds since 1970, and not '${given}'.`);
  }
  const { code, output } = await capture('git', ['log', '-1', '--format=%ct']).catch((error) => ({
    output: error.message,
  }));
  if (code !== 0) {
    throw new SetupError(`Set SOURCE_DATE_EPOCH, since git knows no commit here:\n${output}`);
  }
  const { output: changes } = await capture('git', ['status', '--porcelain']);
  if (changes) console.log(`The release has changes that no commit has:\n${changes.trimEnd()}`);
  return Number(output);
}

/** Entries are sorted, belong to root, and have one date and the same modes. */
function tarOf(work, name, date) {
  const format = ['--format=ustar', '--sort=name', '--mode=a-x,a=rX,u+w', `--mtime=@${date}`];
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const args = ['--create', ...format, ...owner, `--directory=${work}`, name];
  return execFileSync('tar', args, { maxBuffer: 2 ** 30 });
}

/**
 * fflate writes the same bytes on every machine; zlib's depend on its version and the processor.
 */
async function zipped(bytes) {
  const { gzipSync } = await import('fflate');
  return gzipSync(bytes, { level: 9, mem: 12, mtime: 0 });
}

/**
 * Takes the packages of the release out of npm's bill of materials, without what differs from run to
 * run, and says where the packed site has each.
 */
async function releaseSbom(manifest, packages, { archive, date }) {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const sentence = 'npm could not list the packages.';
  const { serialNumber: _, ...bom } = JSON.parse(await npm(sentence, projectNode(), root, words));
  const places = Map.groupBy(packages, ({ name, version }) => `${name}@${version}`);
  const isInside = (ref) => places.has(ref) || ref === `${manifest.name}@${manifest.version}`;
  return {
    ...bom,
    metadata: {
      timestamp: new Date(date * 1000).toISOString(),
      component: {
        ...bom.metadata.component,
        type: 'application',
        name: manifest.name,
        hashes: [{ alg: 'SHA-256', content: sha256(archive) }],
      },
    },
    components: bom.components
      .filter((part) => isInside(part['bom-ref']))
      .map((part) => ({ ...part, properties: placesIn(places.get(part['bom-ref'])) })),
    dependencies: bom.dependencies
      .filter(({ ref }) => isInside(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isInside) })),
  };
}

function placesIn(packages) {
  const places = new Set(packages.flatMap((each) => each.places));
  return [...places].map((value) => ({ name: 'villagehall:place', value }));
}

function writeFiles(target, files) {
  const lines = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(target, name), content);
    return `${sha256(content)}  ${name}\n`;
  });
  writeFileSync(join(target, 'SHA256SUMS'), lines.join(''));
}
