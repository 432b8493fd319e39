import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startTestPostgres, type TestPostgres } from '#tests/postgres/server.ts';

/** Creates a folder for a file's tests, which goes when they have ended. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'villagehall-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server for a file's tests, which ends with them. */
export async function serverOfFile(
  ...options: Parameters<typeof startTestPostgres>
): Promise<TestPostgres> {
  const server = await startTestPostgres(...options);
  afterAll(() => server.stop());
  return server;
}
