import { tabStorage } from '../../ui/tab-storage.ts';

const newUser = 'new-user';
const amountName = 'donation-amount';

/** Whoever comes from signing up goes on to their profile, wherever the payment leads them. */
export const markNewUser = () => tabStorage.set(newUser, 'true');
export const isMarkedNewUser = () => tabStorage.get(newUser) === 'true';

/** A bank's page brings the donor back without the amount. */
export const keepAmount = (amount: number) => tabStorage.set(amountName, String(amount));
export const keptAmount = () => tabStorage.get(amountName) ?? '';
