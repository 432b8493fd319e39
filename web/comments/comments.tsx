import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import type { Comment } from '../../contract/comments.ts';
import type { Event } from '../../contract/events.ts';
import { paths, signIn } from '../../contract/paths.ts';
import { useUser } from '../accounts/use-user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentPages } from './queries.ts';

export function Comments({ event }: { event: Event }) {
  const { user } = useUser();
  return (
    <section aria-labelledby="comments">
      <SectionHeading id="comments" title="Comments" />
      {!user && <SignedOut event={event} />}
      {user && !event.can.comment && <NotAMember event={event} />}
      {user && event.can.comment && <Discussion event={event} />}
    </section>
  );
}

const SignedOut = ({ event }: { event: Event }) => (
  <EmptyState
    as="h3"
    className="rounded-card bg-sunken"
    title="Join the conversation"
    hint="Sign in to view comments and participate in the discussion"
    actions={
      <Link href={signIn(paths.event(event.id))} className={buttonClass()}>
        Sign in
      </Link>
    }
  />
);

const NotAMember = ({ event }: { event: Event }) => (
  <EmptyState
    as="h3"
    className="rounded-card bg-sunken"
    title="You need to join the group to comment"
    actions={
      <Link href={paths.group(event.groupId)} className={buttonClass()}>
        Join Group
      </Link>
    }
  />
);

function Discussion({ event }: { event: Event }) {
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
      {list.isPending && <Loading />}
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

const Loading = () => (
  <div role="status" aria-label="Loading comments" className="mt-8 flex gap-4">
    <Skeleton className="size-11 rounded-full" />
    <SkeletonText lines={3} className="grow" />
  </div>
);
