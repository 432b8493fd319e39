import { useEffect, useRef, useState } from 'react';

interface SuggestionsOptions {
  /** The id of the list, by which the field knows it. */
  listId: string;
  count: number;
  minLength: number;
  /** How long the typing rests before anything is asked, in milliseconds. */
  debounce: number;
  /** How long the list stays once the focus has left, so that a tap on it still counts. */
  closeDelay: number;
  onQuery: (text: string) => void;
}

/** When a list of suggestions asks, opens and closes, and which of them is marked. */
export function useSuggestions(text: string, options: SuggestionsOptions) {
  const { listId, count, minLength, debounce, closeDelay, onQuery } = options;
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const longEnough = (typed: string) => typed.trim().length >= minLength;
  const shown = open && longEnough(text);

  useEffect(
    () => () => {
      clearTimeout(asking.current);
      clearTimeout(closing.current);
    },
    [],
  );

  // A dialog round the field hears Escape on the document; here the list closes and the dialog stays.
  useEffect(() => {
    if (!shown) return;
    const close = (event: KeyboardEvent) => {
      const inField = document.activeElement?.getAttribute('aria-controls') === listId;
      if (event.key !== 'Escape' || !inField) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, [shown, listId]);

  return {
    shown,
    /** The place of the marked suggestion, -1 for none. */
    marked: marked < count ? marked : -1,
    mark: setMarked,
    /** One on or back, from the last to the first and round again. */
    step: (by: 1 | -1) => {
      if (!shown) setOpen(true);
      if (count === 0) return;
      setMarked((index) => (index < 0 && by < 0 ? count - 1 : (index + by + count) % count));
    },
    typed: (next: string) => {
      setOpen(true);
      setMarked(-1);
      clearTimeout(asking.current);
      if (longEnough(next)) asking.current = setTimeout(() => onQuery(next.trim()), debounce);
    },
    picked: () => {
      clearTimeout(asking.current);
      setOpen(false);
      setMarked(-1);
    },
    focused: () => clearTimeout(closing.current),
    left: () => {
      clearTimeout(asking.current);
      closing.current = setTimeout(() => setOpen(false), closeDelay);
    },
  };
}
