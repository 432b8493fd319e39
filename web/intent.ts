import type { QueryClient } from '@tanstack/react-query';
import { firstInteraction } from './platform/router/first-interaction.ts';
import { lazyRoutes } from './lazy-routes.ts';

/** Fetches the page behind a link, code and data, once a pointer or the focus rests on it. */
export function preloadOnIntent(client: QueryClient): void {
  void firstInteraction()
    .then(lazyRoutes)
    .catch(() => undefined);
  const notice = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && isPage(link))
      lazyRoutes().then(
        ({ preload }) => preload(client, link),
        () => undefined,
      );
  };
  for (const sign of ['pointerenter', 'focusin', 'touchstart']) {
    document.addEventListener(sign, notice, { capture: true, passive: true });
  }
}

const isPage = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && !pathname.startsWith('/api/');
