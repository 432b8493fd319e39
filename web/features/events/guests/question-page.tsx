import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Link, useSearch } from 'wouter';
import { questionPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';
import { questionQuery } from './guest-pages.ts';

const sendKey = 'POST /api/questions/send';

/** Shows a question to organisers, and sends it. Opening it sends nothing: mail programs open links. */
export default function QuestionPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const client = useQueryClient();
  const query = questionQuery(token);
  const { data, isPending, error, refetch } = useQuery(query);
  const send = useMutation({
    mutationFn: () => call(sendKey, { body: { token } }),
    onSuccess: (question) => client.setQueryData(query.queryKey, question),
    failed: 'Nothing was sent',
  });
  const title = useFocusOnce<HTMLHeadingElement>(send.isSuccess);
  const { status = 0 } = failureOf(error);
  if (status === 404 || status === 400) return <EndedLink />;
  if (isPending) return <FormSkeleton label="Loading your question" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="Your question" onRetry={() => void refetch()} />;
  const { sent, subject, text, event } = data;
  return (
    <article className="mx-auto mt-6 max-w-xl rounded-card bg-card p-6 sm:mt-10">
      <h1
        ref={title}
        id={pageHeadingId}
        tabIndex={-1}
        className="text-3xl font-extrabold text-balance"
      >
        {sent ? 'The organisers have your message' : 'Send your question?'}
      </h1>
      <p className="mt-4">
        <Link href={paths.event(event.id)} dir="auto" className="link wrap-anywhere">
          {event.title}
        </Link>
      </p>
      <h2 dir="auto" className="mt-4 text-xl wrap-anywhere">
        {subject}
      </h2>
      {!sent && (
        <>
          <LinkedText className="mt-2 wrap-anywhere" text={text} />
          <CallForm call={sendKey} className="mt-6" onSend={() => send.mutate()}>
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="_next" value={questionPath(token)} />
            <Button type="submit" size="lg" block busy={send.isPending} busyLabel="Sending...">
              Send message
            </Button>
          </CallForm>
        </>
      )}
    </article>
  );
}

const EndedLink = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This link has ended"
    hint="A link works for 24 hours. Still want to know? Ask again on the event’s page."
  />
);
