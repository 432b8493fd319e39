import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuild, ensureModules } from '../setup.mjs';
import { inRoot, readJson } from '../setup/paths.mjs';
import { licencesOf } from './licences.mjs';
import { shippedPackages } from './shipped-packages.mjs';

/** The files that the built server reads beside its own scripts. */
const files = [
  'LICENSE',
  'NOTICE',
  'package.json',
  'dist',
  'server/demo/content',
  'server/platform/db/migrations',
  'server/platform/geo/places.txt',
  'server/platform/geo/postcodes.txt',
  'server/features/base/legal/texts',
  'server/features/safety/compliance/texts',
];

/** Packs the built site and the few packages it loads; returns the packages that it is made of. */
export async function packSite(target) {
  await ensureModules({ dev: false });
  await ensureBuild();
  const packages = shippedPackages(readJson(inRoot('package-lock.json')));
  for (const path of files) copy(path, target, isRead);
  for (const { path, isLoaded } of packages) if (isLoaded) copy(path, target, isOf(path));
  writeFileSync(join(target, 'LICENCES.txt'), licencesOf(packages));
  return packages;
}

function copy(path, target, filter) {
  const to = join(target, path);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(inRoot(path), to, { recursive: true, filter });
}

/** Only drizzle-kit reads the snapshots of the tables. */
const isRead = (path) => !path.endsWith('_snapshot.json');

/** Packages inside a package's folder are copied by themselves, where the site loads them. */
const isOf = (folder) => {
  const start = inRoot(folder).length;
  return (path) => !/\.(?:map|md)$|[\\/]node_modules$/.test(path.slice(start));
};
