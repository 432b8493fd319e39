import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#contract/events/comments.ts';
import type { Event } from '#contract/events/events.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { LoadingComments } from './comments.tsx';
import { commentPages } from './queries.ts';

/** Shows an event's comments, newest last, with the comment form below them. */
export default function Discussion({ event }: { event: Event }) {
  const list = useInfiniteQuery(commentPages(event.id));
  const loaded = (list.data?.pages.flatMap((page) => page.items) ?? []).toReversed();
  const [fresh, setFresh] = useState<number>();
  const shown = () => setFresh(undefined);
  // Focus the newest of the earlier comments, where the reader left off.
  const showEarlier = async () => {
    const { data } = await list.fetchNextPage();
    setFresh(data?.pages.at(-1)?.items[0]?.id);
  };
  return (
    <>
      {list.isPending && <LoadingComments />}
      {list.hasNextPage && (
        <LoadMore
          className="mb-8 justify-start!"
          label="Earlier comments"
          busy={list.isFetchingNextPage}
          onMore={() => void showEarlier()}
        />
      )}
      {list.data && loaded.length === 0 && (
        <p className="text-muted">
          No comments yet. Say hello, or ask what people would like to know.
        </p>
      )}
      <ol className="flex flex-col gap-7">
        {loaded.map((comment) => (
          <CommentItem
            key={comment.id}
            eventId={event.id}
            comment={comment}
            fresh={comment.id === fresh}
            onShown={shown}
          />
        ))}
      </ol>
      {/* The form follows the loaded comments, so that a draft stays where its author left it. */}
      {!list.isPending && !event.hidden && (
        <div className="mt-8">
          <CommentForm eventId={event.id} onPosted={(comment: Comment) => setFresh(comment.id)} />
        </div>
      )}
    </>
  );
}
