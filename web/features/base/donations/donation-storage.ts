import { localPath } from '#contract/platform/paths.ts';
import { tabStorage } from '#web/ui/tab-storage.ts';

const newUser = 'new-user';
const nextName = 'new-user-next';
const amountName = 'donation-amount';

/**
 * Remembers a new member across the payment, so that they go on to their profile wherever it leads
 * them.
 */
export function markNewUser(next: string | undefined): void {
  tabStorage.set(newUser, 'true');
  if (next) tabStorage.set(nextName, next);
}
export const isMarkedNewUser = () => tabStorage.get(newUser) === 'true';

/** Where they go once their profile is complete; a bank's page brings nobody back with it. */
export const newUserNext = () => localPath(tabStorage.get(nextName));

/** A bank's page brings the donor back without the amount. */
export const keepAmount = (amount: number) => tabStorage.set(amountName, String(amount));
export const keptAmount = () => tabStorage.get(amountName) ?? '';
