import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string | null>();

/**
 * Runs `act` on behalf of an account, so its emails share the queue fairly with those of other
 * accounts.
 */
export const actAs = <Result>(accountId: string | null, act: () => Result): Result =>
  acting.run(accountId, act);

/** The account behind the current request or message; null for scheduled work or a visitor. */
export const actingAccount = (): string | null => acting.getStore() ?? null;
