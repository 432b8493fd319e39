// npm run release [-- <folder>]: makes the files of a release, in `release/` or a folder outside
// the tree. The same commit makes the same bytes: the date is SOURCE_DATE_EPOCH or the commit's.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { tarOf } from './release/archive.mjs';
import { packSite } from './release/pack-site.mjs';
import { upgradeNotes } from './release/upgrade-notes.mjs';
import { capture, runMain } from './setup/command.mjs';
import { inRoot, readJson, requireEmpty, root, sha256 } from './setup/paths.mjs';
import { SetupError, step } from './setup/report.mjs';
import { sbomOf } from './supply/sbom.mjs';

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
    const archive = await step('Packing', () => zipped(tarOf(site, { top: name, date })));
    const sbom = releaseSbom(manifest, packages, { archive, date });
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

/**
 * fflate writes the same bytes on every machine; zlib's depend on its version and the processor.
 */
async function zipped(bytes) {
  const { gzipSync } = await import('fflate');
  return gzipSync(bytes, { level: 9, mem: 12, mtime: 0 });
}

function releaseSbom(manifest, packages, { archive, date }) {
  const bom = sbomOf(manifest, readJson(inRoot('package-lock.json')), packages);
  bom.metadata.timestamp = new Date(date * 1000).toISOString();
  bom.metadata.component.hashes = [{ alg: 'SHA-256', content: sha256(archive) }];
  return bom;
}

function writeFiles(target, files) {
  const lines = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(target, name), content);
    return `${sha256(content)}  ${name}\n`;
  });
  writeFileSync(join(target, 'SHA256SUMS'), lines.join(''));
}
