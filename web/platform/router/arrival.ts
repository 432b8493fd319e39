import type { QueryClient } from '@tanstack/react-query';
import { pageHeadingId } from '#web/ui/page-heading.tsx';

/**
 * After a navigation the eye and the focus go to the new page's heading (or to what the address names), and what could not be read is tried
 * anew when a page wants it again.
 */
export function arrive(client: QueryClient): (() => void) | undefined {
  client.removeQueries({
    predicate: (query) => query.state.status === 'error' && !query.isActive(),
  });
  window.scrollTo(0, 0);
  return focusTarget();
}

/**
 * Puts the focus on what the address names, else on the page's heading, at once or when it comes; not if it has been
 * taken elsewhere by then.
 */
function focusTarget(): (() => void) | undefined {
  const named = window.location.hash.slice(1);
  const id = named || pageHeadingId;
  const preventScroll = named === '';
  const main = document.getElementById('main');
  const target = document.getElementById(id);
  target?.focus({ preventScroll });
  if (!target) main?.focus({ preventScroll: true });
  if (target || !main) return undefined;
  const watch = new MutationObserver(() => {
    const late = document.getElementById(id);
    if (!late) return;
    watch.disconnect();
    if (document.activeElement === main) late.focus({ preventScroll });
  });
  watch.observe(main, { childList: true, subtree: true });
  return () => watch.disconnect();
}
