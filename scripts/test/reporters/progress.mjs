import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const path = process.env.TEST_PROGRESS;

/** Writes an outcome at once, so that it is known however the run ends. */
export function writeProgress(entry) {
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

export const fileName = (file) => relative(process.cwd(), file).replaceAll('\\', '/');

export const messageOf = (errors = []) => errors.map((error) => error?.message ?? '').join('\n');
