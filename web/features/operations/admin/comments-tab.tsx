import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { AdminComment } from '#contract/operations/admin.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { cx } from '#web/ui/cx.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Menu } from '#web/ui/menu.tsx';
import {
  AdminFilters,
  AdminTable,
  NothingFound,
  rowLink,
} from '#web/platform/lists/admin-list.tsx';
import { pendingReads, PendingReview } from './pending-review.tsx';
import { commentPages, textFilters } from './queries.ts';
import { useCleanUpItem } from '#web/features/trust/moderation/purge-item.ts';
import PurgeDialog from '#web/features/trust/moderation/purge-dialog.tsx';
import { changeRow } from '#web/platform/data/cache.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

export const reads = (search: URLSearchParams) => [
  commentPages(textFilters(search)),
  ...pendingReads(),
];

const listPath = '/api/admin/comments';

/** Deleted members show as 'User'. */
const authorOf = ({ userName }: AdminComment) => userName ?? 'User';

const columns: readonly Column<AdminComment>[] = [
  {
    key: 'content',
    header: 'Comment',
    cell: ({ content }) => (
      <span
        dir="auto"
        className="line-clamp-4 max-w-prose font-normal md:min-w-48 lg:min-w-72 whitespace-pre-line wrap-anywhere"
      >
        {content}
      </span>
    ),
  },
  {
    key: 'author',
    header: 'By',
    cell: (comment) => (
      <span className="block md:min-w-48">
        <span dir="auto" className="block wrap-anywhere">
          {authorOf(comment)}
        </span>
        <span className="block text-sm wrap-anywhere text-muted">
          {comment.userEmail && <EmailText address={comment.userEmail} />}
        </span>
      </span>
    ),
  },
  {
    key: 'event',
    header: 'Event',
    cell: ({ eventId, eventTitle, createdAt }) => (
      <span className="block md:w-44">
        <Link href={paths.event(eventId)} dir="auto" className={cx(rowLink, 'line-clamp-3')}>
          {eventTitle}
        </Link>
        <span className="block text-sm whitespace-nowrap text-muted">
          {formatCommentDate(createdAt)}
        </span>
      </span>
    ),
  },
];

export default function CommentsTab() {
  const filters = textFilters(new URLSearchParams(useSearch()));
  const comments = useInfiniteQuery(commentPages(filters));
  const [doomed, setDoomed] = useState<AdminComment>();
  const [spammer, setSpammer] = useState<string | null>(null);
  const cleanUpItem = useCleanUpItem();
  const deletion = useDeleteComment();
  return (
    <>
      <PendingReview />
      <AdminFilters tab="comments" filters={filters} placeholder="Words, name or email" />
      <AdminTable
        tab="comments"
        filters={filters}
        list={comments}
        caption="Comments"
        columns={columns}
        more="Load More Comments"
        empty={<NothingFound what="comments" />}
        actions={(comment) => (
          <Menu
            label={`Actions for the comment by ${authorOf(comment)}`}
            items={[
              { label: 'Open event', href: paths.event(comment.eventId) },
              { label: 'Delete', danger: true, onSelect: () => setDoomed(comment) },
              ...cleanUpItem(comment.can.cleanUp, () => setSpammer(comment.userId)),
            ]}
          />
        )}
      />
      {spammer !== null && <PurgeDialog userId={spammer} onClose={() => setSpammer(null)} />}
      {doomed && (
        <ConfirmDialog
          onOpenChange={() => setDoomed(undefined)}
          title={`Delete the comment by ${authorOf(doomed)}?`}
          description={`It will be deleted from ${doomed.eventTitle} for good. We won't tell anyone.`}
          confirmLabel="Delete comment"
          danger
          onConfirm={() => {
            deletion.mutate(doomed);
            setDoomed(undefined);
          }}
        >
          <p className="mt-4 line-clamp-6 rounded-card bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere">
            {doomed.content}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Removes the comment from the list at once, and puts it back if the call fails. */
function useDeleteComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminComment) =>
      call('DELETE /api/admin/comments/:id', { params: { id } }),
    onMutate: ({ id }) => changeRow<AdminComment>(client, listPath, id, () => undefined),
    onSuccess: () => {
      void refresh(client, '/api/admin/users', '/api/admin/events');
      void refreshSite(client);
    },
    done: 'Comment deleted successfully',
    failed: 'Comment not deleted',
    fallback: 'Please try again later.',
  });
}
