import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { AdminUser } from '#contract/operations/admin.ts';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { publicLocation } from '#web/features/base/accounts/location.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Menu } from '#web/ui/menu.tsx';
import {
  AdminFilters,
  AdminTable,
  NothingFound,
  type Choice,
} from '#web/platform/lists/admin-list.tsx';
import { userFilters, userPages } from './queries.ts';
import { UserDialog, type Question } from './user-dialogs.tsx';
import { pluralise } from '#contract/platform/counted.ts';
import { fullName } from '#contract/base/names.ts';
import { useClosedReason } from '#web/platform/forms/open-button.tsx';
import { useCleanUpItem } from '#web/features/trust/moderation/purge-item.ts';

export const reads = (search: URLSearchParams) => [userPages(userFilters(search))];

const statusChoices: readonly Choice[] = [
  {
    name: 'role',
    label: 'Role',
    options: [
      ['', 'All roles'],
      ['user', 'Members'],
      ['admin', 'Admins'],
    ],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      ['', 'Any status'],
      ['active', 'Active'],
      ['banned', 'Banned'],
    ],
  },
];

const columns: readonly Column<AdminUser>[] = [
  { key: 'name', header: 'Name', cell: (user) => <Person user={user} /> },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }) =>
      role === 'admin' ? <Badge tone="primary">Admin</Badge> : <span>Member</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (user) => <Status user={user} />,
  },
  {
    key: 'activity',
    header: 'Activity',
    cell: ({ groupCount, commentCount }) => (
      <span className="whitespace-nowrap md:text-sm">
        {pluralise(groupCount, 'group')}
        <span className="md:hidden"> · </span>
        <span className="md:block">{pluralise(commentCount, 'comment')}</span>
      </span>
    ),
  },
  {
    key: 'joined',
    header: 'Joined',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap md:max-lg:text-sm">{formatDay(createdAt)}</span>
    ),
  },
];

export default function UsersTab() {
  const filters = userFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(userPages(filters));
  const [dialog, setDialog] = useState<{ question: Question; user: AdminUser }>();
  return (
    <>
      <AdminFilters
        tab="users"
        filters={filters}
        placeholder="Name or email"
        choices={statusChoices}
      />
      <AdminTable
        tab="users"
        filters={filters}
        list={list}
        caption="Users"
        columns={columns}
        more="Load More Users"
        empty={<NothingFound what="users" />}
        actions={(user) => (
          <UserMenu user={user} onAsk={(question) => setDialog({ question, user })} />
        )}
      />
      {dialog && <UserDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

const banLabel = (until: string | null) =>
  until ? `Suspended until ${formatDay(until)}` : 'Banned';

const Status = ({ user: { isActive, suspendedUntil, cleanup, can } }: { user: AdminUser }) => (
  <span className="block md:max-w-44">
    {isActive ? <span>Active</span> : <Badge tone="danger">{banLabel(suspendedUntil)}</Badge>}
    {cleanup && (
      <span className="block text-sm text-muted">
        {can.undoCleanup
          ? `Cleaned up, undo until ${formatCommentDate(cleanup.undoUntil)}`
          : `Cleaned up ${formatDay(cleanup.at)}`}
      </span>
    )}
  </span>
);

const Person = ({ user }: { user: AdminUser }) => (
  <span className="flex items-center gap-3 md:min-w-48">
    <Avatar name={user.firstName} imageUrl={user.profileImageUrl} seed={user.id} />
    <span className="min-w-0">
      <span dir="auto" className="block wrap-anywhere">
        {fullName(user)}
      </span>
      {user.readsLike && (
        <span className="my-0.5 block w-fit rounded-card bg-danger-soft px-2 py-0.5 text-sm font-semibold wrap-anywhere text-danger-ink forced-colors:border">
          Looks like {user.readsLike}
        </span>
      )}
      <span className="block text-sm font-normal wrap-anywhere text-muted">
        <EmailText address={user.email} />
      </span>
      {user.twoStep && (
        <span className="block text-sm font-normal text-muted">Two-step sign-in</span>
      )}
      {user.location && (
        <span className="block text-sm font-normal text-balance wrap-anywhere text-muted">
          {publicLocation(user.location)}
        </span>
      )}
    </span>
  </span>
);

/** Lists the actions on a member. Admins can't act on themselves, so their own row says 'You'. */
function UserMenu({ user, onAsk }: { user: AdminUser; onAsk: (question: Question) => void }) {
  const { changeRole, changeStatus, signOut, resetTwoStep, delete: remove } = user.can;
  const cleanUpItem = useCleanUpItem();
  const closed = useClosedReason();
  const role = { note: closed('PATCH /api/admin/users/:id/role') };
  const status = { note: closed('PATCH /api/admin/users/:id/status') };
  const { cleanUp, undoCleanup } = user.can;
  const items = [
    ...(changeRole
      ? [
          user.role === 'admin'
            ? { label: 'Remove admin role', ...role, onSelect: () => onAsk('demote') }
            : {
                label: 'Make admin',
                ...role,
                disabled: !user.isActive,
                onSelect: () => onAsk('promote'),
              },
        ]
      : []),
    ...(changeStatus
      ? [
          user.isActive
            ? { label: 'Ban', danger: true, ...status, onSelect: () => onAsk('ban') }
            : { label: 'Unban', ...status, onSelect: () => onAsk('unban') },
        ]
      : []),
    ...(signOut
      ? [
          {
            label: 'Sign out everywhere',
            note: closed('DELETE /api/admin/users/:id/sessions'),
            onSelect: () => onAsk('signOut'),
          },
        ]
      : []),
    ...(resetTwoStep && user.twoStep
      ? [{ label: 'Reset two-step sign-in', onSelect: () => onAsk('resetTwoStep') }]
      : []),
    ...(undoCleanup ? [{ label: 'Undo the clean-up', onSelect: () => onAsk('undoCleanup') }] : []),
    ...cleanUpItem(cleanUp, () => onAsk('cleanUp')),
    ...(remove
      ? [
          {
            label: 'Delete',
            danger: true,
            note: closed('DELETE /api/admin/users/:id'),
            onSelect: () => onAsk('delete'),
          },
        ]
      : []),
  ];
  return items.length > 0 ? (
    <Menu label={`Actions for ${fullName(user)}`} items={items} />
  ) : (
    <span className="px-3 text-sm text-muted max-md:leading-11">You</span>
  );
}
