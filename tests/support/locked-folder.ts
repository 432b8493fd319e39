import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { removeSocketFolder } from '#platform/db/embedded/endpoint.ts';
import { readHolder } from '#platform/db/embedded/lock.ts';
import { shortLivedFlags, keepEngineCompiled } from './engine-program.ts';

const holderScript = fileURLToPath(
  new URL('../../server/platform/db/embedded/holder.fixture.ts', import.meta.url),
);

/**
 * Provides a new folder for the embedded engine in each test, and ends the processes that have
 * locked it.
 */
export class LockedFolder {
  path = '';
  #children: ChildProcess[] = [];

  constructor() {
    beforeAll(() => keepEngineCompiled());
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'embedded-takeover-'));
      this.#children = [];
    });
    afterEach(async () => {
      await Promise.all(this.#children.map(kill));
      removeSocketFolder(readHolder(this.path)?.socketFolder ?? '');
      rmSync(this.path, { recursive: true, force: true });
    });
  }

  /** Copies an existing database, for a quick start. */
  fill(): void {
    cpSync(inject('folders').empty, this.path, { recursive: true });
  }

  /**
   * Starts a process that opens the folder, reports the result, then adds rows until it is killed.
   */
  startHolder(): { child: ChildProcess; lines: Interface } {
    const args = [...shortLivedFlags, '--expose-gc', holderScript, this.path];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    return { child, lines: createInterface({ input: child.stdout }) };
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export function line(lines: Interface, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.on('line', (text) => {
      if (pattern.test(text)) resolve(text);
    });
    lines.once('close', () => reject(new Error(`The process ended without ${pattern}`)));
  });
}
