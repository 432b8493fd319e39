import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { loadDemo } from '#server/demo/load.ts';
import { openDatabase } from '#platform/db/database.ts';
import { openEmbeddedEngine } from '#platform/db/embedded/engine.ts';

/** Data folders of closed sites, for copying. */
export interface Folders {
  /** A folder whose database has no rows. */
  empty: string;
  demo: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    folders: Folders;
  }
}

/** Creating one takes seconds, and most test files need one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), 'villagehall-engine-'));
  const folders = { empty: join(root, 'empty'), demo: join(root, 'demo') };
  const engine = await openEmbeddedEngine(folders.empty);
  await engine.close();
  await cp(folders.empty, folders.demo, { recursive: true });
  const { db, close } = await openDatabase({ dataDir: folders.demo });
  await loadDemo(db, new Date());
  await close();
  project.provide('folders', folders);
  return () => rm(root, { recursive: true, force: true });
}
