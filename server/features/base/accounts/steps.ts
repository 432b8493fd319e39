import type { Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

type Step = (tx: Transaction, userId: string) => Promise<unknown>;

/**
 * Steps that separate an account from confidential actions by somebody else before its address was
 * confirmed. Admins still answer these, as after a deletion, and the new owner never sees them.
 */
export const cleanStartSteps = registered<readonly Step[]>('the steps of a clean start');

/** Enqueues the emails that an address did not get in full before its owner confirmed it. */
type PostponedEmails = (tx: Transaction, userId: string, now: Date) => Promise<unknown>;

export const postponedEmails = registered<PostponedEmails>('the emails held back from an address');

/**
 * Tells whether a link that was emailed to an address proves that it is the caller's, so that a new
 * account needs no other confirmation.
 */
type AddressProof = (tx: Transaction, token: string, email: string, now: Date) => Promise<boolean>;

export const addressProof = registered<AddressProof>('the proof of an address');
