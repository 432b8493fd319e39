import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { skeletons } from '../../../contract/limits.ts';
import { paths } from '../../../contract/paths.ts';
import { CardList } from '../../platform/lists/card-list.tsx';
import {
  filteredPath,
  SearchButton,
  TextFilter,
  useFilterForm,
} from '../../platform/lists/filters.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cardGridFour } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { GroupCard } from './group-card.tsx';
import { groupFilters, groupPages, type GroupFilters } from './queries.ts';
import { CategoryFilter } from '../categories/category-filter.tsx';

const firstRow = 4;

export default function GroupsPage() {
  const filters = groupFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(groupPages(filters));
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Discover Groups"
        lead="Find the people near you who like what you like."
        actions={
          <Link href={paths.createGroup} className={buttonClass({ variant: 'outline' })}>
            Start a Group
          </Link>
        }
      />
      <FilterForm filters={filters} />
      <h2 className="sr-only">Groups</h2>
      <CardList
        kind="group"
        list={list}
        skeletons={skeletons.groups}
        className={cardGridFour}
        card={(group, place) => <GroupCard group={group} eager={place < firstRow} />}
        empty={<NoGroups />}
        more="Load More Groups"
        moreHref={(cursor) => filteredPath(paths.groups, { ...filters, cursor })}
      />
    </>
  );
}

function FilterForm({ filters }: { filters: GroupFilters }) {
  const { draft, set, submit } = useFilterForm(paths.groups, { ...filters });
  return (
    <form
      role="search"
      action={paths.groups}
      onSubmit={submit}
      className="mb-8 grid items-end gap-4 max-sm:[&>:first-child]:col-span-full min-[22rem]:max-sm:grid-cols-[1fr_auto] sm:grid-cols-[2fr_1.5fr_auto]"
    >
      <TextFilter
        label="Search"
        name="q"
        placeholder="Hiking, board games, Welsh"
        value={draft.q}
        onChange={(value) => set('q', value)}
      />
      <CategoryFilter value={draft.category} onChange={(value) => set('category', value)} />
      <SearchButton />
    </form>
  );
}

const NoGroups = () => (
  <EmptyState
    title="No groups found"
    hint="Try other words, or start the group you were looking for."
    actions={
      <>
        <Link href={paths.groups} className={buttonClass({ variant: 'outline' })}>
          Clear Filters
        </Link>
        <Link href={paths.createGroup} className={buttonClass()}>
          Create a Group
        </Link>
      </>
    }
  />
);
