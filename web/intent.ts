import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from './accounts/use-user.ts';
import { loadComponent, matchPage, turnedAway } from './routes.tsx';

/** Fetches the page behind a link, code and data, once a pointer or the focus rests on it. */
export function preloadOnIntent(client: QueryClient): void {
  const preload = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || link.pathname.startsWith('/api/'))
      return;
    const { page, params } = matchPage(link.pathname);
    const user = client.getQueryData(userQuery().queryKey)?.user;
    if (turnedAway(page, user, link.pathname)) return;
    const signedIn = user !== undefined;
    void loadComponent(page);
    void page.load?.({ client, params, search: new URLSearchParams(link.search), signedIn });
  };
  for (const sign of ['pointerenter', 'focusin', 'touchstart']) {
    document.addEventListener(sign, preload, { capture: true, passive: true });
  }
}
