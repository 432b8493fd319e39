import { AsyncLocalStorage } from 'node:async_hooks';
import type { WriteMeter } from '#platform/rate/weight.ts';

interface Acting {
  accountId: string | null;
  /** The network address of the request, as the rate limits count it. */
  address: string | undefined;
  /** Undefined for scheduled work, and while rate limits are off. */
  meter: WriteMeter | undefined;
}

const actingStore = new AsyncLocalStorage<Acting>();

/**
 * Runs `act` on behalf of an account or, signed out, of an address: whoever causes emails and slow
 * work shares its queues fairly with others. What a request writes is charged by its meter.
 */
export const actAs = <Result>(
  accountId: string | null,
  act: () => Result,
  address?: string,
  meter = actingMeter(),
): Result => actingStore.run({ accountId, address, meter }, act);

/** The account behind the current request or message; null for scheduled work or a visitor. */
export const actingAccount = (): string | null => actingStore.getStore()?.accountId ?? null;

/** The account or address behind the current request; empty for scheduled work. */
export function actingCaller(): string {
  const { accountId, address } = actingStore.getStore() ?? {};
  return accountId ?? address ?? '';
}

/** The meter of the current request, if what it writes is charged. */
export const actingMeter = (): WriteMeter | undefined => actingStore.getStore()?.meter;

/** Runs work that is charged to nobody: taking back what a refused request has written. */
export const withoutMeter = <Result>(act: () => Result): Result => {
  const { accountId = null, address } = actingStore.getStore() ?? {};
  return actingStore.run({ accountId, address, meter: undefined }, act);
};
