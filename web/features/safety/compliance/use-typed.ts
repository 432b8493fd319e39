import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answers, DocumentName } from '#contract/safety/compliance.ts';
import { keepDraft, keptDraft } from '#web/ui/use-draft.ts';

/**
 * Holds what was typed and is not saved yet, for all steps of a paper together, and keeps it in the tab through a
 * reload and through signing in again.
 */
export function useTyped(paper: DocumentName) {
  const key = typedKey(paper);
  const [typed, setTyped] = useState<Answers>({});
  const latest = useRef(typed);
  const change = useCallback(
    (next: Answers) => {
      latest.current = next;
      setTyped(next);
      keepDraft(key, next);
    },
    [key],
  );
  useEffect(() => {
    const kept = keptDraft(key) as Answers;
    if (Object.keys(kept).length > 0) change({ ...kept, ...latest.current });
  }, [key, change]);
  return {
    typed,
    type: (id: string, answer: string) => change({ ...latest.current, [id]: answer }),
    /** Drops saved answers; text typed during the saving stays. */
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
