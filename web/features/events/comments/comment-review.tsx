import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#contract/events/comments.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { call } from '#web/platform/data/api.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { DeleteCommentDialog, type AboutComment } from './delete-comment-dialog.tsx';

interface CommentReviewProps extends AboutComment {
  onReleased: () => void;
}

/** The decision about another's comment that waits, for organisers and admins. */
export function CommentReview({ onReleased, ...about }: CommentReviewProps) {
  const [asking, setAsking] = useState(false);
  const release = useRelease(about, onReleased);
  const named = `the comment by ${about.name} of ${formatCommentDate(about.comment.createdAt)}`;
  return (
    <>
      <p className="mt-2 text-sm text-muted">
        Only its author, organisers and admins can see it until one of you decides.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          aria-label={`Release ${named}`}
          busy={release.isPending}
          onClick={() => release.mutate()}
        >
          Release
        </Button>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Delete ${named}`}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </div>
      {asking && <DeleteCommentDialog {...about} onClose={() => setAsking(false)} />}
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
      changeRow(client, list, comment.id, released);
      toast({ title: 'Comment released', tone: 'good' });
      onReleased();
    },
    onError: (error) => {
      // Another organiser or an admin may have decided meanwhile.
      void refresh(client, list);
      toastFailure("That didn't work", error, 'Please try again later.');
    },
  });
}

function released({ held: _, ...comment }: Comment): Comment {
  const { review: __, ...can } = comment.can;
  return { ...comment, can };
}
