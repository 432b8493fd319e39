import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Clock, Copy } from 'lucide-react';
import { Link } from 'wouter';
import type { HeldComment } from '../../../contract/moderation.ts';
import { paths } from '../../../contract/paths.ts';
import { call } from '../../platform/data/api.ts';
import { refresh } from '../../platform/data/queries.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { toast } from '../../ui/toast.ts';
import { rowLink } from './admin-list.tsx';
import { heldPages } from './queries.ts';
import CleanupDialog from '../cleanup/cleanup-dialog.tsx';
import { changeRow } from '../../platform/data/cache.ts';
import { refreshSite } from './refresh-site.ts';
import { counted, waited } from './words.ts';

const list = '/api/admin/held-comments';

/** Comments that say what was posted often before. It is not there where none waits. */
export function HeldQueue() {
  const held = useInfiniteQuery(heldPages());
  const [spammer, setSpammer] = useState<string>();
  const container = useRef<HTMLElement>(null);
  const readAt = new Date(held.dataUpdatedAt);
  const comments = held.data?.pages.flatMap(({ items }) => items) ?? [];
  // The button just pressed goes with its card.
  const leave = () => container.current?.focus();
  const release = useVerdict(
    (id) => call('POST /api/admin/held-comments/:id/release', { params: { id } }),
    'Comment released',
  );
  const remove = useVerdict(
    (id) => call('DELETE /api/admin/held-comments/:id', { params: { id } }),
    'Comment deleted successfully',
  );
  if (comments.length === 0) return null;
  return (
    <section ref={container} tabIndex={-1} aria-labelledby="held" className="mb-12 outline-none">
      <SectionHeading id="held" title="Waiting for review" />
      <p className="mb-4 max-w-[68ch] text-muted">
        The same text was posted several times within a week. Only its author sees these comments
        until you release them.
      </p>
      <ul className="grid gap-4">
        {comments.map((comment) => (
          <li key={comment.id}>
            <Waiting
              comment={comment}
              readAt={readAt}
              onRelease={() => {
                release.mutate(comment);
                leave();
              }}
              onDelete={() => {
                remove.mutate(comment);
                leave();
              }}
              onCleanUp={() => setSpammer(comment.userId)}
            />
          </li>
        ))}
      </ul>
      {spammer !== undefined && (
        <CleanupDialog userId={spammer} onClose={() => setSpammer(undefined)} />
      )}
      {held.hasNextPage && (
        <LoadMore
          className="mt-6"
          label="Show More of the Queue"
          busy={held.isFetchingNextPage}
          onMore={() => void held.fetchNextPage()}
        />
      )}
    </section>
  );
}

interface WaitingProps {
  comment: HeldComment;
  /** When the queue was read: the same moment on the server and in the browser. */
  readAt: Date;
  onRelease: () => void;
  onDelete: () => void;
  onCleanUp: () => void;
}

function Waiting({ comment, readAt, onRelease, onDelete, onCleanUp }: WaitingProps) {
  const { content, userName, userEmail, eventId, eventTitle, createdAt, copies, can } = comment;
  return (
    <article className="rounded-card bg-card p-4 forced-colors:border sm:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
          Waiting {waited(createdAt, readAt)}
        </Badge>
        {/* What was counted is forgotten after a week, and the comment may wait longer. */}
        {copies > 1 && (
          <Badge icon={<Copy aria-hidden="true" />}>Posted {counted(copies, 'time')}</Badge>
        )}
      </div>
      <p dir="auto" className="mt-3 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {content}
      </p>
      <p className="mt-3 text-sm wrap-anywhere text-muted">
        By <bdi>{userName}</bdi> ({userEmail}) under{' '}
        <Link href={paths.event(eventId)} className={rowLink}>
          <bdi>{eventTitle}</bdi>
        </Link>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button aria-label={`Release the comment by ${userName}`} onClick={onRelease}>
          Release
        </Button>
        <Button
          variant="quiet"
          aria-label={`Delete the comment by ${userName} that waits`}
          onClick={onDelete}
        >
          Delete
        </Button>
        {can.cleanUp && (
          <Button
            variant="quiet"
            className="text-danger-ink!"
            aria-label={`Clean up spam of ${userName}…`}
            onClick={onCleanUp}
          >
            Clean up spam…
          </Button>
        )}
      </div>
    </article>
  );
}

/** The comment leaves the queue at once, and comes back to it where the call is refused. */
function useVerdict(give: (id: number) => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: HeldComment) => give(id),
    onMutate: ({ id }) => changeRow<HeldComment>(client, list, id, () => undefined),
    onSuccess: () => {
      toast({ tone: 'good', title: done });
      void refresh(client, '/api/admin/comments');
      void refreshSite(client);
    },
    onError: (error, _, undo) => {
      undo?.();
      toastFailure('Error', error, 'Please try again later.');
    },
  });
}
