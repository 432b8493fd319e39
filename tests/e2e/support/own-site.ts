import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { londonTime, startOfWeek } from '#server/demo/calendar.ts';

/**
 * The time at which the clocks of stepped sites begin: a Monday at noon. The shared site chooses it
 * and tells the tests, which may begin in another week.
 */
export const firstStep = new Date(
  process.env['FIRST_STEP'] ?? londonTime(startOfWeek(new Date()), 14, '12:00'),
);

/**
 * The data folders that the shared site prepares for others to begin with: migrated and `empty`,
 * with the `demo` of today, and with the demo as `stepped` sites begin.
 */
export type PreparedFolder = 'empty' | 'demo' | 'stepped';

/** @returns the path of a new copy, for its user to remove */
export async function copyOf(prepared: PreparedFolder): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'villagehall-own-'));
  cpSync(join(process.env['PREPARED_FOLDERS'] ?? '', prepared), folder, { recursive: true });
  return folder;
}

/** Starts a site of its own, on a new embedded database. */
export async function startSite(settings: Record<string, string>) {
  const dataDir = await copyOf(settings['DEMO'] === 'true' ? 'demo' : 'empty');
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: '',
    DATABASE_URL: '',
    DEMO: 'false',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...settings,
  };
  const script = fileURLToPath(new URL('../../../dist/main/main.js', import.meta.url));
  const server = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((resolve) => server.on('exit', resolve));
  const lines = createInterface(server.stdout);
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        const [, found] = pattern.exec(line) ?? [];
        if (found) resolve(found);
      });
      lines.once('close', () => reject(new Error(`the site never printed ${pattern}`)));
    });
  /** The link of a site without an admin; it comes after the address. */
  const setupLink = printed(/^(http:\S+\/setup\?token=\S+)$/);
  setupLink.catch(() => undefined);
  const url = await printed(/ is ready at (http:\S+)/);
  const stop = async () => {
    server.kill('SIGTERM');
    await gone;
    await rm(dataDir, { recursive: true });
  };
  return { url, setupLink, stop };
}
