import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';

/** The shared transition name of a card's picture and the banner it turns into. */
const bannerName = 'banner';
const banner = `[class*="view-transition-name:${bannerName}"]`;

/** Turns the page in one movement, where the browser can and the visitor does not mind. */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!('startViewTransition' in document) || still || options?.replace) return go();
  // The name is for one thing on a page: where a banner has it, the cards go without.
  const picture = document.querySelector(banner) ? null : pictureOf(to);
  if (picture) picture.style.viewTransitionName = bannerName;
  const turn = document.startViewTransition(() => {
    if (picture) picture.style.viewTransitionName = '';
    flushSync(go);
  });
  // A turn that another one overtakes, or that a hidden tab has no use for, is no failure.
  turn.ready.catch(() => {});
  handOn(turn);
};

/** While a page turns its picture lies over it, and whatever is pressed is the document: it goes to what is beneath. */
function handOn(turn: ViewTransition): void {
  const root = document.documentElement;
  const press = (event: MouseEvent) => {
    if (event.target !== root) return;
    turn.skipTransition();
    void turn.finished.then(() =>
      document
        .elementFromPoint(event.clientX, event.clientY)
        ?.dispatchEvent(new MouseEvent('click', event)),
    );
  };
  root.addEventListener('click', press);
  void turn.finished.finally(() => root.removeEventListener('click', press));
}

/** The picture of the card that leads there. */
function pictureOf(to: string): HTMLElement | null {
  const link = document.querySelector(`article a[href="${CSS.escape(to)}"]`);
  return link?.closest('article')?.querySelector('img') ?? null;
}
