import { useEffect, useRef } from 'react';

/** Moves the focus to an element once, so that screen readers announce what replaced the button. */
export function useFocusOnce<Focused extends HTMLElement>(isDone = true) {
  const place = useRef<Focused>(null);
  useEffect(() => {
    if (isDone) place.current?.focus();
  }, [isDone]);
  return place;
}
