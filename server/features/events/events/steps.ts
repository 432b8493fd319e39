import type { Transaction } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

/** Called in the transaction that gives events another start. */
export const movedEvents = registered<
  (tx: Transaction, eventIds: number[], now: Date) => Promise<unknown>
>('what follows another start of events');
