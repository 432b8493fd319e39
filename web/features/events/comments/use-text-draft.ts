import { useState, useSyncExternalStore } from 'react';
import { tabStorage } from '#web/ui/tab-storage.ts';

/** Keeps typed text in the tab's storage, so that it survives a reload or signing in. */
export function useTextDraft(key: string, posted = ''): [string, (text: string) => void] {
  const name = `draft:${key}`;
  const before = useSyncExternalStore(
    unchanging,
    () => loadDraft(name) || posted,
    () => posted,
  );
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    saveDraft(name, text);
  };
  return [typed ?? before, change];
}

const unchanging = () => () => undefined;

const loadDraft = (name: string) => tabStorage.get(name) ?? '';
const saveDraft = (name: string, text: string) =>
  text ? tabStorage.set(name, text) : tabStorage.remove(name);
