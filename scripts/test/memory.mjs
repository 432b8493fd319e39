import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { readIfThere } from '../setup/paths.mjs';

const shared = '/dev/shm';
const prefix = 'villagehall-test-';
const gibibyte = 2 ** 30;

/**
 * Puts all tests' temporary files in memory where there is plenty: copying databases for each test
 * file writes some 20 GB, a quarter of a run's time. The files are gone when the run ends. TMPDIR
 * overrides the folder.
 */
export function keepFilesInMemory() {
  if (process.env.TMPDIR || !hasPlenty()) return;
  for (const name of readdirSync(shared)) {
    if (name.startsWith(prefix) && isLeft(Number(name.slice(prefix.length)))) forget(name);
  }
  const own = `${prefix}${process.pid}`;
  process.on('exit', () => forget(own));
  if (runsWhatIsIn(join(shared, own))) process.env.TMPDIR = join(shared, own);
}

/**
 * PostgreSQL's programs are copied there too, and run as another user where root runs the tests.
 */
function runsWhatIsIn(folder) {
  const program = join(folder, 'program');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

function hasPlenty() {
  try {
    const { bavail, bsize } = statfsSync(shared);
    return bavail * bsize >= 4 * gibibyte && totalmem() >= 12 * gibibyte;
  } catch {
    return false;
  }
}

/** Tells whether a run has gone without its folder. */
function isLeft(pid) {
  try {
    return pid === process.pid || !process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'EPERM';
  }
}

/**
 * Removes a run's folder, and the disks that a killed test has left mounted in it. A folder that
 * stays is in nobody's way.
 */
function forget(name) {
  const folder = join(shared, name);
  try {
    for (const place of mountsIn(folder)) spawnSync('umount', ['--lazy', place]);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.log(`${folder} could not be removed: ${error.message}`);
  }
}

const mountsIn = (folder) =>
  (readIfThere('/proc/self/mounts') ?? '')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`));
