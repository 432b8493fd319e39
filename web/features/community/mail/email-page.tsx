import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { Mail } from '#contract/base/mail.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { call } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { isNotFound, refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { emailQuery, mailStates } from './admin-queries.ts';

export default function EmailPage() {
  const id = usePageParam('id');
  const { data: letter, error, refetch } = useQuery(emailQuery(id));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Mail not found" />;
  if (error) return <Unavailable as="h1" what="This mail" onRetry={() => void refetch()} />;
  if (!letter) return <Skeleton className="mt-10 h-96" />;
  return <Letter letter={letter} />;
}

function Letter({ letter }: { letter: Mail }) {
  const { label, tone } = mailStates[letter.state];
  return (
    <article>
      <PageHeading
        className="mt-10 mb-6"
        title={
          <span className="text-3xl wrap-anywhere">{letter.subject ?? 'Without a subject'}</span>
        }
        back={{ href: adminPaths.mail, label: 'Mail' }}
      />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
        <Badge tone={tone}>{label}</Badge>
        <span className="wrap-anywhere">To {letter.recipient}</span>
        <span>{formatCommentDate(letter.createdAt)}</span>
        {letter.attempts > 1 && <span>Tried {letter.attempts} times</span>}
      </p>
      {letter.lastError && (
        <Notice tone="danger" className="mt-5" title="What went wrong at the last try">
          <p className="wrap-anywhere">{letter.lastError}</p>
        </Notice>
      )}
      {letter.state === 'dead' && <Resend id={letter.id} />}
      <Body letter={letter} />
    </article>
  );
}

/** As HTML, where nothing in it can run, follow or be followed; and as text beside it. */
function Body({ letter: { subject, html, text } }: { letter: Mail }) {
  if (!html && !text) {
    return <Notice className="mt-6">What it said is kept no longer.</Notice>;
  }
  return (
    <div className="mt-8 grid gap-8 lg:grid-cols-2">
      {html && (
        <section aria-labelledby="as-html">
          <h2 id="as-html" className="mb-3 text-2xl">
            As it looks
          </h2>
          <iframe
            title={`Mail: ${subject ?? 'without a subject'}`}
            sandbox=""
            srcDoc={html}
            className="h-160 w-full rounded-card border-2 border-line bg-white"
          />
        </section>
      )}
      {text && (
        <section aria-labelledby="as-text" className="min-w-0">
          <h2 id="as-text" className="mb-3 text-2xl">
            As text
          </h2>
          <pre className="rounded-card bg-card p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
            {text}
          </pre>
        </section>
      )}
    </div>
  );
}

function Resend({ id }: { id: number }) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call('POST /api/admin/mail/:id/resend', { params: { id } }),
    onSuccess: async () => {
      await refresh(client, '/api/admin/mail', '/api/admin/audit');
      toast({ title: 'It will be tried again', tone: 'good' });
    },
    onError: (error) => toastFailure('Error', error, 'Please try again.'),
  });
  return (
    <p className="mt-5">
      <Button busy={resend.isPending} busyLabel="Trying again..." onClick={() => resend.mutate()}>
        Send Again
      </Button>
    </p>
  );
}
