import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/refusal.ts';
import { turnstile } from '../http/turnstile.ts';

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Half of the processor's cores: the other half goes on with what everybody else has asked for. As many as may
 * wait take a few seconds.
 */
const inTurn = turnstile({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 200,
  tooBusy: () =>
    new Refusal('unavailable', 'Many people are signing in. Please try again in a moment.', {
      retryAfter: 5,
    }),
});

/** @throws Refusal `unavailable` where too many wait */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, options));

/** No password has this hash. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$qo/OcOIHS88q/wNg2es3LQ$NnayGMnl4thpHwIJTd7IGAKtr/Uq/T/0JZE5gABnlxQ';

/**
 * Takes the same time whether or not there is an account with a password.
 * @throws Refusal `unavailable` where too many wait
 */
export async function passwordMatches(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await inTurn(() => verify(storedHash ?? nobody, password));
  return matches && Boolean(storedHash);
}
