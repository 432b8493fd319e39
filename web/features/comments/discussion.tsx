import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import type { Event } from '../../../contract/events.ts';
import { Button } from '../../ui/button.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { LoadingComments } from './loading-comments.tsx';
import { commentPages } from './queries.ts';

/** The comments of an event and the form for one more, for its members. */
export default function Discussion({ event }: { event: Event }) {
  const list = useInfiniteQuery(commentPages(event.id));
  const [posted, setPosted] = useState<readonly Comment[]>([]);
  const loaded = list.data?.pages.flatMap((page) => page.items) ?? [];
  const known = new Set(loaded.map(({ id }) => id));
  // One's own words stay in view, also while they belong on a page that is not here yet.
  const later = posted.filter(({ id }) => !known.has(id));
  const [fresh, setFresh] = useState<number>();
  const shown = useCallback(() => setFresh(undefined), []);
  const show = (comment: Comment) => (
    <CommentItem
      key={comment.id}
      eventId={event.id}
      comment={comment}
      fresh={comment.id === fresh}
      onShown={shown}
      onDeleted={(id) => setPosted((all) => all.filter((each) => each.id !== id))}
    />
  );
  return (
    <>
      <CommentForm
        eventId={event.id}
        onPosted={(comment) => {
          setPosted((all) => [...all, comment]);
          setFresh(comment.id);
        }}
      />
      {list.isPending && <LoadingComments />}
      {list.data && loaded.length + later.length === 0 && (
        <p className="mt-6 text-muted">
          No comments yet. Say hello, or ask what people would like to know.
        </p>
      )}
      <ol className={comments}>{loaded.map(show)}</ol>
      {list.hasNextPage && (
        <Button
          className="mt-8"
          variant="outline"
          busy={list.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void list.fetchNextPage()}
        >
          Load More Comments
        </Button>
      )}
      {later.length > 0 && <ol className={comments}>{later.map(show)}</ol>}
    </>
  );
}

const comments = 'mt-8 flex flex-col gap-7';
