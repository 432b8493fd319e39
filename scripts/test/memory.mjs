import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

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
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) forget(name);
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

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function forget(name) {
  rmSync(join(shared, name), { recursive: true, force: true });
}
