import type { AroundNavHandler } from 'wouter';
import { waitForModule } from './platform/router/modules.ts';
import { pageComponents } from './platform/router/pages.ts';
import { lazyRoutes, loadedRoutes } from './lazy-routes.ts';

/** The URL of the navigation in progress. */
let currentTarget: string | undefined;
const listeners = new Set<() => void>();

function setTarget(address: string | undefined): void {
  currentTarget = address;
  for (const listener of listeners) listener();
}

/** A store that says whether a navigation is in progress. */
export const navigation = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  now: () => currentTarget !== undefined,
};

/** Navigates once the new page's code is loaded; until then the old page stays. */
export const navigateWhenReady: AroundNavHandler = (navigate, to, options) => {
  const { href, pathname } = new URL(to, window.location.href);
  const table = loadedRoutes();
  if (navigator.onLine && table && pageComponents.has(table.matchPage(pathname).page.module)) {
    setTarget(undefined);
    return table.withTransition(navigate, to, options);
  }
  setTarget(href);
  window.addEventListener('popstate', () => setTarget(undefined), { once: true });
  void waitForModule(() => readyPage(pathname), { address: href }).then(({ withTransition }) => {
    // The visitor has gone elsewhere in the meantime.
    if (currentTarget !== href) return;
    setTarget(undefined);
    withTransition(navigate, to, options);
  });
};

/** Loads a page's module. It waits while offline, because the page's data couldn't load either. */
async function readyPage(path: string) {
  if (!navigator.onLine) throw new Error('The browser is offline.');
  const table = await lazyRoutes();
  await table.loadPage(table.matchPage(path).page);
  return table;
}
