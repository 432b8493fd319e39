import { paths } from '#contract/platform/paths.ts';
import { clockTime } from '#web/features/events/arrivals/door-words.ts';
import { offlinePath } from './kept-pages.ts';

/**
 * Without a network nothing can be pressed, and nobody's words or names are needed but the
 * organiser's.
 */
const onlyOnline =
  'script, template, noscript, iframe, form, button, input, select, textarea, .needs-script, [aria-labelledby=comments], [role=img], [data-foot], [data-online], a[href*="cursor="], #root > header, footer, #root > a, [role=region], link:not([rel=stylesheet]), meta[property^="og:"], meta[name^="twitter:"]';

/**
 * Makes a page of the site fit for a device without a network, and returns the addresses of the
 * files that it shows. It then needs no script but `/offline.js`.
 */
export function trimPage(page: Document, path: string, now: Date): string[] {
  keepAnswer(page);
  for (const part of page.querySelectorAll(onlyOnline)) part.remove();
  page.getElementById('root')?.prepend(offlineBar(page, path, now));
  return [...useKeptStyles(page), ...useKeptPictures(page)];
}

/** Leaves the words of the buttons that say that the reader is going, and how many are. */
function keepAnswer(page: Document): void {
  for (const count of page.querySelectorAll('button[aria-haspopup=dialog].link'))
    count.replaceWith(count.textContent);
  for (const button of page.querySelectorAll('[aria-label="Your RSVP"] button[aria-label^=Going]'))
    button.replaceWith(element(page, 'p', 'font-display text-lg font-semibold', 'You’re going ✓'));
}

function offlineBar(page: Document, path: string, now: Date): Element {
  const bar = element(page, 'header', 'border-b border-line bg-sunken');
  const row = element(
    page,
    'div',
    'mx-auto flex min-h-18 max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-6',
  );
  const updated = element(page, 'time', '', clockTime(now.toISOString()));
  updated.setAttribute('datetime', now.toISOString());
  updated.setAttribute('data-updated', '');
  const words = element(page, 'p', '');
  words.setAttribute('role', 'status');
  words.append(
    element(page, 'strong', 'font-display', 'You’re offline.'),
    ' Last updated ',
    updated,
  );
  row.append(words);
  if (path !== paths.myEvents) {
    const back = element(page, 'a', 'link flex min-h-11 items-center', 'My Events');
    back.setAttribute('href', paths.myEvents);
    row.append(back);
  }
  bar.append(row);
  return bar;
}

function element(page: Document, name: string, className: string, text = ''): HTMLElement {
  const made = page.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function useKeptStyles(page: Document): string[] {
  return [...page.querySelectorAll('link[rel=stylesheet]')].flatMap((link) => {
    const href = link.getAttribute('href') ?? '';
    link.setAttribute('href', offlinePath(href));
    return [href];
  });
}

/** A picture of another site isn't kept. */
function useKeptPictures(page: Document): string[] {
  for (const source of page.querySelectorAll('picture > source')) source.remove();
  return [...page.querySelectorAll('img')].flatMap((picture) => {
    const src = picture.getAttribute('src') ?? '';
    for (const name of ['srcset', 'sizes']) picture.removeAttribute(name);
    if (!/^\/(?!\/)/.test(src)) {
      picture.remove();
      return [];
    }
    picture.setAttribute('src', offlinePath(src));
    return [src];
  });
}
