import { useState } from 'react';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { DataTable, type Column, type Sort } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Menu } from '../menu.tsx';
import { people, type ExamplePerson } from './examples.ts';
import { Part } from './part.tsx';

type Key = 'name' | 'email' | 'role' | 'groups';

const columns: readonly Column<ExamplePerson, Key>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    key: 'email',
    header: 'E-mail',
    cell: ({ email }) => <span className="inline-block wrap-anywhere md:min-w-48">{email}</span>,
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }) => <Badge tone={role === 'Admin' ? 'accent' : 'neutral'}>{role}</Badge>,
  },
  { key: 'groups', header: 'Groups', cell: ({ groups }) => groups, sortable: true, numeric: true },
];

const compare = (one: ExamplePerson, other: ExamplePerson, key: Key) =>
  key === 'groups' ? one.groups - other.groups : one[key].localeCompare(other[key], 'en-GB');

export function Tables() {
  const [sort, setSort] = useState<Sort<Key>>({ key: 'name', direction: 'ascending' });
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return (
    <Part id="tables" title="Tables">
      <DataTable
        caption="Users"
        columns={columns}
        rows={people.toSorted((one, other) => sign * compare(one, other, sort.key))}
        rowKey={({ id }) => id}
        sort={sort}
        onSortChange={setSort}
        actions={({ name }) => (
          <Menu
            label={`Actions for ${name}`}
            items={[{ label: 'Delete', danger: true, onSelect: () => undefined }]}
          />
        )}
      />
      <DataTable
        caption="Users on their way"
        columns={columns}
        rows={undefined}
        rowKey={({ id }) => id}
        skeletons={2}
      />
      <DataTable
        caption="Banned users"
        columns={columns}
        rows={[]}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            as="h3"
            title="Nobody is banned"
            hint="Long may it last."
            actions={<Button variant="outline">See all users</Button>}
          />
        }
      />
    </Part>
  );
}
