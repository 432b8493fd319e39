import type { QueryClient } from '@tanstack/react-query';
import { second } from '#contract/platform/durations.ts';
import { userQuery } from './features/base/sign-in/use-user.ts';
import { firstInteraction } from './platform/router/first-interaction.ts';
import { lazyRoutes } from './lazy-routes.ts';

/** Restores where a reloaded page was left, and that of a page which Back loads anew. */
export function returnToPlace(client: QueryClient): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit && visit.type !== 'navigate')
    lazyRoutes().then(
      ({ restorePlace }) => restorePlace(client),
      () => undefined,
    );
}

/** Starts the service worker after everything else, and at the latest after ten seconds. */
export function prepareLater(client: QueryClient): void {
  const timer = new Promise((resolve) => {
    setTimeout(resolve, 10 * second);
  });
  void Promise.race([firstInteraction(), timer])
    .then(() => import('./device.ts'))
    .then(({ prepareDevice }) => {
      const known = client.getQueryData(userQuery().queryKey);
      return known && prepareDevice(known.user?.id);
    })
    // Without it the site works as it does in any browser.
    .catch(() => undefined);
}

/** Preloads a page's code and data once a pointer or the focus rests on its link. */
export function preloadOnIntent(client: QueryClient): void {
  void firstInteraction()
    .then(lazyRoutes)
    .then(({ keepPlaces }) => keepPlaces(client))
    .catch(() => undefined);
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && isPage(link))
      lazyRoutes().then(
        ({ preloadPage: preload }) => preload(client, link),
        () => undefined,
      );
  };
  for (const sign of ['pointerenter', 'focusin', 'touchstart']) {
    document.addEventListener(sign, onIntent, { capture: true, passive: true });
  }
}

const isPage = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && !pathname.startsWith('/api/');
