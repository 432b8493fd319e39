import { useEffect, useRef } from 'react';
import type { Comment } from '#contract/events/comments.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import HiddenNotice from '#web/features/trust/moderation/hidden-notice.tsx';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { ReportLink } from '#web/features/trust/moderation/report-link.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { DeleteCommentDialog, type AboutComment } from './delete-comment-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { DialogButton } from '#web/ui/dialog-button.tsx';

const CommentMenu = lazyPart(() => import('./comment-menu.tsx'));

interface CommentItemProps {
  eventId: number;
  comment: Comment;
  /** True for a comment just posted or just loaded, which scrolls into view and takes the focus. */
  fresh: boolean;
  onShown: () => void;
}

export function CommentItem({ eventId, comment, fresh, onShown }: CommentItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const name = comment.author?.firstName ?? 'User';
  useEffect(() => {
    if (!fresh) return;
    item.current?.focus({ preventScroll: true });
    item.current?.scrollIntoView({ block: 'center' });
    onShown();
  }, [fresh, onShown]);
  return (
    <li
      ref={item}
      tabIndex={-1}
      className="grid grid-cols-[auto_1fr] gap-x-3 rounded-card sm:gap-x-4 outline-offset-4"
    >
      <Avatar name={name} imageUrl={comment.author?.profileImageUrl} />
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-x-3">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            {comment.author && comment.userId !== null ? (
              <MemberName
                person={{ ...comment.author, userId: comment.userId }}
                className="font-display font-semibold wrap-anywhere"
              />
            ) : (
              <span className="font-display font-semibold">{name}</span>
            )}
            <time dateTime={comment.createdAt} className="text-xs text-muted sm:text-sm">
              {formatCommentDate(comment.createdAt)}
            </time>
          </p>
          <Actions eventId={eventId} comment={comment} name={name} />
        </div>
        {comment.held && (
          <Badge tone="accent" className="mb-1">
            Waiting for review
          </Badge>
        )}
        {comment.hidden && (
          <HiddenNotice of={[{ type: 'comment', id: comment.id }]} className="mb-2" />
        )}
        <LinkedText className="wrap-anywhere" text={comment.content} />
        {comment.can.review && (
          <CommentReview
            eventId={eventId}
            comment={comment}
            name={name}
            onReleased={() => item.current?.focus()}
          />
        )}
      </div>
    </li>
  );
}

/**
 * Admins get a menu; its script loads only for them. A comment that waits has its buttons below.
 */
function Actions(props: AboutComment) {
  const { can, id, userId } = props.comment;
  const { user } = useUser();
  if (can.cleanUp) return <CommentMenu {...props} />;
  if (can.review) return null;
  return (
    <div className="-mt-1.5 -mr-3 flex shrink-0">
      {user && user.id !== userId && (
        <ReportLink
          type="comment"
          id={id}
          label={`Report ${nameOf(props)}`}
          className="text-muted!"
        >
          Report
        </ReportLink>
      )}
      {can.delete && <DeleteComment {...props} variant="ghost" />}
    </div>
  );
}

const nameOf = ({ name, comment }: AboutComment) =>
  `the comment by ${name} of ${formatCommentDate(comment.createdAt)}`;

const DeleteComment = ({ variant, ...about }: AboutComment & { variant: 'ghost' | 'quiet' }) => (
  <DialogButton
    variant={variant}
    size="sm"
    aria-label={`Delete ${nameOf(about)}`}
    label="Delete"
    dialog={(close) => <DeleteCommentDialog {...about} onClose={close} />}
  />
);

interface CommentReviewProps extends AboutComment {
  onReleased: () => void;
}

/** The decision about another's comment that waits, for organisers and admins. */
function CommentReview({ onReleased, ...about }: CommentReviewProps) {
  const release = useRelease(about, onReleased);
  return (
    <>
      <p className="mt-2 text-sm text-muted">
        Only its author, organisers and admins can see it until one of you decides.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          aria-label={`Release ${nameOf(about)}`}
          busy={release.isPending}
          onClick={() => release.mutate()}
        >
          Release
        </Button>
        <DeleteComment {...about} variant="quiet" />
      </div>
    </>
  );
}

function useRelease({ eventId, comment }: AboutComment, onReleased: () => void) {
  const client = useQueryClient();
  const list = `/api/events/${eventId}/comments`;
  return useMutation({
    mutationFn: () =>
      call('POST /api/events/:id/comments/:commentId/release', {
        params: { id: eventId, commentId: comment.id },
      }),
    onSuccess: () => {
      changeRow(client, list, comment.id, releaseComment);
      onReleased();
    },
    done: 'Comment released',
    failed: "That didn't work",
    fallback: 'Please try again later.',
    onError: () => void refresh(client, list),
  });
}

function releaseComment({ held: _, ...comment }: Comment): Comment {
  const { review: __, ...can } = comment.can;
  return { ...comment, can };
}
