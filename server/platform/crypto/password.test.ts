import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { actAs } from '#platform/acting-account.ts';
import { hashPassword, passwordMatches } from './password.ts';

/** Returns the nice value of each thread of this process, from -20 to 19. */
const niceOfThreads = () =>
  readdirSync('/proc/self/task').map((task) => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

describe('a password', () => {
  it('matches its hash, and another does not', async () => {
    const hash = await hashPassword('Village-hall1');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(hash, 'Village-hall1')).toBe(true);
    expect(await passwordMatches(hash, 'Village-hall2')).toBe(false);
    expect(await passwordMatches(null, 'Village-hall1')).toBe(false);
  });

  it('among many others is hashed like them', async () => {
    const passwords = Array.from({ length: 8 }, (_, at) => `Village-hall${at}`);
    const hashes = await Promise.all(passwords.map(hashPassword));
    const matches = hashes.map((hash, at) => passwordMatches(hash, passwords[at] ?? ''));
    expect(await Promise.all(matches)).toEqual(passwords.map(() => true));
  });

  it('waits for one of another caller, and not for all of them', async () => {
    const hashed: string[] = [];
    const hash = (address: string) =>
      actAs(
        null,
        async () => {
          await hashPassword('Village-hall1');
          hashed.push(address);
        },
        address,
      );
    const threads = Math.max(1, Math.floor(availableParallelism() / 2));
    const burst = Array.from({ length: 6 * threads }, () => hash('mill'));
    await Promise.all([...burst, hash('ada')]);
    expect(hashed.indexOf('ada')).toBeLessThan(2 * threads);
  });

  it('with an invalid hash is reported, and the next is hashed', async () => {
    await expect(passwordMatches('no hash', 'Village-hall1')).rejects.toThrow();
    expect(await hashPassword('Village-hall1')).toMatch(/^\$argon2id/);
  });

  it.runIf(process.platform === 'linux')('is hashed on a low-priority thread', async () => {
    await hashPassword('Village-hall1');
    const nice = niceOfThreads();
    expect(nice).toContain(getPriority() + 5);
    expect(nice).toContain(getPriority());
  });
});
