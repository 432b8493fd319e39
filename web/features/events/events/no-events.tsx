import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import NearestTowns from './nearest-towns.tsx';
import { NextDate } from '#web/features/events/month/next-date.tsx';
import { Spellings } from './spellings.tsx';
import type { EventFilters } from './event-filters.ts';

export default function NoEvents({ filters }: { filters: EventFilters }) {
  return (
    <EmptyState
      title="No events found"
      hint={
        <NextDate
          filters={filters}
          otherwise="Try adjusting your search filters or check back later."
        />
      }
      actions={
        <>
          <Spellings filters={filters} />
          <NearestTowns filters={filters} />
          <Link href={paths.events} className={buttonClass({ variant: 'outline' })}>
            Clear Filters
          </Link>
          <Link href={paths.createGroup} className={buttonClass({ variant: 'ghost' })}>
            Start a Group
          </Link>
        </>
      }
    />
  );
}
