import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import type { EventFilters } from './event-filters.ts';
import { spellings } from './event-towns.ts';

/** Suggests towns spelt like an unknown place. Other filters stay. */
export function Spellings({ filters }: { filters: EventFilters }) {
  const field = filters.location === undefined ? 'near' : 'location';
  const { data: towns = [] } = useQuery({
    ...spellings(filters),
    enabled: filters[field] !== undefined,
  });
  if (towns.length === 0) return null;
  return (
    <div className="basis-full">
      <h3 id="spellings" className="mb-3 font-display text-lg font-semibold">
        Did you mean
      </h3>
      <ul aria-labelledby="spellings" className="flex flex-wrap justify-center gap-2">
        {towns.map((town) => (
          <li key={town}>
            <Link
              href={filteredPath(paths.events, { ...filters, cursor: undefined, [field]: town })}
              className={buttonClass({ variant: 'quiet', size: 'sm' })}
            >
              {town}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
