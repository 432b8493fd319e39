import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { dateOf } from '#contract/platform/days.ts';
import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ArrowLeft, ArrowRight } from '#web/ui/icons.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { MonthDays } from './month-days.tsx';
import { monthQuery } from './queries.ts';
import { monthName, monthsAfter } from './month-words.ts';
import { NextDate } from './next-date.tsx';
import { monthPath } from './view-paths.ts';

/** Shows a month's events, day by day. */
export default function EventMonth({ filters }: { filters: EventFilters }) {
  const { data, isPending, refetch } = useQuery(monthQuery(filters));
  const [now] = useState(() => new Date());
  const today = data?.today ?? dateOf(now);
  const month = filters.month ?? data?.month ?? today.slice(0, 7);
  const isEmpty = data?.days.length === 0;
  return (
    <section aria-labelledby="month">
      <MonthHeading filters={filters} month={month} today={today} follow={!isEmpty} />
      {data || isPending ? (
        <>
          {isEmpty && <EmptyMonth filters={filters} month={month} />}
          <MonthDays filters={filters} month={month} today={today} days={data?.days} />
        </>
      ) : (
        <Unavailable what="This month" onRetry={() => void refetch()} />
      )}
    </section>
  );
}

interface HeadingProps {
  filters: EventFilters;
  month: string;
  today: string;
  /** False for months without events, so that search engines stop there. */
  follow: boolean;
}

function MonthHeading({ filters, month, today, follow }: HeadingProps) {
  const step = (label: string, months: number, arrow: ReactNode) => {
    const other = monthsAfter(month, months);
    return (
      other && (
        <Link
          href={monthPath(filters, other)}
          rel={follow ? undefined : 'nofollow'}
          aria-label={`${label}, ${monthName(other)}`}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          {arrow}
        </Link>
      )
    );
  };
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 id="month" aria-live="polite" className="text-2xl sm:text-3xl">
        {monthName(month)}
      </h2>
      <nav aria-label="Months" className="flex gap-2">
        {step('Previous month', -1, <ArrowLeft className="size-5" />)}
        <TodayLink filters={filters} isCurrentMonth={today.startsWith(month)} />
        {step('Next month', 1, <ArrowRight className="size-5" />)}
      </nav>
    </div>
  );
}

/** Links to today on this page if the month is the current one; on a phone it may be far down. */
function TodayLink({
  filters,
  isCurrentMonth,
}: {
  filters: EventFilters;
  isCurrentMonth: boolean;
}) {
  const className = buttonClass({ variant: 'quiet', size: 'sm' });
  return isCurrentMonth ? (
    <a href="#today" className={className}>
      Today
    </a>
  ) : (
    <Link href={monthPath(filters)} className={className}>
      Today
    </Link>
  );
}

function EmptyMonth({ filters, month }: { filters: EventFilters; month: string }) {
  const everything = monthPath({}, filters.month);
  const isNarrowed = monthPath(filters, filters.month) !== everything;
  return (
    <EmptyState
      as="h3"
      className="pt-4 pb-8"
      title={`No events in ${monthName(month)}`}
      hint={
        <NextDate
          filters={filters}
          otherwise={
            isNarrowed ? 'Try another month or change your filters.' : 'Try another month.'
          }
        />
      }
      actions={
        isNarrowed ? (
          <Link href={everything} className={buttonClass({ variant: 'outline' })}>
            Clear Filters
          </Link>
        ) : (
          <Link href={paths.events} className={buttonClass({ variant: 'outline' })}>
            All upcoming events
          </Link>
        )
      }
    />
  );
}
