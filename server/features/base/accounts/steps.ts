import type { Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

type Step = (tx: Transaction, userId: string) => Promise<unknown>;

/**
 * Parts an account from what somebody else may have done in confidence before its address was confirmed. Admins still
 * answer that, as when an account is deleted, and its new owner never sees it.
 */
export const cleanStartSteps = registered<readonly Step[]>('the steps of a clean start');
