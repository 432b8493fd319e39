import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts a site of its own, on a new embedded database. */
export async function startSite(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'villagehall-e2e-'));
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
