import type { QueryClient } from '@tanstack/react-query';
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

/**
 * Preloads a page's code and data once a pointer or the focus rests on its link, and after the
 * first interaction prepares what needs no hurry.
 */
export function preloadOnIntent(client: QueryClient): void {
  void firstInteraction()
    .then(lazyRoutes)
    .then(({ keepPlaces, prepareDevice }) => {
      keepPlaces(client);
      return prepareDevice(client);
    })
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
