import { useRef, type ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ChevronDown } from '#web/ui/icons.tsx';

interface FoldedFiltersProps {
  /** The current values of the filters. */
  filters: (string | undefined)[];
  children: ReactNode;
}

/**
 * Folds a filter form behind a button on phones, so that the list is on the first screen. The form
 * follows an empty `details` and shows while that is open. This works without JavaScript, and lets
 * wide screens always show the form.
 */
export function FoldedFilters({ filters, children }: FoldedFiltersProps) {
  const folded = useRef<HTMLDetailsElement>(null);
  const set = filters.filter((value) => value !== undefined).length;
  return (
    <>
      <details ref={folded} className="peer sm:hidden">
        <summary className={cx(buttonClass({ variant: 'outline', size: 'sm' }), 'px-2.5')}>
          Filters{' '}
          {set > 0 && (
            <span>
              {set}
              <span className="sr-only"> set</span>
            </span>
          )}
          <ChevronDown className="size-4" />
        </summary>
      </details>
      <div
        className="w-full max-sm:hidden max-sm:peer-open:block"
        onSubmit={() => foldBack(folded.current)}
      >
        {children}
      </div>
    </>
  );
}

/** Closes the form, so that what it found shows. Its button, which has the focus, goes with it. */
function foldBack(folded: HTMLDetailsElement | null): void {
  if (!folded?.open) return;
  folded.open = false;
  folded.querySelector('summary')?.focus();
}
