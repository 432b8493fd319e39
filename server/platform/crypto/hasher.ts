import { getPriority, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { takeOrders } from '#platform/process/thread.ts';

/** The thread that hashes passwords: what takes long on purpose must not take the processor from everybody else. */

export interface Password {
  password: string;
  /** The hash to compare with; without one the password is hashed. */
  hash?: string;
}

/** The hash, or whether the password has the one that was given. */
export type Hashed = string | boolean;

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Enough for the others to go first, and not so much that nobody gets in while the site is busy. */
const givesWay = 5;
// On Linux of this thread alone; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + givesWay, 19));

takeOrders(({ password, hash }: Password): Hashed =>
  hash === undefined ? hashSync(password, options) : verifySync(hash, password),
);
