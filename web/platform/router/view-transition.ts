import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';

/** Shared by a card's image and the banner it turns into. */
const bannerName = 'banner';
const bannerSelector = `[class*="view-transition-name:${bannerName}"]`;

/** Animates the navigation if the browser supports it and the visitor hasn't reduced motion. */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!('startViewTransition' in document) || reducesMotion || options?.replace) return go();
  // The name must be unique on the page, so cards don't get it beside a banner.
  const picture = document.querySelector(bannerSelector) ? null : pictureOf(to);
  if (picture) picture.style.viewTransitionName = bannerName;
  const transition = document.startViewTransition(() => {
    if (picture) picture.style.viewTransitionName = '';
    flushSync(go);
  });
  // A skipped transition isn't an error: another may follow, or the tab may be hidden.
  transition.ready.catch(() => {});
  forwardClicks(transition);
};

/**
 * During a transition, snapshots cover the page and clicks hit the root, so this passes them on.
 * That of a press which began meanwhile may come later, but before the next press.
 */
function forwardClicks(transition: ViewTransition): void {
  const root = document.documentElement;
  const press = (event: MouseEvent) => {
    if (event.target !== root) return;
    transition.skipTransition();
    void transition.finished.then(() =>
      document
        .elementFromPoint(event.clientX, event.clientY)
        ?.dispatchEvent(new MouseEvent('click', event)),
    );
  };
  root.addEventListener('click', press);
  const stop = () => root.removeEventListener('click', press);
  void transition.finished.finally(() =>
    root.addEventListener('pointerdown', stop, { once: true, capture: true }),
  );
}

/** Returns the image of the card that links there. */
function pictureOf(to: string): HTMLElement | null {
  const link = document.querySelector(`article a[href="${CSS.escape(to)}"]`);
  return link?.closest('article')?.querySelector('img') ?? null;
}
