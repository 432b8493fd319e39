import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string | null>();

/** Runs `act` in the name of an account: emails that it causes take turns with those of other accounts. */
export const actAs = <Result>(accountId: string | null, act: () => Result): Result =>
  acting.run(accountId, act);

/** The account whose request or message is at work; null where the clock is, or a visitor. */
export const actingAccount = (): string | null => acting.getStore() ?? null;
