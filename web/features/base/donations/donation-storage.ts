import { localPath } from '#contract/platform/paths.ts';
import { tabStorage } from '#web/ui/tab-storage.ts';

const newUser = 'new-user';
const nextName = 'new-user-next';
const amountName = 'donation-amount';

/** Remembers across the payment that the member is new, so that their profile comes next. */
export function markNewUser(next: string | undefined): void {
  tabStorage.set(newUser, 'true');
  if (next) tabStorage.set(nextName, next);
}
export const isMarkedNewUser = () => tabStorage.get(newUser) === 'true';

/** Returns the path to open after the profile, which a return from a bank's page doesn't carry. */
export const newUserNext = () => localPath(tabStorage.get(nextName));

/** Saves the amount, because a bank's page returns the donor without it. */
export const saveAmount = (amount: number) => tabStorage.set(amountName, String(amount));
export const savedAmount = () => tabStorage.get(amountName) ?? '';
