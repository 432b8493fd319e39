import { useSyncExternalStore } from 'react';
import { useLocation, useSearch } from 'wouter';
import { tabStorage } from '#web/ui/tab-storage.ts';

/** Names a list by its path, and in the admin panel by its tab. */
function nameOf(address: string): string {
  const [path = '', terms] = address.split('?');
  const tab = new URLSearchParams(terms).get('tab');
  return `last:${path}${tab ? `?tab=${tab}` : ''}`;
}

const isOfOneThing = (address: string) => /\/\d+(\/|\?|$)/.test(address);

/** Keeps the filters of a list that is left. */
export const noteLastAddress = (address: string): void =>
  isOfOneThing(address) ? undefined : tabStorage.set(nameOf(address), address);

const neverChanges = () => () => undefined;

/** Returns the address at which this tab last showed a list, with its filters. */
export const useLastAddress = (path: string): string =>
  useSyncExternalStore(
    neverChanges,
    () => tabStorage.get(nameOf(path)) ?? path,
    () => path,
  );

/**
 * Returns a function that keeps an open tab in the address, for Back and reloads. It needs no code of
 * another page, so it waits for none.
 */
export function useTabInAddress(name: string): (value: string) => void {
  const [path] = useLocation();
  const terms = new URLSearchParams(useSearch());
  return (value) => {
    terms.delete('cursor');
    terms.set(name, value);
    window.history.replaceState(window.history.state, '', `${path}?${terms}`);
  };
}
