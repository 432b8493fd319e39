import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { paths } from '#contract/platform/paths.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import {
  AdminFilters,
  AdminTable,
  NothingFound,
  rowLink,
  type Choice,
} from '#web/platform/lists/admin-list.tsx';
import { GroupDialog, type Question } from './group-dialogs.tsx';
import { GroupQueue } from './group-queue.tsx';
import { groupFilters, groupPages, queuePages } from './queries.ts';
import { useReview } from './use-group-actions.ts';
import { fullName } from '#contract/base/names.ts';

export const reads = (search: URLSearchParams) => [queuePages(), groupPages(groupFilters(search))];

const statusBadges: Record<AdminGroup['status'], { label: string; tone: BadgeTone }> = {
  pending_approval: { label: 'Waiting', tone: 'accent' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'danger' },
};

const statusChoices: readonly Choice[] = [
  {
    name: 'show',
    label: 'Show',
    options: [
      ['', 'All groups'],
      ['pending_approval', 'Waiting for review'],
      ['approved', 'Approved'],
      ['rejected', 'Rejected'],
      ['unled', 'Without an organiser'],
    ],
  },
];

const columns: readonly Column<AdminGroup>[] = [
  { key: 'name', header: 'Group', cell: (group) => <Name group={group} /> },
  {
    key: 'location',
    header: 'Location',
    cell: ({ location }) => location ?? <span className="text-muted">None</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, hidden }) =>
      hidden ? (
        <Badge>Hidden</Badge>
      ) : (
        <Badge tone={statusBadges[status].tone}>{statusBadges[status].label}</Badge>
      ),
  },
  { key: 'members', header: 'Members', numeric: true, cell: ({ memberCount }) => memberCount },
  { key: 'events', header: 'Events', numeric: true, cell: ({ eventCount }) => eventCount },
];

export default function GroupsTab() {
  const filters = groupFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(groupPages(filters));
  const review = useReview();
  const [dialog, setDialog] = useState<{ question: Question; group: AdminGroup }>();
  const ask = (question: Question, group: AdminGroup) => setDialog({ question, group });
  const approve = (group: AdminGroup) =>
    group.audience === 'under18'
      ? ask('approve', group)
      : review.mutate({ group, status: 'approved' });
  return (
    <>
      <GroupQueue onApprove={approve} onReject={(group) => ask('reject', group)} />
      <h2 className="mb-5 text-2xl sm:text-3xl">All groups</h2>
      <AdminFilters
        tab="groups"
        filters={filters}
        placeholder="Name or description"
        choices={statusChoices}
      />
      <AdminTable
        tab="groups"
        filters={filters}
        list={list}
        caption="Groups"
        columns={columns}
        more="Load More Groups"
        empty={<NothingFound what="groups" />}
        actions={(group) => (
          <Menu
            label={`Actions for ${group.name}`}
            items={itemsFor(
              group,
              (question) => ask(question, group),
              () => approve(group),
            )}
          />
        )}
      />
      {dialog && <GroupDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function itemsFor(
  group: AdminGroup,
  ask: (question: Question) => void,
  approve: () => void,
): MenuItem[] {
  return [
    { label: 'Open group', href: paths.group(group.id) },
    ...(group.can.appointOrganizer
      ? [{ label: 'Appoint an organiser', onSelect: () => ask('appoint') }]
      : []),
    ...(group.can.approve
      ? [{ label: group.was ? 'Approve the changes' : 'Approve', onSelect: approve }]
      : []),
    ...(group.can.reject
      ? [
          {
            label: rejectionLabel(group),
            onSelect: () => ask('reject'),
          },
        ]
      : []),
    { label: 'Delete', danger: true, onSelect: () => ask('delete') },
  ];
}

function rejectionLabel({ status, was }: AdminGroup): string {
  if (was) return 'Reject the changes';
  return status === 'approved' ? 'Unpublish' : 'Reject';
}

const Name = ({ group }: { group: AdminGroup }) => (
  <span className="block min-w-0">
    <Link href={paths.group(group.id)} className={rowLink}>
      <bdi>{group.name}</bdi>
    </Link>
    <span className="block text-sm font-normal wrap-anywhere text-muted">
      {group.owner ? `Owned by ${fullName(group.owner)}` : 'No owner'}
    </span>
    {!group.hasOrganizer && (
      <Badge tone="danger" className="mt-1">
        No organiser
      </Badge>
    )}
  </span>
);
