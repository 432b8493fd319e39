import { useQuery } from '@tanstack/react-query';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { Mail } from '#contract/base/mail.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { call, urlOf } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { isNotFound } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useLastAddress } from '#web/platform/router/list-address.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { useKeptNote } from './kept-note.ts';
import { emailQuery, mailStates } from './admin-queries.ts';

export default function EmailPage() {
  const id = usePageParam('id');
  const { data: email, error, refetch } = useQuery(emailQuery(id));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Email not found" />;
  if (error) return <Unavailable as="h1" what="This email" onRetry={() => void refetch()} />;
  if (!email) return <Skeleton className="mt-10 h-96" />;
  return <EmailDetails email={email} />;
}

function EmailDetails({ email }: { email: Mail }) {
  const { label, tone } = mailStates[email.state];
  const keptNote = useKeptNote();
  return (
    <article>
      <PageHeading
        className="mt-10 mb-6"
        title={<span className="text-3xl wrap-anywhere">{email.subject ?? 'No subject'}</span>}
        back={{ href: useLastAddress(adminPaths.mail), label: 'Emails' }}
      />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
        <Badge tone={tone}>{email.state === 'kept' ? keptNote : label}</Badge>
        <span className="wrap-anywhere">To {email.recipient}</span>
        <span>{formatCommentDate(email.createdAt)}</span>
        {email.attempts > 1 && <span>Attempts: {email.attempts}</span>}
      </p>
      {email.lastError && (
        <Notice tone="danger" className="mt-5" title="What went wrong last time">
          <p className="wrap-anywhere">{email.lastError}</p>
        </Notice>
      )}
      {email.state === 'dead' && <Resend id={email.id} />}
      <Body email={email} />
    </article>
  );
}

/** Shows the email as text, and as HTML in a sandboxed frame where no script or link works. */
function Body({ email: { id, subject, html, text } }: { email: Mail }) {
  if (!html && !text) {
    return <Notice className="mt-6">We no longer keep the content of this email.</Notice>;
  }
  return (
    <div className="mt-8 grid gap-8 lg:grid-cols-2">
      {html && (
        <section aria-labelledby="as-html">
          <h2 id="as-html" className="mb-3 text-2xl">
            As sent
          </h2>
          <iframe
            title={`Email: ${subject ?? 'no subject'}`}
            sandbox=""
            src={urlOf('GET /api/admin/mail/:id/body.html', { params: { id } })}
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
  const resend = useMutation({
    mutationFn: () => call('POST /api/admin/mail/:id/resend', { params: { id } }),
    done: "We'll try to send it again",
    failed: 'Email not sent',
    reload: ['/api/admin/mail', '/api/admin/audit'],
  });
  return (
    <p className="mt-5">
      <Button busy={resend.isPending} busyLabel="Trying again..." onClick={() => resend.mutate()}>
        Send again
      </Button>
    </p>
  );
}
