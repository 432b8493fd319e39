import { useIfMailed } from '#web/platform/site.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { AdminEvent } from '#contract/operations/admin.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import {
  AdminFilters,
  AdminTable,
  NothingFound,
  rowLink,
} from '#web/platform/lists/admin-list.tsx';
import { eventPages, textFilters } from './queries.ts';
import { useCleanUpItem } from '#web/features/trust/moderation/purge-item.ts';
import PurgeDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { changeRow } from '#web/platform/data/cache.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';
import { pluralise } from '#contract/platform/counted.ts';

export const reads = (search: URLSearchParams) => [eventPages(textFilters(search))];

const listPath = '/api/admin/events';

const columns: readonly Column<AdminEvent>[] = [
  { key: 'title', header: 'Event', cell: (event) => <Title event={event} /> },
  {
    key: 'when',
    header: 'When and where',
    wide: true,
    cell: ({ startTime, location }) => (
      <span className="block md:min-w-36">
        <span className="whitespace-nowrap">{formatMoment(startTime)}</span>
        <span className="block text-sm wrap-anywhere text-muted">{location}</span>
      </span>
    ),
  },
  {
    key: 'attendees',
    header: 'Attendees',
    numeric: true,
    cell: ({ attendeeCount }) => attendeeCount,
  },
  { key: 'comments', header: 'Comments', numeric: true, cell: ({ commentCount }) => commentCount },
];

export default function EventsTab() {
  const filters = textFilters(new URLSearchParams(useSearch()));
  const events = useInfiniteQuery(eventPages(filters));
  const ifMailed = useIfMailed();
  const [doomed, setDoomed] = useState<AdminEvent>();
  const [spammer, setSpammer] = useState<string | null>(null);
  const cleanUpItem = useCleanUpItem();
  const deletion = useDeleteEvent();
  return (
    <>
      <AdminFilters tab="events" filters={filters} placeholder="Title or description" />
      <AdminTable
        tab="events"
        filters={filters}
        list={events}
        caption="Events"
        columns={columns}
        more="Load More Events"
        empty={<NothingFound what="events" />}
        actions={(event) => (
          <Menu
            label={`Actions for ${event.title}`}
            items={[
              { label: 'Open event', href: paths.event(event.id) },
              { label: 'Delete', danger: true, onSelect: () => setDoomed(event) },
              ...cleanUpItem(event.can.cleanUp, () => setSpammer(event.createdById)),
            ]}
          />
        )}
      />
      {spammer !== null && <PurgeDialog userId={spammer} onClose={() => setSpammer(null)} />}
      {doomed && (
        <ConfirmDialog
          onOpenChange={() => setDoomed(undefined)}
          title={`Delete ${doomed.title}?`}
          description={`It will be gone for good${describeDeleted(doomed)}, unlike an event that its organiser cancels. ${ifMailed("If it hasn't happened yet, we'll email everyone who was going.")}`}
          confirmLabel="Delete event"
          busyLabel="Deleting..."
          danger
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate(doomed, { onSettled: () => setDoomed(undefined) })}
        />
      )}
    </>
  );
}

const describeDeleted = ({ attendeeCount, commentCount }: AdminEvent) => {
  const parts = [
    attendeeCount > 0 && pluralise(attendeeCount, 'RSVP'),
    commentCount > 0 && pluralise(commentCount, 'comment'),
  ].filter((part) => part !== false);
  return parts.length > 0 ? `, with ${parts.join(' and ')}` : '';
};

const Title = ({ event }: { event: AdminEvent }) => (
  <span className="block min-w-0 md:min-w-48">
    <Link href={paths.event(event.id)} className={rowLink}>
      <bdi>{event.title}</bdi>
    </Link>
    <span className="block text-sm font-normal wrap-anywhere text-muted">
      <bdi>{event.group.name}</bdi>
    </span>
    {event.status === 'cancelled' && (
      <Badge tone="danger" className="mt-1">
        Cancelled
      </Badge>
    )}
    {event.hidden && <Badge className="mt-1">Hidden</Badge>}
    {event.group.status !== 'approved' && <Badge className="mt-1">Not public yet</Badge>}
  </span>
);

function useDeleteEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminEvent) => call('DELETE /api/admin/events/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      changeRow<AdminEvent>(client, listPath, id, () => undefined);
      void refresh(client, '/api/admin/groups', '/api/admin/users', '/api/admin/comments');
      void refreshSite(client);
    },
    done: 'Event deleted successfully',
    failed: 'Event not deleted',
    fallback: 'Please try again later.',
    onError: () => void refresh(client, listPath),
  });
}
