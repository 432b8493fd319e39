import { forgetDoors } from '#web/platform/data/forget-doors.ts';
import { second } from '#contract/platform/durations.ts';
import { sweepDoors } from '#web/features/events/arrivals/idb-store.ts';

/** The files that the door's page needs, which the build knows (vite.config.ts). */
declare const doorFiles: readonly string[];
/** Names this build. */
declare const doorVersion: string;

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  /** The page that a navigation opens. */
  resultingClientId: string;
  respondWith: (answer: Promise<Response>) => void;
}

/** The part of `ServiceWorkerGlobalScope` that this worker uses: TypeScript has it in no page's library. */
interface Worker {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: ((type: 'install' | 'activate', on: (event: ExtendableEvent) => void) => void) &
    ((type: 'fetch', on: (event: FetchEvent) => void) => void);
}

const worker = globalThis as unknown as Worker;

/** The door's page without anybody's name. */
const shell = '/door';
const cacheName = `door-${doorVersion}`;
const files = new Set(doorFiles);
/**
 * The door's pages that this worker has opened. A browser may end the worker once such a page has
 * loaded: then it needs no more files.
 */
const doorPages = new Set<string>();

/** How long the network may take. */
const patience = 2 * second;

const isDoor = (path: string) => /^\/events\/\d+\/door$|^\/door\/[^/]+$/.test(path);

worker.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder().then(() => worker.clients.claim()));
});

/**
 * Answers the door's page, and what that page loads, when the network doesn't. Every other request
 * passes by.
 */
worker.addEventListener('fetch', (event) => {
  const { method, mode, url, referrer } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    // A link of another site signs nobody out (server/features/base/sign-in).
    const isSignOut = pathname === '/api/logout' && referrer.startsWith(`${origin}/`);
    event.waitUntil(isSignOut ? forget() : sweepDoors().catch(() => undefined));
    if (!isDoor(pathname)) return;
    doorPages.add(event.resultingClientId);
    event.respondWith(networkFirst(event.request, shell));
  } else if (doorPages.has(event.clientId) && files.has(pathname))
    event.respondWith(networkFirst(event.request, pathname));
});

const forget = async () => forgetDoors();

async function keepPage(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([
    new Request(shell, { credentials: 'omit', cache: 'reload' }),
    ...doorFiles.map((file) => new Request(file, { credentials: 'omit' })),
  ]);
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith('door-') && name !== cacheName);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** A gateway says so while the site behind it is down. */
const isDown = ({ status }: Response) => [502, 503, 504].includes(status);

async function networkFirst(request: Request, kept: string): Promise<Response> {
  const answer = fetch(request);
  const timely = await Promise.race([answer.catch(() => undefined), after(patience)]);
  if (timely && !isDown(timely)) return timely;
  const cache = await caches.open(cacheName);
  return (await cache.match(kept)) ?? answer;
}

const after = (time: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), time);
  });
