import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { loadDemo } from '#server/demo/load.ts';
import { openDatabase } from '#platform/db/database.ts';
import { openEmbeddedEngine } from '#platform/db/embedded/engine.ts';

/** Data folders to copy, of a site that is closed. */
export interface Folders {
  /** Nothing was ever written to its database. */
  empty: string;
  demo: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    folders: Folders;
  }
}

/** To make one takes seconds, and most test files need one. */
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
