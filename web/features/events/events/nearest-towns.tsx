import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { nearby } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { eventTowns } from './event-towns.ts';
import type { EventFilters } from './event-filters.ts';

/** Lists towns with events near a place where nothing was found. */
export default function NearestTowns({ filters }: { filters: EventFilters }) {
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
            {name} <span className="font-normal text-muted">{distance(miles)}</span>
          </TownLink>
        ))}
      </ul>
    </div>
  );
}

const distance = (miles: number) => (miles === 1 ? '1 mile' : `${miles} miles`);

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
