import { useState, useSyncExternalStore } from 'react';
import { tabStorage } from '#web/ui/tab-storage.ts';

/** Text being typed that outlives a reload, and signing in on the way, in the tab's own storage. */
export function useTextDraft(key: string, posted = ''): [string, (text: string) => void] {
  const name = `draft:${key}`;
  const before = useSyncExternalStore(
    unchanging,
    () => kept(name) || posted,
    () => posted,
  );
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    keep(name, text);
  };
  return [typed ?? before, change];
}

const unchanging = () => () => undefined;

const kept = (name: string) => tabStorage.get(name) ?? '';
const keep = (name: string, text: string) =>
  text ? tabStorage.set(name, text) : tabStorage.remove(name);
