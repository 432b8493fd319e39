import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Comment } from '../../contract/comments.ts';
import { formatCommentDate } from '../../contract/dates.ts';
import type { Event } from '../../contract/events.ts';
import { paths, signIn } from '../../contract/paths.ts';
import { useUser } from '../accounts/use-user.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PlainText } from '../ui/prose.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { CommentForm } from './comment-form.tsx';
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
  const comments = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <CommentForm eventId={event.id} />
      {list.isPending && <Loading />}
      {list.data && comments.length === 0 && (
        <p className="mt-6 text-muted">
          No comments yet. Say hello, or ask what people would like to know.
        </p>
      )}
      <ol className="mt-8 flex flex-col gap-7">
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ol>
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
    </>
  );
}

function CommentItem({ comment }: { comment: Comment }) {
  const name = comment.author?.firstName ?? 'User';
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-4">
      <Avatar name={name} imageUrl={comment.author?.profileImageUrl} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-display font-semibold">{name}</span>
          <time dateTime={comment.createdAt} className="text-sm text-muted">
            {formatCommentDate(comment.createdAt)}
          </time>
        </p>
        <PlainText className="wrap-anywhere" text={comment.content} />
      </div>
    </li>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading comments" className="mt-8 flex gap-4">
    <Skeleton className="size-11 rounded-full" />
    <SkeletonText lines={3} className="grow" />
  </div>
);
