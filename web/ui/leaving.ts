const question = 'Leave this page? What you have changed is not saved yet.';

const address = () => window.location.pathname + window.location.search;

let unsaved = 0;
let here = '';

/** Marks the page as one that holds what is not saved; answers how to take that back. */
export function holdUnsaved(): () => void {
  unsaved += 1;
  here = address();
  return () => {
    unsaved -= 1;
  };
}

/** Whether the page can be left: nothing is lost, or whoever is asked says so. */
export const mayLeave = (): boolean => unsaved === 0 || window.confirm(question);

/**
 * Asks before Back or Forward leave what is not saved. The window calls its listeners in the order they came, and the
 * router's takes the page away: this one has to come first.
 */
export function guardHistory(): void {
  window.addEventListener('popstate', (event) => {
    if (address() === here || mayLeave()) return;
    event.stopImmediatePropagation();
    // The address has changed by then, and can only be put back.
    window.history.pushState(null, '', here);
  });
}
