import { tabStorage } from '#web/ui/tab-storage.ts';

const name = 'guest';

/** A guest who keeps their RSVP with an account. The token of their link proves the address. */
export interface GuestDetails {
  token: string;
  firstName: string;
  email: string;
}

/** Stores a guest in this tab for the sign-up form, as an address would show the token to logs. */
export const storeGuest = (guest: GuestDetails): void =>
  tabStorage.set(name, JSON.stringify(guest));

export const removeGuest = (): void => tabStorage.remove(name);

export function storedGuest(): GuestDetails | undefined {
  const stored = tabStorage.get(name);
  return stored === null ? undefined : (JSON.parse(stored) as GuestDetails);
}
