import type { AroundNavHandler } from 'wouter';
import { waitForModule } from './platform/router/modules.ts';
import { pageComponents } from './platform/router/pages.ts';
import { lazyRoutes, routesHere } from './lazy-routes.ts';

/** The address that the visitor is on the way to. */
let heading: string | undefined;
const listeners = new Set<() => void>();

function headFor(address: string | undefined): void {
  heading = address;
  for (const listener of listeners) listener();
}

/** Whether a page is on its way, for who draws that. */
export const turning = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  now: () => heading !== undefined,
};

/** Turns the page in one movement, once the code of the new one is there: until then the old one stays. */
export const turnPage: AroundNavHandler = (navigate, to, options) => {
  const { href, pathname } = new URL(to, window.location.href);
  const table = routesHere();
  if (navigator.onLine && table && pageComponents.has(table.matchPage(pathname).page.module)) {
    headFor(undefined);
    return table.withTransition(navigate, to, options);
  }
  headFor(href);
  window.addEventListener('popstate', () => headFor(undefined), { once: true });
  void waitForModule(() => readyPage(pathname), { address: href }).then(({ withTransition }) => {
    // Somebody who went elsewhere meanwhile is not called back.
    if (heading !== href) return;
    headFor(undefined);
    withTransition(navigate, to, options);
  });
};

/** Offline the page would come without its data, so the old one stays until the line is back. */
async function readyPage(path: string) {
  if (!navigator.onLine) throw new Error('The browser is offline.');
  const table = await lazyRoutes();
  await table.loadPage(table.matchPage(path).page);
  return table;
}
