import { availableParallelism } from 'node:os';
import { threadScript } from '#platform/process/files.ts';
import { Refusal } from '#platform/refusal.ts';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { threadOnDemand } from '#platform/process/thread.ts';
import type { Hashed, Password } from './hasher.ts';

/** Half of the processor's cores, so that the other half serves everybody else. */
const maxThreads = Math.max(1, Math.floor(availableParallelism() / 2));

const idleThreads = Array.from({ length: maxThreads }, () =>
  threadOnDemand<Password, Hashed>(threadScript('server/platform/crypto/hasher.ts')),
);

/** A full queue takes a few seconds. */
const hashInTurn = fairLimit({
  atOnce: maxThreads,
  waiting: 200,
  perCaller: 100,
  tooBusy: () =>
    new Refusal('unavailable', 'Many people are signing in. Please try again in a moment.', {
      retryAfter: 5,
    }),
});

async function askThread(password: Password): Promise<Hashed> {
  return hashInTurn(async () => {
    const hasher = idleThreads.pop();
    if (!hasher) throw new Error('more came at once than there are threads');
    try {
      return await hasher.ask(password);
    } finally {
      idleThreads.push(hasher);
    }
  });
}

/** @throws Refusal `unavailable` if too many wait */
export const hashPassword = async (password: string): Promise<string> =>
  String(await askThread({ password }));

/** A hash that no password has. */
const unmatchableHash =
  '$argon2id$v=19$m=19456,t=2,p=1$qo/OcOIHS88q/wNg2es3LQ$NnayGMnl4thpHwIJTd7IGAKtr/Uq/T/0JZE5gABnlxQ';

/**
 * Takes the same time whether or not the account exists and has a password.
 * @throws Refusal `unavailable` where too many wait
 */
export async function passwordMatches(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await askThread({ password, hash: storedHash ?? unmatchableHash });
  return matches === true && Boolean(storedHash);
}
