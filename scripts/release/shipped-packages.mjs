import { existsSync } from 'node:fs';
import { leftInModules } from '../setup/left-in-modules.mjs';
import { inRoot, readJson } from '../setup/paths.mjs';
import { foldersNeededBy, lockedPackages } from '../supply/lockfile.mjs';

/**
 * Packages of which a made file is shipped, by the file. NOTICE has their terms: an install without
 * those for the tests lacks them.
 */
const sources = {
  'node_modules/@fontsource-variable/bricolage-grotesque': 'dist/client/assets',
};

/**
 * Lists the packages that a packed site is made of: those that it loads from `node_modules`, those
 * whose code the build has taken in, and those from which a file was made. `places` says where in
 * the packed site each is.
 */
export function shippedPackages(lock) {
  const needed = foldersNeededBy(leftInModules, lock);
  const loaded = new Set(needed.filter((path) => existsSync(inRoot(path))));
  const built = new Set(readJson(inRoot('dist', 'packages.json')));
  return lockedPackages(lock)
    .map(({ dev: _, ...entry }) => ({
      ...entry,
      isLoaded: loaded.has(entry.path),
      isSource: entry.path in sources,
      places: [
        ...(loaded.has(entry.path) ? [entry.path] : []),
        ...(built.has(entry.path) ? ['dist'] : []),
        ...(entry.path in sources ? [sources[entry.path]] : []),
      ],
    }))
    .filter(({ places }) => places.length > 0);
}
