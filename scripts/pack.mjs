// node scripts/pack.mjs <folder>: packs the built site and the few packages it needs.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ensureBuild, ensureModules } from './setup.mjs';
import { runMain } from './setup/command.mjs';
import { leftInModules } from './setup/left-in-modules.mjs';
import { inRoot, modulesFolder, readJson } from './setup/paths.mjs';
import { SetupError } from './setup/report.mjs';

/** The files that the built server reads beside its own scripts. */
const files = [
  'LICENSE',
  'NOTICE',
  'package.json',
  'dist',
  'server/platform/db/migrations',
  'server/platform/geo/places.txt',
  'server/features/base/legal/texts',
  'server/features/safety/compliance/texts',
];

await runMain(async () => {
  const given = process.argv[2];
  if (!given) throw new SetupError('Say where to: node scripts/pack.mjs <folder>');
  const target = resolve(given);
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new SetupError(`${target} is not empty: choose another folder.`);
  }
  await ensureModules({ dev: false });
  await ensureBuild();
  for (const path of files) copy(inRoot(path), join(target, path));
  const packages = closure(leftInModules);
  for (const name of packages) copy(join(modulesFolder, name), join(target, 'node_modules', name));
  console.log(`The site is in ${target}, with ${packages.length} packages`);
});

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const isWanted = (path) =>
    !/\.(?:map|md|test\.ts)$|[\\/]meta$/.test(path) || !path.includes('node_modules');
  cpSync(from, to, { recursive: true, filter: (path) => isWanted(path) });
}

/** Collects packages and their dependencies; those for other platforms are missing. */
function closure(names) {
  const found = new Set();
  const queue = [...names];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const manifest = join(modulesFolder, name, 'package.json');
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = readJson(manifest);
    queue.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return [...found];
}
