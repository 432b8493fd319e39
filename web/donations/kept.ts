/** What a donation leaves in the tab's own storage. A browser may refuse it: then nothing is kept. */
function storage<Answer>(use: (storage: Storage) => Answer): Answer | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

const newUser = 'new-user';
const amountName = 'donation-amount';

/** Whoever comes from signing up goes on to their profile, wherever the payment leads them. */
export const markNewUser = () => storage((kept) => kept.setItem(newUser, 'true'));
export const isMarkedNewUser = () => storage((kept) => kept.getItem(newUser)) === 'true';

/** A bank's page brings the donor back without the amount. */
export const keepAmount = (amount: number) =>
  storage((kept) => kept.setItem(amountName, String(amount)));
export const keptAmount = () => storage((kept) => kept.getItem(amountName)) ?? '';
