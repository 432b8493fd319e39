import { useEffect } from 'react';

/**
 * Closes the `details` around an element on Escape, and on a press or focus outside it. Escape
 * returns the focus to its button.
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
    const onOutside = ({ target }: Event) => {
      if (!within(target)) close();
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !disclosure.open) return;
      const focused = within(document.activeElement);
      close();
      if (focused) disclosure.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [item]);
}
