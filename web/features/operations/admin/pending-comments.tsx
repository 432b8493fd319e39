import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { PendingComment } from '#contract/events/pending-review.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { rowLink } from '#web/platform/lists/admin-list.tsx';
import { PendingList } from './pending-list.tsx';
import { pendingCommentPages } from './queries.ts';
import { useVerdict } from './use-verdict.ts';

const list = '/api/admin/held-comments';

/** Lists comments awaiting review. */
export function PendingComments() {
  const pending = useInfiniteQuery(pendingCommentPages());
  const release = useVerdict(
    list,
    (id) => call('POST /api/admin/held-comments/:id/release', { params: { id } }),
    'Comment released',
  );
  const remove = useVerdict(
    list,
    (id) => call('DELETE /api/admin/held-comments/:id', { params: { id } }),
    'Comment deleted successfully',
  );
  return (
    <PendingList
      id="held"
      title="Waiting for review"
      hint="The same text was posted several times in a week, or a new member posted a link, email address or phone number. Only its author and the group’s organisers can see a comment until one of you releases it."
      more="Show more"
      list={pending}
      card={(comment) => ({
        verb: 'Posted',
        words: <Words comment={comment} />,
        author: comment.userName,
        release: {
          label: 'Release',
          name: `Release the comment by ${comment.userName}`,
          onPress: () => release.mutate(comment.id),
        },
        drop: {
          label: 'Delete',
          name: `Delete the waiting comment by ${comment.userName}`,
          onPress: () => remove.mutate(comment.id),
        },
      })}
    />
  );
}

function Words({ comment }: { comment: PendingComment }) {
  const { content, userName, userEmail, eventId, eventTitle } = comment;
  return (
    <>
      <p dir="auto" className="mt-3 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {content}
      </p>
      <p className="mt-3 text-sm wrap-anywhere text-muted">
        By <bdi>{userName}</bdi> ({userEmail}) under{' '}
        <Link href={paths.event(eventId)} className={rowLink}>
          <bdi>{eventTitle}</bdi>
        </Link>
      </p>
    </>
  );
}
