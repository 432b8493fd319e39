import { useSyncExternalStore } from 'react';
import { useSite } from '#web/platform/site.tsx';

/** Tells whether the site's address is a name, as passkeys need, and not only numbers. */
export function useHasHostName(): boolean {
  const { hostname } = new URL(useSite().origin);
  return !/^[\d.]+$|^\[/.test(hostname);
}

const neverChanges = () => () => undefined;

/** Browsers without WebAuthn are old ones, and all on plain http except on this computer. */
const hasWebAuthn = () => 'PublicKeyCredential' in window;

/** Tells whether this browser can have passkeys here; true until the page is hydrated. */
export const useHasWebAuthn = (): boolean =>
  useSyncExternalStore(neverChanges, hasWebAuthn, () => true);
