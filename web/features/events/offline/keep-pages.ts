import { minute } from '#contract/platform/durations.ts';
import { offlineEvents } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { activeWorker } from '#web/platform/device/register-worker.ts';
import { offlinePath, openCache, writeOwner, isOwnerPath } from './kept-pages.ts';
import { trimPage } from './trim-page.ts';

let keptAt = 0;

/** Keeps My Events and the pages of the member's next events, at most once a minute. */
export async function keepPages(account: string): Promise<void> {
  if (keptAt > Date.now() - minute || !(await activeWorker())) return;
  keptAt = Date.now();
  await keepNow(account).catch((error: unknown) => {
    keptAt = 0;
    throw error;
  });
}

/** Makes the next visit keep the pages again, such as after they were deleted. */
export const keepAgain = (): void => void (keptAt = 0);

async function keepNow(account: string): Promise<void> {
  const events = await call('GET /api/user/events', {
    query: { when: 'upcoming', limit: offlineEvents },
  });
  const cache = await openCache();
  await writeOwner(cache, { account, updatedAt: Date.now() });
  const found = new Set<string>();
  for (const path of [paths.myEvents, ...events.map(({ id }) => paths.event(id))])
    for (const address of await keepPage(cache, path)) found.add(address);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!found.has(pathname + search) && !isOwnerPath(pathname)) await cache.delete(request);
  }
}

/** Returns the addresses under which the page and its files are kept: none if it isn't there. */
async function keepPage(cache: Cache, path: string): Promise<string[]> {
  const { page, policy } = await readPage(path);
  if (!page) return [];
  const files = trimPage(page, path, new Date());
  const html = page.documentElement.outerHTML.replace(
    '</head>',
    '<script src="/offline.js" defer></script></head>',
  );
  const fonts = (await Promise.all(files.map((file) => keepFile(cache, file)))).flat();
  await cache.put(
    offlinePath(path),
    new Response(`<!doctype html>${html}`, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    }),
  );
  return [path, ...files, ...fonts].map(offlinePath);
}

/**
 * Reads a page as a document in which no script runs. The trusted types of the pages forbid other
 * ways to turn text into a document.
 */
function readPage(path: string): Promise<{ page: Document | null; policy: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    page: Document | null;
    policy: string;
  }>();
  const request = new XMLHttpRequest();
  request.open('GET', path);
  request.responseType = 'document';
  request.addEventListener('load', () => {
    const isPage = request.status === 200 && new URL(request.responseURL).pathname === path;
    const policy = request.getResponseHeader('content-security-policy') ?? "default-src 'self'";
    resolve({ page: isPage ? request.responseXML : null, policy });
  });
  request.addEventListener('error', () => reject(new Error(`${path} can't be read`)));
  request.send();
  return promise;
}

/** The fonts of a stylesheet, which names files of the build by their whole path. */
const inStyles = /(?<=url\(["']?)\/assets\/latin-[^"')]+/g;

/** Keeps a file, and what a stylesheet shows; returns the latter's addresses. */
async function keepFile(cache: Cache, file: string): Promise<string[]> {
  const known = await cache.match(offlinePath(file));
  const isStyle = file.endsWith('.css');
  if (known && !isStyle) return [];
  const answer = await fetch(file);
  if (!answer.ok) return [];
  if (!isStyle) {
    await cache.put(offlinePath(file), answer);
    return [];
  }
  const text = await answer.text();
  const fonts = [...new Set(text.match(inStyles))];
  const headers = { 'content-type': 'text/css; charset=utf-8' };
  const styles = text.replace(inStyles, (font) => offlinePath(font));
  await cache.put(offlinePath(file), new Response(styles, { headers }));
  await Promise.all(fonts.map((font) => keepFile(cache, font)));
  return fonts;
}
