import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { npm } from './npm.mjs';
import { inRoot, modulesFolder, readIfThere, readJson, setupFolder } from './paths.mjs';
import { SetupError, step } from './report.mjs';

const needed = 24;
const onWindows = process.platform === 'win32';
const platformPackage = `node-${onWindows ? 'win' : process.platform}-${process.arch}`;
const binary = onWindows ? 'node.exe' : 'node';
const runningIsNewEnough = Number.parseInt(process.versions.node, 10) >= needed;

const packaged = join(modulesFolder, platformPackage, 'bin', binary);
const fetchedFolder = join(setupFolder, 'node');
const fetched = join(fetchedFolder, 'node_modules', platformPackage, 'bin', binary);
const fetchedStamp = join(fetchedFolder, 'whole');

/** The Node that runs the application, once the packages are installed. */
export function projectNode() {
  if (existsSync(packaged)) return packaged;
  if (runningIsNewEnough) return process.execPath;
  throw noneFits();
}

/**
 * Returns the Node for npm. npm leaves out packages that don't suit its own Node, so an old Node
 * gets the newer one first.
 */
export async function nodeForNpm({ fresh }) {
  const locked = readJson(inRoot('package-lock.json')).packages[`node_modules/${platformPackage}`];
  if (runningIsNewEnough) {
    return fresh || locked?.version !== packagedVersion() ? outOfTheWay() : process.execPath;
  }
  if (locked === undefined) throw noneFits();
  if (readIfThere(fetchedStamp) !== locked.version) {
    const title = `Getting Node ${locked.version} (this is ${process.version})`;
    await step(title, () => fetchNode(locked));
  }
  return fetched;
}

/**
 * Makes npm scripts find the packaged Node, which npm before 11 forgets where it left out another
 * platform's; removes it where it can't run (musl).
 */
export function linkNode() {
  if (onWindows || !existsSync(packaged)) return;
  const link = join(modulesFolder, '.bin', 'node');
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  if (runs(packaged)) symlinkSync(relative(dirname(link), packaged), link);
  else rmSync(dirname(packaged), { recursive: true });
}

const packagedVersion = () =>
  JSON.parse(readIfThere(join(modulesFolder, platformPackage, 'package.json')) ?? '{}').version;

/** Installs only this platform's package, checked against the lockfile's integrity. */
async function fetchNode(locked) {
  const { version } = locked;
  const { optional: _, ...entry } = locked;
  const dependencies = { [platformPackage]: version };
  rmSync(fetchedFolder, { recursive: true, force: true });
  mkdirSync(fetchedFolder, { recursive: true });
  writeJson('package.json', { private: true, dependencies });
  writeJson('package-lock.json', {
    lockfileVersion: 3,
    requires: true,
    packages: { '': { dependencies }, [`node_modules/${platformPackage}`]: entry },
  });
  await npm(`npm could not install Node ${version}.`, process.execPath, fetchedFolder, ['ci']);
  if (!runs(fetched)) throw noneFits();
  writeFileSync(fetchedStamp, version);
}

const writeJson = (name, value) =>
  writeFileSync(join(fetchedFolder, name), JSON.stringify(value, null, 2));

/** npm is about to replace the running program: Windows won't delete it but lets it be moved. */
function outOfTheWay() {
  if (!process.execPath.startsWith(modulesFolder + sep)) return process.execPath;
  const moved = join(setupFolder, 'moved-node', binary);
  mkdirSync(dirname(moved), { recursive: true });
  renameSync(process.execPath, moved);
  return moved;
}

const runs = (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

const noneFits = () =>
  new SetupError(
    `Villagehall needs Node ${needed} or newer: this is ${process.version}, and npm has none that ` +
      `runs on this machine (${process.platform}-${process.arch}). Please install one.`,
  );
