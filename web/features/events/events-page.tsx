import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { skeletons } from '../../../contract/limits.ts';
import { paths } from '../../../contract/paths.ts';
import { CardList } from '../../platform/lists/card-list.tsx';
import {
  filteredPath,
  SearchButton,
  TextFilter,
  useFilterForm,
} from '../../platform/lists/filters.tsx';
import { lazyPart } from '../../platform/router/lazy-part.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { EventCard } from './event-card.tsx';
import { eventFilters, eventPages, type EventFilters } from './queries.ts';
import { CategoryFilter } from '../categories/category-filter.tsx';

const NoEvents = lazyPart(() => import('./no-events.tsx'));

const firstRow = 3;

export default function EventsPage() {
  const filters = eventFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(eventPages(filters));
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Explore Events"
        lead="Walks, workshops, games nights and more, with people who live near you."
      />
      <FilterForm filters={filters} />
      <h2 className="sr-only">Events</h2>
      <CardList
        kind="event"
        list={list}
        skeletons={skeletons.events}
        card={(event, place) => <EventCard event={event} eager={place < firstRow} />}
        empty={<NoEvents />}
        more="Load More Events"
        moreHref={(cursor) => filteredPath(paths.events, { ...filters, cursor })}
      />
    </>
  );
}

function FilterForm({ filters }: { filters: EventFilters }) {
  const { draft, set, submit } = useFilterForm(paths.events, { ...filters });
  return (
    <form
      role="search"
      action={paths.events}
      onSubmit={submit}
      className="mb-8 grid items-end gap-4 max-sm:[&>:is(:first-child,:last-child)]:col-span-full min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1.5fr_1.5fr_auto]"
    >
      <TextFilter
        label="Search"
        name="q"
        placeholder="Walks, choirs, chess"
        value={draft.q}
        onChange={(value) => set('q', value)}
      />
      <TextFilter
        label="Location"
        name="location"
        placeholder="Town or city"
        value={draft.location}
        onChange={(value) => set('location', value)}
      />
      <CategoryFilter value={draft.category} onChange={(value) => set('category', value)} />
      <SearchButton />
    </form>
  );
}
