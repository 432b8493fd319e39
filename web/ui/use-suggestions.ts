import { useEffect, useRef, useState } from 'react';

interface SuggestionsOptions {
  /** The id of the list, which the field refers to. */
  listId: string;
  count: number;
  onQuery: (text: string) => void;
}

const minLength = 3;
/** The debounce before a query, in milliseconds. */
const debounce = 300;
/** The delay before the list closes on blur, so that a tap on it still counts. */
const closeDelay = 200;

const longEnough = (typed: string) => typed.trim().length >= minLength;

/**
 * Manages a list of suggestions: when it queries, opens and closes, and which option is
 * highlighted.
 */
export function useSuggestions(text: string, { listId, count, onQuery }: SuggestionsOptions) {
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = open && longEnough(text);

  useEffect(
    () => () => {
      clearTimeout(asking.current);
      clearTimeout(closing.current);
    },
    [],
  );

  // Handles Escape before a surrounding dialog does, so that only the list closes.
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
    /** The index of the highlighted suggestion, or -1. */
    marked: marked < count ? marked : -1,
    mark: setMarked,
    /** Moves the highlight by one, wrapping around. */
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
