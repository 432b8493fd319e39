import type { QueryClient } from '@tanstack/react-query';
import { pageHeadingId } from '../../ui/page-heading.tsx';

/**
 * After a navigation the eye and the focus go to the new page's heading, and what could not be read is tried
 * anew when a page wants it again.
 */
export function arrive(client: QueryClient): (() => void) | undefined {
  client.removeQueries({
    predicate: (query) => query.state.status === 'error' && !query.isActive(),
  });
  window.scrollTo(0, 0);
  return focusHeading();
}

/** Puts the focus on the page's heading, at once or when it comes; not if it has been taken elsewhere by then. */
function focusHeading(): (() => void) | undefined {
  const main = document.getElementById('main');
  const heading = document.getElementById(pageHeadingId);
  (heading ?? main)?.focus({ preventScroll: true });
  if (heading || !main) return undefined;
  const watch = new MutationObserver(() => {
    const late = document.getElementById(pageHeadingId);
    if (!late) return;
    watch.disconnect();
    if (document.activeElement === main) late.focus({ preventScroll: true });
  });
  watch.observe(main, { childList: true, subtree: true });
  return () => watch.disconnect();
}
