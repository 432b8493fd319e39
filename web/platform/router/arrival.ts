import type { QueryClient } from '@tanstack/react-query';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { scrollToPlace } from './places.ts';

/**
 * After a navigation, scrolls to where the page begins or was left, and focuses its heading, or the
 * target of the hash.
 * Failed queries are dropped, so that the next page that needs them retries.
 */
export function beginHydration(client: QueryClient): (() => void) | undefined {
  client.removeQueries({
    predicate: (query) => query.state.status === 'error' && !query.isActive(),
  });
  void showLateFont();
  scrollToPlace(client);
  return focusTarget();
}

/**
 * A page whose font comes late keeps its stand-in, so that nothing moves. The next one has the font:
 * the browser takes a face that it gave up only if it is added anew.
 */
async function showLateFont(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]');
  const given = [...document.fonts].find(({ display }) => display === 'optional');
  if (!link || !given) return;
  link.remove();
  const { family, weight, unicodeRange } = given;
  const face = new FontFace(family, `url(${link.href})`, { weight, unicodeRange });
  await face.load().then(
    () => document.fonts.add(face),
    () => undefined,
  );
}

/**
 * Focuses the target of the hash, or else the page's heading. If it isn't rendered yet, waits for
 * it, unless the visitor moves the focus first.
 */
function focusTarget(): (() => void) | undefined {
  const hash = window.location.hash.slice(1);
  const id = hash || pageHeadingId;
  const preventScroll = hash === '';
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
