import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { DataTable, type Column } from '../data-table.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Menu } from '../menu.tsx';
import { people, type ExamplePerson } from './examples.ts';
import { Part } from './part.tsx';

type Key = 'name' | 'email' | 'role' | 'groups';

const columns: readonly Column<ExamplePerson, Key>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
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
  { key: 'groups', header: 'Groups', cell: ({ groups }) => groups, numeric: true },
];

export function Tables() {
  return (
    <Part id="tables" title="Tables">
      <DataTable
        caption="Users"
        columns={columns}
        rows={people}
        rowKey={({ id }) => id}
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
