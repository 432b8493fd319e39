const question = "Leave this page? You haven't saved your changes.";

const address = () => window.location.pathname + window.location.search;

/** The URL change that loses the text: any change, or for a multi-step form only a new path. */
export type Scope = 'address' | 'path';

let unsaved = 0;
let here = '';
let scope: Scope = 'address';

/** Marks the page as having unsaved text. Returns a function to undo that. */
export function markUnsaved(within: Scope): () => void {
  unsaved += 1;
  here = address();
  scope = within;
  return () => {
    unsaved -= 1;
  };
}

/** Returns whether a URL still shows the unsaved text. */
export const staysAt = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean =>
  scope === 'path' ? pathname === here.split('?')[0] : pathname + search === here;

/** Returns whether the page can be left: nothing is unsaved, or the person agrees to lose it. */
export const mayLeave = (): boolean => unsaved === 0 || window.confirm(question);

/**
 * Asks before Back or Forward lose unsaved text. It must be registered before the router's
 * listener, which would remove the page.
 */
export function guardHistory(): void {
  // The router dispatches this event for each URL it pushes.
  window.addEventListener('pushState', () => {
    if (staysAt(window.location)) here = address();
  });
  window.addEventListener('popstate', (event) => {
    if (staysAt(window.location)) here = address();
    else if (!mayLeave()) stay(event);
  });
}

function stay(event: Event): void {
  event.stopImmediatePropagation();
  // The browser has changed the URL already, so restore it.
  window.history.pushState(null, '', here);
}
