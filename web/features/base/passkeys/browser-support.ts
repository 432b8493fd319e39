import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** Browsers without WebAuthn are old ones, and all on plain http except on this computer. */
const hasWebAuthn = () => 'PublicKeyCredential' in window;

/** Tells whether this browser can have passkeys here; true until the page is hydrated. */
export const useHasWebAuthn = (): boolean =>
  useSyncExternalStore(neverChanges, hasWebAuthn, () => true);
