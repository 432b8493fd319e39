import { useEffect, useState } from 'react';
import type { Group } from '#contract/community/groups.ts';
import type { MemberFilters } from '#web/features/community/groups/queries.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { InputField, SelectField } from '#web/ui/field.tsx';
import { Options } from '#web/ui/options.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

interface MemberToolsProps {
  group: Group;
  filters: MemberFilters;
  onFilters: (filters: MemberFilters) => void;
}

const sorts: [NonNullable<MemberFilters['sort']>, string][] = [
  ['', 'Organisers first'],
  ['joined', 'Newest first'],
  ['name', 'By name'],
];

const byLastCame: (typeof sorts)[number] = ['came', 'Last came'];

const shown: [NonNullable<MemberFilters['filter']>, string][] = [
  ['', 'Everyone'],
  ['organisers', 'Organisers'],
  ['new', 'New in the last 30 days'],
];

/** Searches, sorts and downloads the members of a group, for its organisers. */
export function MemberTools({ group, filters, onFilters }: MemberToolsProps) {
  const [typed, setTyped] = useState(filters.q ?? '');
  const q = useDebounced(typed.trim());
  const orders = group.recordsAttendance ? [...sorts, byLastCame] : sorts;
  useEffect(() => {
    if (q !== (filters.q ?? '')) onFilters({ ...filters, q });
  }, [q, filters, onFilters]);
  return (
    <div
      role="search"
      aria-label="Members"
      className="needs-script mb-6 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_auto_auto_auto]"
    >
      <InputField
        label="Find a first name"
        className="min-w-0"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SelectField
        label="Order"
        value={filters.sort ?? ''}
        onChange={({ target }) =>
          onFilters({ ...filters, sort: orders.find(([sort]) => sort === target.value)?.[0] })
        }
      >
        <Options of={orders} />
      </SelectField>
      <SelectField
        label="Show"
        value={filters.filter ?? ''}
        onChange={({ target }) =>
          onFilters({ ...filters, filter: shown.find(([each]) => each === target.value)?.[0] })
        }
      >
        <Options of={shown} />
      </SelectField>
      <a
        href={urlOf('GET /api/groups/:id/members.csv', { params: { id: group.id } })}
        download
        className={buttonClass({ variant: 'outline' })}
      >
        Download as CSV
      </a>
    </div>
  );
}
