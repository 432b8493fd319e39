import { second } from '#contract/platform/durations.ts';
import { paths, startPath } from '#contract/platform/paths.ts';
import { sweepDoors } from '#web/features/events/arrivals/idb-store.ts';
import { offlinePath, sweepPages } from '#web/features/events/offline/kept-pages.ts';
import { forgetDevice, offlineCache } from '#web/platform/data/forget-device.ts';
import {
  openNotification,
  renewSubscription,
  showNotification,
} from '#web/platform/device/notification.ts';
import type { FetchEvent, WorkerScope } from '#web/platform/device/worker-scope.ts';

/** The files that the door's page needs, which the build knows (vite.config.ts). */
declare const doorFiles: readonly string[];
/** Names this build. */
declare const workerVersion: string;

const worker = globalThis as unknown as WorkerScope;

/** The page that says that there is no network, and its script. */
const offlinePage = '/offline';
const offlineScript = '/offline.js';
const offlinePageCache = `offline-page-${workerVersion}`;

/** The door's page without anybody's name. */
const doorShell = '/door';
const doorCache = `door-${workerVersion}`;
const files = new Set(doorFiles);
/**
 * The door's pages that this worker has opened. A browser may end the worker once such a page has
 * loaded: then it needs no more files.
 */
const doorPages = new Set<string>();

/** How long the network may take at the door. */
const timeoutMs = 2 * second;

const isDoor = (path: string) => /^\/events\/\d+\/door$|^\/door\/[^/]+$/.test(path);

worker.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'door') event.waitUntil(keepDoor());
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showNotification(worker.registration, event.data));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotification(worker.clients, event.notification));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(worker.registration, event));
});

/** Answers what the network doesn't. Every request that the network answers passes by. */
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') openPage(event);
  else if (pathname.startsWith(offlinePath('/')))
    event.respondWith(keptFile(pathname, offlineCache));
  else if (pathname === offlineScript)
    event.respondWith(fetch(event.request).catch(() => keptFile(pathname, offlinePageCache)));
  else if (doorPages.has(event.clientId) && files.has(pathname))
    event.respondWith(timelyOrKept(event.request, pathname));
});

function openPage(event: FetchEvent): void {
  const { url, referrer, destination } = event.request;
  const { origin, pathname, search } = new URL(url);
  // A link of another site signs nobody out (server/features/base/sign-in).
  const isSignOut = pathname === paths.logout && referrer.startsWith(`${origin}/`);
  event.waitUntil(isSignOut ? forget() : sweep());
  if (isDoor(pathname)) {
    doorPages.add(event.resultingClientId);
    event.respondWith(timelyOrKept(event.request, doorShell));
  } else if (destination === 'document' && !pathname.startsWith('/api/'))
    event.respondWith(fetch(event.request).catch(() => pageWithoutNetwork(pathname + search)));
}

const forget = async () => forgetDevice();

const sweep = () => Promise.all([sweepDoors(), sweepPages(Date.now())]).catch(() => undefined);

/** Returns the kept page of one's own events, or the page that says that there is no network. */
async function pageWithoutNetwork(path: string): Promise<Response> {
  await sweep();
  const kept = await caches.match(offlinePath(path === startPath ? paths.myEvents : path), {
    cacheName: offlineCache,
  });
  return kept ?? keptFile(offlinePage, offlinePageCache);
}

const keptFile = async (path: string, cacheName: string): Promise<Response> =>
  (await caches.match(path, { cacheName })) ?? Response.error();

async function install(): Promise<void> {
  const cache = await caches.open(offlinePageCache);
  await cache.addAll([offlinePage, offlineScript].map((path) => anonymously(path)));
  if (await isDoorInUse()) await keepDoor();
}

/** True on a phone that has opened a door before, or has one open. */
async function isDoorInUse(): Promise<boolean> {
  const names = await caches.keys();
  const pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return (
    names.some((name) => name.startsWith('door-')) ||
    pages.some(({ url }) => isDoor(new URL(url).pathname))
  );
}

async function keepDoor(): Promise<void> {
  const cache = await caches.open(doorCache);
  if (await cache.match(doorShell)) return;
  await cache.addAll([doorShell, ...doorFiles].map((path) => anonymously(path)));
}

/** A page for nobody in particular, and as the site has it now. */
const anonymously = (path: string) =>
  new Request(path, {
    credentials: 'omit',
    cache: path.startsWith('/assets/') ? 'default' : 'reload',
  });

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter(
    (name) => /^(door|offline-page)-/.test(name) && ![doorCache, offlinePageCache].includes(name),
  );
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** A gateway says so while the site behind it is down. */
const isDown = ({ status }: Response) => [502, 503, 504].includes(status);

/** Answers for the door, whose helper can't wait. */
async function timelyOrKept(request: Request, kept: string): Promise<Response> {
  const answer = fetch(request);
  const timely = await Promise.race([answer.catch(() => undefined), after(timeoutMs)]);
  if (timely && !isDown(timely)) return timely;
  return (await caches.match(kept, { cacheName: doorCache })) ?? answer;
}

const after = (time: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), time);
  });
