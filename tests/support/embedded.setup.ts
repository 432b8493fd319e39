import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/db/database.ts';

/** Creates the migrated data folder that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'villagehall-test-'));
  const template = join(folder, 'template');
  const database = await openDatabase({ dataDir: template });
  await database.close();
  project.provide('databases', { engine: 'embedded', folder, template });
  return () => rm(folder, { recursive: true, force: true });
}
