import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Texts that this page has stored, since browsers may refuse to. */
const written = new Map<string, string>();

function read(name: string): string | null {
  try {
    return written.get(name) ?? window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, text: string): void {
  written.set(name, text);
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
    subscribe,
    () => read(name),
    () => null,
  );
  const store = useCallback((text: string) => write(name, text), [name]);
  return [stored, store];
}
