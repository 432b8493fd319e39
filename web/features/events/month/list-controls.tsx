import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { QuickFilters } from '#web/features/events/events/quick-filters.tsx';
import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { cx } from '#web/ui/cx.ts';
import { listPath, monthPath } from './view-paths.ts';

/** Links that change the list's filters and view. */
export default function ListControls({ filters }: { filters: EventFilters }) {
  return (
    <>
      <QuickFilters filters={filters} />
      <ViewSwitch filters={filters} />
    </>
  );
}

/** Links that switch between list and month and keep the filters. */
function ViewSwitch({ filters }: { filters: EventFilters }) {
  const [now] = useState(() => new Date());
  return (
    <nav aria-label="View" className="flex rounded-card border-2 border-line min-[22rem]:ml-auto">
      <View
        label="List"
        current={!filters.view}
        href={
          filters.view
            ? listPath(filters, now)
            : filteredPath(paths.events, { ...filters, cursor: undefined })
        }
      />
      <View
        label="Month"
        current={filters.view !== undefined}
        href={monthPath(filters, filters.month ?? filters.from?.slice(0, 7))}
      />
    </nav>
  );
}

const View = ({ href, label, current }: { href: string; label: string; current: boolean }) => (
  <Link
    href={href}
    aria-current={current ? 'page' : undefined}
    className={cx(
      'inline-flex min-h-8 items-center rounded-[0.625rem] px-2.5 font-display text-sm font-semibold no-underline',
      current ? 'bg-primary-soft text-primary' : 'text-ink enabled-hover:bg-primary-soft',
    )}
  >
    {label}
  </Link>
);
