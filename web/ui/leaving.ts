const leaveQuestion = "Leave this page? You haven't saved your changes.";

const currentAddress = () => window.location.pathname + window.location.search;

/** The URL change that loses the text: any change, or for a multi-step form only a new path. */
export type Scope = 'address' | 'path';

let unsavedCount = 0;
let lastAddress = '';
let guardScope: Scope = 'address';

/** Marks the page as having unsaved text. Returns a function to undo that. */
export function markUnsaved(within: Scope): () => void {
  unsavedCount += 1;
  lastAddress = currentAddress();
  guardScope = within;
  return () => {
    unsavedCount -= 1;
  };
}

/** Returns whether a URL still shows the unsaved text. */
export const isSamePlace = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean =>
  guardScope === 'path'
    ? pathname === lastAddress.split('?')[0]
    : pathname + search === lastAddress;

/** Returns whether the page can be left: nothing is unsaved, or the person agrees to lose it. */
export const canLeave = (): boolean => unsavedCount === 0 || window.confirm(leaveQuestion);

/**
 * Asks before Back or Forward lose unsaved text. It must be registered before the router's
 * listener, which would remove the page.
 */
export function guardHistory(): void {
  // The router dispatches this event for each URL it pushes.
  window.addEventListener('pushState', () => {
    if (isSamePlace(window.location)) lastAddress = currentAddress();
  });
  window.addEventListener('popstate', (event) => {
    if (isSamePlace(window.location)) lastAddress = currentAddress();
    else if (!canLeave()) stayHere(event);
  });
}

function stayHere(event: Event): void {
  event.stopImmediatePropagation();
  // The browser has changed the URL already, so restore it.
  window.history.pushState(null, '', lastAddress);
}
