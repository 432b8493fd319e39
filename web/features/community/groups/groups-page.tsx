import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
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
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cardGridFour } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FoldedFilters } from '#web/platform/lists/folded-filters.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { GroupCard } from './group-card.tsx';
import { groupFilters, isFilteredList, type GroupFilters } from './group-filters.ts';
import { groupCount, groupPages } from './queries.ts';
import { useCategoryName } from './categories.ts';
import { CategoryFilter } from './category-filter.tsx';
import { NearFilters } from '#web/features/base/accounts/near-filters.tsx';
import { cleanPlaces } from '#web/features/base/accounts/place-filters.ts';
import type { PageOf } from '#web/platform/data/queries.ts';
import { FilterChip } from '#web/platform/lists/filter-chip.tsx';
import { Found } from '#web/platform/lists/found.tsx';
import { nearInWords } from '#web/features/base/accounts/near-words.ts';

const firstRow = 4;

export default function GroupsPage() {
  const filters = groupFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(groupPages(filters));
  return (
    <>
      <PageHeading
        className="mt-8 mb-5 sm:mt-10 sm:mb-6"
        title="Discover Groups"
        lead="Find the people near you who like what you like."
        actions={<ButtonLink href={paths.createGroup} variant="outline" label="Start a Group" />}
      />
      <div className="mb-8 flex flex-wrap">
        <FoldedFilters filters={[filters.q, filters.near, filters.within, filters.category]}>
          <Filters filters={filters} />
        </FoldedFilters>
      </div>
      {isFilteredList(filters) ? (
        <GroupsFound filters={filters} list={list.data} />
      ) : (
        <h2 className="sr-only">Groups</h2>
      )}
      <CardList
        kind="group"
        list={list}
        skeletons={skeletonCounts.groups}
        className={cardGridFour}
        card={(group, index) => <GroupCard group={group} eager={index < firstRow} />}
        empty={<NoGroups />}
        more="Load More Groups"
        moreHref={(cursor) => filteredPath(paths.groups, { ...filters, cursor })}
      />
    </>
  );
}

const Filters = ({ filters }: { filters: GroupFilters }) => (
  <FilterForm
    path={paths.groups}
    filters={{ ...filters }}
    post
    clean={cleanPlaces}
    className="max-sm:mt-2 grid items-end gap-4 max-lg:[&>button]:col-span-full max-sm:[&>:is(:first-child,:nth-child(5))]:col-span-full min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1.5fr_1fr_1.5fr_auto]"
  >
    {(filter) => (
      <>
        <TextFilter label="Search" placeholder="Hiking, board games, Welsh" {...filter('q')} />
        <NearFilters near={filter('near')} within={filter('within')} />
        <CategoryFilter {...filter('category')} />
        <SearchButton />
      </>
    )}
  </FilterForm>
);

const NoGroups = () => (
  <EmptyState
    title="No groups found"
    hint="Try different words, or start the group you were looking for."
    actions={
      <>
        <ButtonLink href={paths.groups} variant="outline" label="Clear Filters" />
        <ButtonLink href={paths.createGroup} label="Create a Group" />
      </>
    }
  />
);

interface GroupsFoundProps {
  filters: GroupFilters;
  list: InfiniteData<PageOf<unknown>> | undefined;
}

/**
 * Shows '3 groups with “chess” under Learning & Education', and each filter with a link to remove
 * it.
 */
function GroupsFound({ filters, list }: GroupsFoundProps) {
  const { q, near, within } = filters;
  const place = near && nearInWords(near, within);
  const category = useCategoryName(filters.category);
  const without = (...names: (keyof GroupFilters)[]) => {
    const dropped = names.map((name) => [name, undefined]);
    return filteredPath(paths.groups, {
      ...filters,
      cursor: undefined,
      ...Object.fromEntries(dropped),
    });
  };
  const words = (count: number) =>
    [
      count,
      count === 1 ? 'group' : 'groups',
      q && `with “${q}”`,
      category && `under ${category}`,
      place && place.charAt(0).toLowerCase() + place.slice(1),
    ]
      .filter(Boolean)
      .join(' ');
  return (
    <>
      <ul aria-label="Active filters" className="mb-5 flex flex-wrap gap-2">
        {q && <FilterChip href={without('q')} removes label={`“${q}”`} />}
        {place && <FilterChip href={without('near', 'within')} removes label={place} />}
        {category && <FilterChip href={without('category')} removes label={category} />}
      </ul>
      <Found list={list} count={groupCount(filters)} words={words} />
    </>
  );
}
