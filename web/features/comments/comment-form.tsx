import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import { paths, withNext } from '../../../contract/paths.ts';
import { call, failureOf } from '../../platform/data/api.ts';
import { refresh } from '../../platform/data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useKeptText } from './use-kept-text.ts';

const longest = 2_000;

const posted = {
  title: 'Comment posted',
  description: 'Your comment has been successfully posted',
  tone: 'good',
} as const;

const waiting = {
  title: 'Waiting for review',
  description:
    'The same text has been posted several times. Others see yours once an admin has looked at it.',
} as const;

interface CommentFormProps {
  eventId: number;
  /** Told once what is on screen has been read anew. */
  onPosted: (comment: Comment) => void;
}

export function CommentForm({ eventId, onPosted }: CommentFormProps) {
  const client = useQueryClient();
  const [content, setContent] = useKeptText(`comment:${eventId}`);
  const blank = content.trim() === '';

  const post = useMutation({
    mutationFn: () =>
      call('POST /api/events/:id/comments', { params: { id: eventId }, body: { content } }),
    onSuccess: async (comment) => {
      setContent('');
      toast(comment.held ? waiting : posted);
      await refresh(client, `/api/events/${eventId}/comments`);
      onPosted(comment);
    },
    onError: (error) => toast(refusedComment(error, paths.event(eventId))),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blank && !post.isPending) post.mutate();
  };

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <Field label="Your comment" className="w-full" error={failureOf(post.error).fields?.content}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={longest}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={blank} busy={post.isPending} busyLabel="Posting...">
        Post
      </Button>
    </form>
  );
}

function refusedComment(error: unknown, backTo: string) {
  const { code, reason } = failureOf(error);
  const refused = { title: 'Error', tone: 'danger' } as const;
  if (code === 'too_many_requests' && reason) return { ...refused, description: reason };
  return code === 'profile_incomplete'
    ? {
        ...refused,
        description: reason,
        action: { label: 'Complete Profile', href: withNext(paths.completeProfile, backTo) },
      }
    : { ...refused, description: 'Failed to post comment. Please try again.' };
}
