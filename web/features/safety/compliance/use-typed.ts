import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answers, DocumentName } from '#contract/safety/compliance.ts';
import { saveDraft, readDraft } from '#web/ui/use-draft.ts';

/**
 * Holds unsaved answers for all steps of a document. Stores them in the tab, so that they survive a
 * reload or signing in again.
 */
export function useTyped(paper: DocumentName) {
  const key = typedKey(paper);
  const [typed, setTyped] = useState<Answers>({});
  const latest = useRef(typed);
  const change = useCallback(
    (next: Answers) => {
      latest.current = next;
      setTyped(next);
      saveDraft(key, next);
    },
    [key],
  );
  useEffect(() => {
    const stored = readDraft(key) as Answers;
    if (Object.keys(stored).length > 0) change({ ...stored, ...latest.current });
  }, [key, change]);
  return {
    typed,
    type: (id: string, answer: string) => change({ ...latest.current, [id]: answer }),
    /** Drops saved answers. Text typed while saving stays. */
    forget: (saved: Answers) =>
      change(
        Object.fromEntries(
          Object.entries(latest.current).filter(([id, answer]) => saved[id] !== answer),
        ),
      ),
    clear: () => change({}),
  };
}

export const typedKey = (paper: DocumentName): string => `paper-${paper}`;
