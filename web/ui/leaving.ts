const question = 'Leave this page? What you have changed is not saved yet.';

const address = () => window.location.pathname + window.location.search;

/**
 * The change that loses the text: the whole address's, or, for a form in steps, the path's alone.
 */
export type Scope = 'address' | 'path';

let unsaved = 0;
let here = '';
let scope: Scope = 'address';

/** Marks the page as one that holds what is not saved; answers how to take that back. */
export function holdUnsaved(within: Scope): () => void {
  unsaved += 1;
  here = address();
  scope = within;
  return () => {
    unsaved -= 1;
  };
}

/** Whether what is not saved is still at hand at an address of this site. */
export const staysAt = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): boolean =>
  scope === 'path' ? pathname === here.split('?')[0] : pathname + search === here;

/** Whether the page can be left: nothing is lost, or whoever is asked says so. */
export const mayLeave = (): boolean => unsaved === 0 || window.confirm(question);

/**
 * Asks before Back or Forward leave what is not saved. The window calls its listeners in the order they came, and the
 * router's takes the page away: this one has to come first.
 */
export function guardHistory(): void {
  // The router tells of the addresses that it pushes.
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
  // The address has changed by then, and can only be put back.
  window.history.pushState(null, '', here);
}
