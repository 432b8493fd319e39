import { useIfMailed, type IfMailed } from '#web/platform/site.tsx';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Comment } from '#contract/events/comments.ts';
import type { Event } from '#contract/events/events.ts';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { CommentItem } from './comment-item.tsx';
import { LoadingComments } from './loading-comments.tsx';
import { commentPages } from './queries.ts';
import { logInAgain, paths, withNext } from '#contract/platform/paths.ts';
import { failureOf, urlOf } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { useIsScripted, usePosted } from '#web/platform/forms/posted.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { tabStorage } from '#web/ui/tab-storage.ts';

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
      <MoreOf
        list={list}
        className="mb-8 justify-start!"
        label="Earlier comments"
        onMore={() => void showEarlier()}
      />
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

const longestComment = 2_000;

const formId = 'your-comment';

const postedToast = {
  title: 'Comment posted',
  description: 'Your comment has been successfully posted',
  tone: 'good',
} as const;

const pendingToast = (ifMailed: IfMailed) => ({
  title: 'Waiting for review',
  description: `An organiser or admin will look at it first. We check repeated texts, and links, emails and phone numbers from new members.${ifMailed(' We’ll email you the outcome.')}`,
});

interface CommentFormProps {
  eventId: number;
  /** Called once the screen has been reloaded. */
  onPosted: (comment: Comment) => void;
}

function CommentForm({ eventId, onPosted }: CommentFormProps) {
  const client = useQueryClient();
  const action = urlOf('POST /api/events/:id/comments', { params: { id: eventId } });
  const { typed, wrong } = usePosted(`POST ${action}`);
  const [content, setContent] = useTextDraft(`comment:${eventId}`, typed.content);
  const ifMailed = useIfMailed();
  const isScripted = useIsScripted();
  const { user, isPending: isAsking } = useUser();
  const signedOut = !isAsking && !user;
  const blank = content.trim() === '';

  const post = useCreation({
    key: 'POST /api/events/:id/comments',
    inputOf: () => ({ params: { id: eventId }, body: { content } }),
    onSuccess: async (comment) => {
      setContent('');
      toast(comment.held ? pendingToast(ifMailed) : postedToast);
      await refresh(client, `/api/events/${eventId}/comments`);
      onPosted(comment);
    },
    onError: (error) => {
      // The form shows this itself, with a link to log in.
      if (failureOf(error).code === 'sign_in_required') return;
      toast(refusedComment(error, paths.event(eventId)));
      // The viewer may have been removed from the group and no longer be able to comment.
      void refresh(client, `/api/events/${eventId}`);
    },
  });

  return (
    <CallForm
      id={formId}
      call="POST /api/events/:id/comments"
      params={{ id: eventId }}
      tabIndex={-1}
      onSend={() => {
        if (!blank) post.mutate();
      }}
      className="flex flex-col items-start gap-3"
    >
      <TextareaField
        label="Your comment"
        className="w-full"
        error={failureOf(post.error).fields?.content ?? wrong.content}
        rows={3}
        maxLength={longestComment}
        name="content"
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {post.data?.quota?.message}
      </p>
      {signedOut ? (
        <SignedOut backTo={`${paths.event(eventId)}#${formId}`} />
      ) : (
        <Button
          type="submit"
          disabled={blank && isScripted}
          busy={post.isPending}
          busyLabel="Posting..."
        >
          Post
        </Button>
      )}
    </CallForm>
  );
}

/** Shown when the session ends while the viewer is writing. */
const SignedOut = ({ backTo }: { backTo: string }) => (
  <div role="alert" className="w-full">
    <Notice
      tone="accent"
      title="You've been signed out"
      action={<ButtonLink href={logInAgain(backTo)} label="Log In" />}
    >
      Your comment hasn't been posted. We'll keep what you wrote here until you're back.
    </Notice>
  </div>
);

function refusedComment(error: unknown, backTo: string) {
  const { code, reason, status } = failureOf(error);
  const refused = { title: 'Error', tone: 'danger' } as const;
  const isTold = code === 'quota' || code === 'too_many_requests' || status === 0;
  if (isTold && reason) return { ...refused, description: reason };
  return code === 'profile_incomplete'
    ? {
        ...refused,
        description: reason,
        action: { label: 'Complete Profile', href: withNext(paths.completeProfile, backTo) },
      }
    : { ...refused, description: 'Failed to post comment. Please try again.' };
}

/** Keeps typed text in the tab's storage, so that it survives a reload or signing in. */
function useTextDraft(key: string, typedBefore = ''): [string, (text: string) => void] {
  const name = `draft:${key}`;
  const before = useSyncExternalStore(
    neverChanges,
    () => loadDraft(name) || typedBefore,
    () => typedBefore,
  );
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    saveDraft(name, text);
  };
  return [typed ?? before, change];
}

const neverChanges = () => () => undefined;

const loadDraft = (name: string) => tabStorage.get(name) ?? '';
const saveDraft = (name: string, text: string) =>
  text ? tabStorage.set(name, text) : tabStorage.remove(name);
