import { tabStorage } from '#web/ui/tab-storage.ts';

const storageName = 'guest';

/** A guest who keeps their RSVP with an account. The token of their link proves the address. */
export interface GuestDetails {
  token: string;
  firstName: string;
  email: string;
}

/** Stores a guest in this tab for the sign-up form, as an address would show the token to logs. */
export const storeGuest = (guest: GuestDetails): void =>
  tabStorage.set(storageName, JSON.stringify(guest));

export const removeGuest = (): void => tabStorage.remove(storageName);

export function storedGuest(): GuestDetails | undefined {
  const stored = tabStorage.get(storageName);
  return stored === null ? undefined : (JSON.parse(stored) as GuestDetails);
}
