import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import type { NearbyTown } from '#contract/events/event-search.ts';
import { nearby } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { townOf } from '#web/features/base/accounts/near-words.ts';
import { NextDate } from '#web/features/events/month/next-date.tsx';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import {
  eventTowns,
  isMovable,
  knownPlace,
  matchingGroups,
  pathNearLocation,
  placeSpellings,
  searchSpellings,
} from './elsewhere-queries.ts';
import type { EventFilters } from './event-filters.ts';

export default function NoEvents({ filters }: { filters: EventFilters }) {
  const client = useQueryClient();
  const place = filters.location ?? filters.near;
  const { data: towns = [] } = useQuery({ ...eventTowns(filters), enabled: place !== undefined });
  useQuery({ ...knownPlace(filters), enabled: isMovable(filters) });
  const nearPath = pathNearLocation(client, filters);
  if (nearPath) return <Redirect to={nearPath} replace />;
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
          <Groups filters={filters} />
          {place && (
            <NearestTowns place={place} towns={towns} isLocation={filters.location !== undefined} />
          )}
          <ButtonLink href={paths.events} variant="outline" label="Clear Filters" />
          <ButtonLink href={paths.createGroup} variant="ghost" label="Start a Group" />
        </>
      }
    />
  );
}

interface OffersProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** A list of links to somewhere else, under a title. */
const Offers = ({ id, title, children }: OffersProps) => (
  <div className="mb-2 basis-full">
    <h3 id={id} dir="auto" className="mb-3 font-display text-lg font-semibold wrap-anywhere">
      {title}
    </h3>
    <ul aria-labelledby={id} className="flex flex-wrap justify-center gap-2">
      {children}
    </ul>
  </div>
);

const Offer = ({ href, children }: { href: string; children: ReactNode }) => (
  <li className="max-w-full">
    <Link href={href} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
      <span dir="auto" className="wrap-anywhere">
        {children}
      </span>
    </Link>
  </li>
);

interface NearestTownsProps {
  place: string;
  towns: readonly NearbyTown[];
  isLocation: boolean;
}

/** Lists towns with events near a place where nothing was found. */
function NearestTowns({ place, towns, isLocation }: NearestTownsProps) {
  const [first] = towns;
  if (!first) return null;
  const nearPath = (near: string) => filteredPath(paths.events, { near });
  return (
    <Offers id="nearest-towns" title={<>Upcoming events near {place}</>}>
      {isLocation && first.miles <= nearby.miles && (
        <Offer href={nearPath(place)}>All within {nearby.miles} miles</Offer>
      )}
      {towns.map(({ name, miles }) => (
        <Offer key={name} href={nearPath(name)}>
          {name} <Aside>{miles === 1 ? '1 mile' : `${miles} miles`}</Aside>
        </Offer>
      ))}
    </Offers>
  );
}

const Aside = ({ children }: { children: ReactNode }) => (
  <span className="font-normal text-muted">{children}</span>
);

/** Suggests places, and searches, spelt like one that isn't known here. Other filters stay. */
function Spellings({ filters }: { filters: EventFilters }) {
  const field = filters.location === undefined ? 'near' : 'location';
  const { data: places = [] } = useQuery({
    ...placeSpellings(filters),
    enabled: filters[field] !== undefined,
  });
  const { data: searches = [] } = useQuery({
    ...searchSpellings(filters),
    enabled: filters.q !== undefined,
  });
  const offered = [
    ...places.map((place) => [place, { [field]: place }] as const),
    ...searches.map((q) => [q, { q }] as const),
  ];
  if (offered.length === 0) return null;
  return (
    <Offers id="spellings" title="Did you mean">
      {offered.map(([words, change]) => (
        <Offer
          key={words}
          href={filteredPath(paths.events, { ...filters, cursor: undefined, ...change })}
        >
          {words}
        </Offer>
      ))}
    </Offers>
  );
}

/** Lists groups that have the words which no event has. */
function Groups({ filters }: { filters: EventFilters }) {
  const { q, near, within } = filters;
  const { data: groups = [] } = useQuery({ ...matchingGroups(filters), enabled: q !== undefined });
  if (groups.length === 0) return null;
  return (
    <Offers id="matching-groups" title={<>Groups with “{q}”</>}>
      {groups.map(({ id, name, location }) => (
        <Offer key={id} href={paths.group(id)}>
          {name} {location && <Aside>{townOf(location)}</Aside>}
        </Offer>
      ))}
      <Offer href={filteredPath(paths.groups, { q, near, within })}>All groups</Offer>
    </Offers>
  );
}
