import { useEffect, useRef } from 'react';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { questionsIn, type Step } from './document-steps.ts';
import type { Refused } from './use-document-form.ts';

export const stepHeadingId = 'step-heading';

/**
 * Moves the focus to the refused field, or else to the step's heading. The path stays the same
 * between steps, so the router doesn't move the focus.
 */
export function useStepFocus(step: Step | undefined, refused: Refused | undefined): void {
  const place = step?.number;
  const before = useRef(place);
  const wrong = step && questionsIn(step).find(({ id }) => refused && id in refused.fields)?.id;
  useEffect(() => {
    const hasMoved = before.current !== place;
    before.current = place;
    if (refused && wrong !== undefined) fieldNamed(wrong)?.focus();
    else if (hasMoved) document.getElementById(place ? stepHeadingId : pageHeadingId)?.focus();
  }, [place, wrong, refused]);
}

/** Finds a field by name; among radio buttons, the selected one. */
function fieldNamed(name: string): HTMLElement | null {
  const field = `[name="${CSS.escape(name)}"]`;
  return document.querySelector<HTMLElement>(`${field}:checked, ${field}:not([type=radio])`);
}
