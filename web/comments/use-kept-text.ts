import { useState, useSyncExternalStore } from 'react';

/** Text being typed that outlives a reload, and signing in halfway, in the tab's own storage. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const name = `draft:${key}`;
  const before = useSyncExternalStore(unchanging, () => kept(name), nothing);
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    keep(name, text);
  };
  return [typed ?? before, change];
}

const unchanging = () => () => undefined;
const nothing = () => '';

// A browser may refuse its storage, or have no room left; then nothing is kept.

function kept(name: string): string {
  try {
    return window.sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function keep(name: string, text: string): void {
  try {
    if (text) window.sessionStorage.setItem(name, text);
    else window.sessionStorage.removeItem(name);
  } catch {
    return;
  }
}
