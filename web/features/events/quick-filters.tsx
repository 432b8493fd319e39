import { useState } from 'react';
import { Link } from 'wouter';
import { formatDay } from '../../../contract/dates.ts';
import { paths } from '../../../contract/paths.ts';
import { filteredPath } from '../../platform/lists/filters.tsx';
import { Check, Cross } from '../../ui/icons.tsx';
import { cx } from '../../ui/cx.ts';
import type { EventFilters } from './event-filters.ts';
import { townOf } from './queries.ts';
import { thisWeek, thisWeekend, type Span } from './spans.ts';

/** Filters that one press sets or takes off again; each is a link, and keeps all the others. */
export function QuickFilters({ filters }: { filters: EventFilters }) {
  const [now] = useState(() => new Date());
  const spans = filters.view
    ? []
    : [
        { label: 'This week', span: thisWeek(now) },
        { label: 'This weekend', span: thisWeekend(now) },
      ];
  const chosen = spans.find(({ span }) => isSpan(filters, span));
  const days = chosen ? undefined : daysOf(filters);
  const to = (change: EventFilters) =>
    filteredPath(paths.events, { ...filters, cursor: undefined, ...change });
  const anyDay = { from: undefined, to: undefined, when: undefined };
  return (
    <ul aria-label="Quick filters" className="contents">
      {filters.near && (
        <Chip href={to({ near: undefined })} removes label={`Near ${townOf(filters.near)}`} />
      )}
      {days && <Chip href={to(anyDay)} removes label={days} />}
      {spans.map(({ label, span }) => (
        <Chip
          key={label}
          set={label === chosen?.label}
          label={label}
          href={to(label === chosen?.label ? anyDay : { ...anyDay, ...span })}
        />
      ))}
      <Chip
        set={filters.free !== undefined}
        label="Free"
        href={to({ free: filters.free === undefined ? 'true' : undefined })}
      />
    </ul>
  );
}

const isSpan = (filters: EventFilters, { from, to }: Span) =>
  filters.from === from && filters.to === to;

/** Days that an address names and no other chip stands for. */
function daysOf({ from, to }: EventFilters): string | undefined {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `From ${formatDay(from)}`;
  return to && `Until ${formatDay(to)}`;
}

interface ChipProps {
  label: string;
  href: string;
  set?: boolean;
  /** Of a filter that is there only while it is set: a press takes it away. */
  removes?: boolean;
}

const Chip = ({ label, href, set = false, removes = false }: ChipProps) => (
  <li className="flex max-w-full">
    <Link
      href={href}
      replace
      aria-current={set || removes ? 'true' : undefined}
      aria-label={removes ? `${label}, remove` : undefined}
      className={cx(
        'inline-flex min-h-9 items-center gap-1.5 rounded-card border-2 px-2.5 font-display text-sm font-semibold no-underline sm:px-3',
        set || removes
          ? 'border-primary bg-primary-soft text-primary'
          : 'border-line text-ink enabled-hover:bg-primary-soft',
      )}
    >
      {set && <Check className="size-4" />}
      <span dir="auto" className="min-w-0 truncate">
        {label}
      </span>
      {removes && <Cross className="size-4" />}
    </Link>
  </li>
);
