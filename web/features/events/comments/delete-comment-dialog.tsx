import { useIfMailed } from '#web/platform/site.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { Comment } from '#contract/events/comments.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';

export interface AboutComment {
  eventId: number;
  comment: Comment;
  name: string;
}

interface DeleteCommentDialogProps extends AboutComment {
  onClose: () => void;
}

export function DeleteCommentDialog({ eventId, comment, name, onClose }: DeleteCommentDialogProps) {
  const ifMailed = useIfMailed();
  const remove = useDeletion(eventId, comment.id, onClose);
  return (
    <LazyConfirmDialog
      onOpenChange={onClose}
      title={`Delete the comment by ${name}?`}
      description={
        comment.can.review
          ? `It will be gone for good. ${ifMailed("We'll email its author that it wasn't published.")}`
          : "It will be gone for good. We won't tell anyone."
      }
      confirmLabel="Delete"
      cancelLabel="Keep it"
      busyLabel="Deleting..."
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <blockquote
        dir="auto"
        className="mt-3 line-clamp-3 border-l-4 border-line pl-3 wrap-anywhere"
      >
        {comment.content}
      </blockquote>
    </LazyConfirmDialog>
  );
}

function useDeletion(eventId: number, commentId: number, onFailed: () => void) {
  const client = useQueryClient();
  const gone = () => {
    changeRow(client, `/api/events/${eventId}/comments`, commentId, () => undefined);
    toast({ title: 'Comment deleted successfully', tone: 'good' });
  };
  return useMutation({
    mutationFn: () =>
      call('DELETE /api/events/:id/comments/:commentId', { params: { id: eventId, commentId } }),
    onSuccess: gone,
    onError: (error) => {
      // Someone else has already deleted it.
      if (failureOf(error).status === 404) return gone();
      onFailed();
      toastFailure('Comment not deleted', error, 'Please try again.');
    },
  });
}
