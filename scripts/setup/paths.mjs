import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './report.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const modulesFolder = join(root, 'node_modules');
export const setupFolder = join(root, '.setup');

export const inRoot = (...parts) => join(root, ...parts);

export const sha256 = (content) => createHash('sha256').update(content).digest('hex');

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Returns the file's text; undefined where it can't be read. */
export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Refuses a folder that has files already. */
export function requireEmpty(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new SetupError(`${folder} is not empty: choose another folder.`);
  }
}
