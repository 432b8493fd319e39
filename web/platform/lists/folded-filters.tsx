import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ChevronDown } from '#web/ui/icons.tsx';

interface FoldedFiltersProps {
  /** The filters of the form, as the address says them. */
  filters: (string | undefined)[];
  children: ReactNode;
}

/**
 * A form that a phone folds away behind a button, so that the list stands in its first screen. It follows a `details`
 * without content of its own, and shows while that is open: so it opens without JavaScript, and a wide screen
 * always has it.
 */
export function FoldedFilters({ filters, children }: FoldedFiltersProps) {
  const set = filters.filter((value) => value !== undefined).length;
  return (
    <>
      <details className="peer group/fold sm:hidden">
        <summary
          className={cx(
            buttonClass({ variant: 'outline', size: 'sm' }),
            'cursor-pointer list-none px-2.5 [&::-webkit-details-marker]:hidden',
          )}
        >
          Filters{' '}
          {set > 0 && (
            <span>
              {set}
              <span className="sr-only"> set</span>
            </span>
          )}
          <ChevronDown className="size-4 group-open/fold:rotate-180" />
        </summary>
      </details>
      <div className="w-full max-sm:hidden max-sm:peer-open:block">{children}</div>
    </>
  );
}
