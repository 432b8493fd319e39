import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureBuild } from './support.ts';

const program = fileURLToPath(new URL('day-of-use.ts', import.meta.url));

/** Runs a program in a network namespace that has nothing but its own loopback. */
const inNamespace = (command: string) => ['-n', 'sh', '-c', `ip link set lo up && ${command}`];

/** It takes root, and Debian's util-linux and iproute2. */
function namespacesCanBeMade(): boolean {
  try {
    execFileSync('unshare', inNamespace('true'), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => ensureBuild(), 180_000);

describe.runIf(namespacesCanBeMade())('a site without a way out', () => {
  test('is used for a day, and tries to reach nobody', { timeout: 300_000 }, async () => {
    const { stdout } = await promisify(execFile)(
      'unshare',
      inNamespace(`exec "${process.execPath}" "${program}"`),
    );
    const { planted, answered, tries } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      planted: { connections: number; lookups: number };
      answered: number;
      tries: number;
    };
    // The count would show it: a connection and a look-up that were made on purpose are counted.
    expect(planted.connections).toBeGreaterThan(0);
    expect(planted.lookups).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(10);
    expect(tries).toBe(0);
  });
});
