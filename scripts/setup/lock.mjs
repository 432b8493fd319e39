import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setupFolder } from './paths.mjs';

const path = join(setupFolder, 'lock');
const beat = 2_000;
const staleAfter = 15_000;

/** Lets one process at a time set up this folder; a dead process's lock expires by age. */
export async function runExclusively(work) {
  mkdirSync(setupFolder, { recursive: true });
  await acquire();
  const heartbeat = setInterval(touch, beat);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

const release = () => rmSync(path, { force: true });

async function acquire() {
  let reported = false;
  while (!tryOnce()) {
    if (!reported) console.log('Waiting for another process that is setting up this folder ...');
    reported = true;
    await sleep(500);
  }
}

function tryOnce() {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isStale(path)) removeStale();
    return false;
  }
}

function isStale(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > staleAfter;
}

/**
 * Renaming first lets only one of several waiting processes take it; a fresh lock taken by mistake
 * goes back.
 */
function removeStale() {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (isStale(aside)) rmSync(aside);
    else renameSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function touch() {
  const now = new Date();
  utimesSync(path, now, now);
}
