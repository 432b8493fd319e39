import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { skeletonCounts } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { CardList } from '#web/platform/lists/card-list.tsx';
import {
  filteredPath,
  FilterForm,
  SearchButton,
  TextFilter,
} from '#web/platform/lists/filters.tsx';
import { FoldedFilters } from '#web/platform/lists/folded-filters.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { EventCard } from './event-card.tsx';
import { lazyPart, whenReached } from '#web/platform/router/lazy-part.tsx';
import { eventFilters, isFiltered, nearLocation, type EventFilters } from './event-filters.ts';
import { NearFilters } from '#web/features/base/accounts/near-filters.tsx';
import { cleanPlaces } from '#web/features/base/accounts/place-filters.ts';
import { eventPages } from './queries.ts';
import { CategoryFilter } from '#web/features/community/groups/category-filter.tsx';

/** Loads only when nothing is found. */
const NoEvents = lazyPart(() => import('./no-events.tsx'));

/** Loads only when the list is filtered. */
const EventsFound = lazyPart(() => import('./events-found.tsx'));

const ShareActions = lazyPart(
  () => import('./events-share-actions.tsx'),
  undefined,
  whenReached('[data-embed], [data-subscribe]'),
);

/** The server renders these links; their script loads when the visitor reaches for them. */
const ListControls = lazyPart(
  () => import('#web/features/events/month/list-controls.tsx'),
  undefined,
  whenReached('[aria-label="Quick filters"], [aria-label="View"]'),
);

/** Works as a plain form until a visitor reaches for it. */
const MoreFilters = lazyPart(
  () => import('./more-filters.tsx'),
  undefined,
  whenReached('[data-more-filters]'),
);

/** Loads only for the month view. */
const EventMonth = lazyPart(() => import('#web/features/events/month/event-month.tsx'));

const firstRow = 3;

export default function EventsPage() {
  const filters = eventFilters(new URLSearchParams(useSearch()));
  return (
    <>
      <PageHeading
        className="mt-4 mb-3 sm:mt-10 sm:mb-6"
        title="Explore Events"
        lead="Walks, workshops, games nights and more, with people who live near you."
      />
      <div className="mb-3 flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:mb-8 sm:gap-x-2 sm:gap-y-4">
        <FoldedFilters filters={formFilters(filters)}>
          <Filters filters={filters} />
        </FoldedFilters>
        <ListControls filters={filters} />
      </div>
      {filters.view ? <EventMonth filters={filters} /> : <EventList filters={filters} />}
      <p className="mt-10 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <ShareActions filters={filters} />
      </p>
    </>
  );
}

function EventList({ filters }: { filters: EventFilters }) {
  const list = useInfiniteQuery(eventPages(filters));
  const [now] = useState(Date.now);
  return (
    <>
      {isFiltered(filters) ? (
        <EventsFound filters={filters} list={list.data} />
      ) : (
        <h2 className="sr-only">Events</h2>
      )}
      <CardList
        kind="event"
        list={list}
        skeletons={skeletonCounts.events}
        card={(event, index) => (
          <EventCard
            event={event}
            eager={index < firstRow}
            past={filters.when === 'all' && Date.parse(event.endTime) <= now}
          />
        )}
        empty={<NoEvents filters={filters} />}
        more="Load More Events"
        moreHref={(cursor) => filteredPath(paths.events, { ...filters, cursor })}
      />
    </>
  );
}

const Filters = ({ filters }: { filters: EventFilters }) => (
  <FilterForm
    path={paths.events}
    filters={{ ...filters }}
    post
    clean={cleanPlaces}
    instead={nearLocation}
    className="grid items-end gap-4 max-sm:[&>:is(:first-child,button)]:col-span-full min-[22rem]:grid-cols-2 lg:grid-cols-[1.5fr_1.2fr_1.6fr_1.1fr_1.4fr_auto]"
  >
    {(filter) => (
      <>
        <TextFilter label="Search" placeholder="Walks, choirs, chess" {...filter('q')} />
        <TextFilter label="Location" placeholder="Town or city" {...filter('location')} />
        <NearFilters near={filter('near')} within={filter('within')} />
        <CategoryFilter {...filter('category')} />
        <SearchButton />
        <MoreFilters access={filter('access')} online={filter('online')} />
        <LinkFilterFields filters={filters} />
      </>
    )}
  </FilterForm>
);

/** The filters that the form has a field for. */
const formFilters = ({ q, location, near, within, category, access, online }: EventFilters) => [
  q,
  location,
  near,
  within,
  category,
  access,
  online,
];

const linkFilters = ['from', 'to', 'when', 'free', 'view', 'month'] as const;

/** Hidden fields for the filters that links set, so that submitting the form keeps them. */
const LinkFilterFields = ({ filters }: { filters: EventFilters }) =>
  linkFilters.map(
    (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
  );
