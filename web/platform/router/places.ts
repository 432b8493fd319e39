import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { tabStorage } from '#web/ui/tab-storage.ts';
import { noteLastAddress } from './list-address.ts';
import { overHttp, pagesKey, type PageOf } from '#web/platform/data/queries.ts';

/** How far the page at an address was scrolled, and how many pages of each list it showed. */
interface Place {
  y: number;
  lengths: Record<string, number>;
}

const storageName = 'places';
const maxPlaces = 30;

type List = InfiniteData<PageOf<unknown>>;

const currentAddress = () => window.location.pathname + window.location.search;

let places: Map<string, Place> | undefined;
let shownAddress = '';
let hasTraversed = false;

function storedPlaces(): Map<string, Place> {
  try {
    return new Map(JSON.parse(tabStorage.get(storageName) ?? '[]') as [string, Place][]);
  } catch {
    return new Map();
  }
}

/** Keeps the places of this tab, for Back, Forward and reloads. */
export function keepPlaces(client: QueryClient): void {
  if (places) return;
  const kept = (places = storedPlaces());
  shownAddress = currentAddress();
  const note = () => {
    kept.delete(shownAddress);
    kept.set(shownAddress, { y: window.scrollY, lengths: lengthsIn(client) });
    noteLastAddress(shownAddress);
  };
  // The router dispatches the first two. Capturing comes before the router, which renders.
  for (const sign of ['pushState', 'replaceState', 'popstate'])
    window.addEventListener(
      sign,
      () => {
        note();
        shownAddress = currentAddress();
        hasTraversed = sign === 'popstate';
      },
      { capture: true },
    );
  window.addEventListener('pagehide', () => {
    note();
    tabStorage.set(storageName, JSON.stringify([...kept].slice(-maxPlaces)));
  });
}

function lengthsIn(client: QueryClient): Record<string, number> {
  const lists = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => queryKey[1] === pagesKey });
  const lengths = lists.map(({ queryKey, state }) => [
    queryKey[0],
    (state.data as List | undefined)?.pages.length ?? 0,
  ]);
  return Object.fromEntries(lengths.filter(([, length]) => Number(length) > 1));
}

/** Begins a page at its top, or where it was left if Back or Forward led to it. */
export function scrollToPlace(client: QueryClient): void {
  if (!hasTraversed) window.scrollTo(0, 0);
  else restorePlace(client);
}

/** Shows the lists of the page as long as they were, and scrolls to where the page was left. */
export function restorePlace(client: QueryClient): void {
  keepPlaces(client);
  const { y, lengths } = places?.get(currentAddress()) ?? { y: 0, lengths: {} };
  for (const [url, length] of Object.entries(lengths)) extendOnceShown(client, url, length);
  scrollOnceTall(y);
}

/** Waits until the list is shown: one that changes before it is hydrated would lose its HTML. */
function extendOnceShown(client: QueryClient, url: string, length: number): void {
  const cache = client.getQueryCache();
  const address = currentAddress();
  const queryKey = [url, pagesKey];
  const extendIfShown = () => {
    const query = cache.find({ queryKey });
    if (!query?.isActive() || query.state.data === undefined) return currentAddress() !== address;
    void extend(client, queryKey, length).catch(() => undefined);
    return true;
  };
  if (extendIfShown()) return;
  const stop = cache.subscribe(() => {
    if (extendIfShown()) stop();
  });
}

async function extend(client: QueryClient, queryKey: unknown[], length: number): Promise<void> {
  const first = client.getQueryData<List>(queryKey);
  if (!first) return;
  const { pages, pageParams } = { pages: [...first.pages], pageParams: [...first.pageParams] };
  for (let next; pages.length < length && (next = pages.at(-1)?.next);) {
    pages.push(await overHttp.readPage(next));
    pageParams.push(next);
  }
  // The visitor may have loaded more meanwhile.
  client.setQueryData<List>(queryKey, (now) =>
    now && now.pages.length < pages.length ? { pages, pageParams } : now,
  );
}

const signsOfScrolling = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Scrolls once the page is long enough, unless the visitor scrolls first. */
function scrollOnceTall(y: number): void {
  const isTall = () => document.documentElement.scrollHeight >= y + window.innerHeight;
  if (isTall()) {
    if (hasTraversed) window.scrollTo(0, y);
    return;
  }
  const address = currentAddress();
  const grown = new ResizeObserver(() => {
    if (currentAddress() !== address) stop();
    else if (isTall()) {
      stop();
      window.scrollTo(0, y);
    }
  });
  const stop = () => {
    grown.disconnect();
    for (const sign of signsOfScrolling) document.removeEventListener(sign, stop);
  };
  for (const sign of signsOfScrolling)
    document.addEventListener(sign, stop, { passive: true, once: true });
  grown.observe(document.body);
}
