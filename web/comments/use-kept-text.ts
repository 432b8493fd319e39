import { useEffect, useState } from 'react';

/** Text being typed that outlives a reload, and signing in halfway, in the tab's own storage. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const name = `draft:${key}`;
  const [text, setText] = useState('');
  useEffect(() => setText(kept(name)), [name]);
  const change = (next: string) => {
    setText(next);
    keep(name, next);
  };
  return [text, change];
}

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
