import { Link } from 'wouter';
import { paths } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NextDate } from '#web/features/events/month/next-date.tsx';
import type { EventFilters } from './event-filters.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nearby } from '#contract/platform/limits.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { eventTowns, spellingsQuery } from './event-towns.ts';

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
          <ButtonLink href={paths.events} variant="outline" label="Clear Filters" />
          <ButtonLink href={paths.createGroup} variant="ghost" label="Start a Group" />
        </>
      }
    />
  );
}

/** Lists towns with events near a place where nothing was found. */
function NearestTowns({ filters }: { filters: EventFilters }) {
  const place = filters.location ?? filters.near;
  const { data: towns = [] } = useQuery({ ...eventTowns(filters), enabled: place !== undefined });
  const [first] = towns;
  if (!place || !first) return null;
  const hasNearby = filters.location && first.miles <= nearby.miles;
  return (
    <div className="basis-full">
      <h3 id="nearest-towns" className="mb-3 font-display text-lg font-semibold">
        Upcoming events near {place}
      </h3>
      <ul aria-labelledby="nearest-towns" className="flex flex-wrap justify-center gap-2">
        {hasNearby && <TownLink near={place}>All within {nearby.miles} miles</TownLink>}
        {towns.map(({ name, miles }) => (
          <TownLink key={name} near={name}>
            {name} <span className="font-normal text-muted">{distanceWords(miles)}</span>
          </TownLink>
        ))}
      </ul>
    </div>
  );
}

const distanceWords = (miles: number) => (miles === 1 ? '1 mile' : `${miles} miles`);

const TownLink = ({ near, children }: { near: string; children: ReactNode }) => (
  <li>
    <Link
      href={filteredPath(paths.events, { near })}
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      <span>{children}</span>
    </Link>
  </li>
);

/** Suggests towns spelt like an unknown place. Other filters stay. */
function Spellings({ filters }: { filters: EventFilters }) {
  const field = filters.location === undefined ? 'near' : 'location';
  const { data: towns = [] } = useQuery({
    ...spellingsQuery(filters),
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
            <ButtonLink
              href={filteredPath(paths.events, { ...filters, cursor: undefined, [field]: town })}
              variant="quiet"
              size="sm"
              label={town}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
