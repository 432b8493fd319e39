import { getPriority, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { serveThread } from '#platform/process/thread.ts';

/**
 * A thread of its own hashes passwords: work that is slow on purpose must not block the main
 * thread.
 */

export interface Password {
  password: string;
  /** The hash to compare with; without one the password is hashed. */
  hash?: string;
}

/** The new hash, or whether the password matches the hash. */
export type Hashed = string | boolean;

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Low enough for other threads to go first, and high enough for sign-ins while the site is busy.
 */
const givesWay = 5;
// On Linux the priority belongs to this thread alone; elsewhere it would apply to the whole
// process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + givesWay, 19));

serveThread(({ password, hash }: Password): Hashed =>
  hash === undefined ? hashSync(password, hashOptions) : verifySync(hash, password),
);
