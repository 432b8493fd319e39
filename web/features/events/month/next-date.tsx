import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatMoment } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import type { EventFilters } from '#web/features/events/events/event-filters.ts';
import { firstAfter, lastDayShown } from './queries.ts';
import { daysInWords } from './spans.ts';
import { monthPath } from './view-paths.ts';

interface NextDateProps {
  filters: EventFilters;
  /** Shown if there are no later events. */
  otherwise: string;
}

/** 'Nothing this weekend. Next: Mon, Nov 30'. In the month view, the heading names the days. */
export function NextDate({ filters, otherwise }: NextDateProps) {
  const [now] = useState(() => new Date());
  const day = lastDayShown(filters, now);
  const first = firstAfter(filters, day ?? dateOf(now));
  const { data } = useQuery({ ...first, enabled: day !== undefined });
  const [next] = data ?? [];
  if (!day || !next) return otherwise;
  return (
    <>
      {!filters.view && `Nothing ${daysInWords(filters, now)}. `}
      Next:{' '}
      <Link href={pathTo(filters, dateOf(new Date(next.startTime)))} className="link">
        {formatMoment(next.startTime).split(' • ')[0]}
      </Link>
    </>
  );
}

const pathTo = (filters: EventFilters, date: string) =>
  filters.view
    ? monthPath(filters, date.slice(0, 7))
    : filteredPath(paths.events, {
        ...filters,
        cursor: undefined,
        when: undefined,
        from: date,
        to: undefined,
      });
