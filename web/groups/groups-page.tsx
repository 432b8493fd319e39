import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import { skeletons } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { CardList } from '../card-list.tsx';
import { categories } from '../events/queries.ts';
import { filteredPath, useFilterForm } from '../filters.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { cardGridFour } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field, Input, NativeSelect } from '../ui/field.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { GroupCard } from './group-card.tsx';
import { groupFilters, groupPages, type GroupFilters } from './queries.ts';

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
  const { data: all = [] } = useQuery(categories());
  const { draft, set, submit } = useFilterForm(paths.groups, { ...filters });
  return (
    <form
      role="search"
      action={paths.groups}
      onSubmit={submit}
      className="mb-8 grid gap-4 sm:grid-cols-[2fr_1.5fr_auto] sm:items-end"
    >
      <Field label="Search" optional>
        {(control) => (
          <Input
            {...control}
            type="search"
            name="q"
            placeholder="Hiking, board games, Welsh"
            value={draft.q ?? ''}
            onChange={(event) => set('q', event.target.value)}
          />
        )}
      </Field>
      <Field label="Category" optional>
        {(control) => (
          <NativeSelect
            {...control}
            name="category"
            value={draft.category ?? ''}
            onChange={(event) => set('category', event.target.value)}
          >
            <option value="">All Categories</option>
            {all.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Button type="submit">
        <Search aria-hidden="true" className="size-5" /> Search
      </Button>
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
