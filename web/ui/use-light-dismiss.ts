import { useEffect } from 'react';

/**
 * Closes the `details` that an element stands in: on Escape, with the focus back on its button, and once a press or
 * the focus goes elsewhere.
 */
export function useLightDismiss(item: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const disclosure = item.current?.closest('details');
    if (!disclosure) return;
    const within = (target: EventTarget | null) =>
      target instanceof Node && disclosure.contains(target);
    const close = () => {
      disclosure.open = false;
    };
    const elsewhere = ({ target }: Event) => {
      if (!within(target)) close();
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !disclosure.open) return;
      const focused = within(document.activeElement);
      close();
      if (focused) disclosure.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
      document.removeEventListener('keydown', escape);
    };
  }, [item]);
}
