import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import { formatCommentDate } from '../../../contract/dates.ts';
import { call, failureOf } from '../../platform/data/api.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { LinkedText } from '../../platform/text/linked-text.tsx';
import { changeRow } from '../../platform/data/cache.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/dialog.tsx')).ConfirmDialog,
}));

interface CommentItemProps {
  eventId: number;
  comment: Comment;
  /** True for the one just posted, to which the eye and the focus go. */
  fresh: boolean;
  onShown: () => void;
  onDeleted: (id: number) => void;
}

export function CommentItem({ eventId, comment, fresh, onShown, onDeleted }: CommentItemProps) {
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
            <span className="font-display font-semibold">{name}</span>
            <time dateTime={comment.createdAt} className="text-xs text-muted sm:text-sm">
              {formatCommentDate(comment.createdAt)}
            </time>
          </p>
          {comment.can.delete && (
            <DeleteComment
              eventId={eventId}
              comment={comment}
              name={name}
              onDeleted={() => onDeleted(comment.id)}
            />
          )}
        </div>
        {comment.held && (
          <Badge tone="accent" className="mb-1">
            Waiting for review
          </Badge>
        )}
        <LinkedText className="wrap-anywhere" text={comment.content} />
      </div>
    </li>
  );
}

interface DeleteCommentProps {
  eventId: number;
  comment: Comment;
  name: string;
  onDeleted: () => void;
}

function DeleteComment({ eventId, comment, name, onDeleted }: DeleteCommentProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeletion(eventId, comment.id, onDeleted, () => setAsking(false));
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mt-1.5 -mr-3 shrink-0"
        aria-label={`Delete the comment by ${name} of ${formatCommentDate(comment.createdAt)}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={`Delete the comment by ${name}?`}
            description="It goes for good. Nobody is told."
            confirmLabel="Delete"
            cancelLabel="Keep it"
            busyLabel="Deleting..."
            danger
            busy={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            <blockquote className="mt-3 line-clamp-3 border-l-4 border-line pl-3 wrap-anywhere">
              {comment.content}
            </blockquote>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

function useDeletion(
  eventId: number,
  commentId: number,
  onDeleted: () => void,
  onFailed: () => void,
) {
  const client = useQueryClient();
  const gone = () => {
    changeRow(client, `/api/events/${eventId}/comments`, commentId, () => undefined);
    onDeleted();
    toast({ title: 'Comment deleted successfully', tone: 'good' });
  };
  return useMutation({
    mutationFn: () =>
      call('DELETE /api/events/:id/comments/:commentId', { params: { id: eventId, commentId } }),
    onSuccess: gone,
    onError: (error) => {
      // Somebody else was quicker.
      if (failureOf(error).status === 404) return gone();
      onFailed();
      toastFailure('Error', error, 'Failed to delete comment. Please try again.');
    },
  });
}
