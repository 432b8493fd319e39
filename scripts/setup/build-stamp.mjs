import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { childEnvironment, runOrThrow } from './command.mjs';
import { projectNode } from './node.mjs';
import { inRoot, readIfThere, root } from './paths.mjs';
import { step } from './report.mjs';

/** The paths that the build reads, from the project's root. */
const sources = [
  'contract',
  'web',
  'server',
  'docs/guide',
  'public',
  'package-lock.json',
  'scripts/setup/build-pages.mjs',
  'scripts/setup/bundled-packages.mjs',
  'scripts/setup/left-in-modules.mjs',
  'tsconfig.json',
  'vite.config.ts',
];
const isSource = (path) => !/\.(test|fixture)\.tsx?$/.test(path);

const stampPath = inRoot('dist', 'sources.sha256');

export const buildIsReady = () => readIfThere(stampPath) === sourcesHash();

export async function runBuild() {
  const node = projectNode();
  await step('Building the pages', () =>
    runOrThrow(
      'The build failed.',
      node,
      [inRoot('scripts', 'setup', 'build-pages.mjs'), sourcesHash()],
      {
        env: childEnvironment(node, 'production'),
      },
    ),
  );
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((name) => filesUnder(inRoot(name)))) {
    const name = relative(root, path).replaceAll('\\', '/');
    if (!isSource(name)) continue;
    const content = readFileSync(path);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
