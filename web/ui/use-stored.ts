import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribeToStorage(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Texts that this page has stored, since browsers may refuse to. */
const storedTexts = new Map<string, string>();

function readStored(name: string): string | null {
  try {
    return storedTexts.get(name) ?? window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

function writeStored(name: string, text: string): void {
  storedTexts.set(name, text);
  try {
    window.localStorage.setItem(name, text);
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/**
 * Keeps a text in the browser beyond its tab: only for what the next person at this computer may
 * see. Null on the server, at first, and before anything is stored.
 */
export function useStored(name: string): [string | null, (text: string) => void] {
  const stored = useSyncExternalStore(
    subscribeToStorage,
    () => readStored(name),
    () => null,
  );
  const store = useCallback((text: string) => writeStored(name, text), [name]);
  return [stored, store];
}
