import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import type { ReportSubject } from '#contract/safety/reports.ts';
import type { AnswerFor } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageHeading, pageHeadingId } from '#web/ui/page-heading.tsx';
import { BlockToo } from './block-too.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';

/** The answer to a report, and whether the reporter left an address for replies. */
export type ReceivedReport = AnswerFor<'POST /api/reports'> & { told: boolean };
export type Back = { href: string; label: string };

interface ReceivedProps {
  received: ReceivedReport;
  subject: ReportSubject;
  back: Back;
}

/** The number of a report, by when it is decided, and what comes next. */
export function Received({ received, subject, back }: ReceivedProps) {
  const { user } = useUser();
  useSeen(subject);
  const isTold = user !== undefined || received.told;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        className="mt-6 mb-6 sm:mt-10"
        title="Thank you for telling us"
        lead="Your report is with those who run this site."
      />
      <dl className="grid gap-x-10 gap-y-4 rounded-card bg-card p-6 sm:grid-cols-[auto_1fr]">
        <div>
          <dt className="text-muted">Number</dt>
          <dd className="font-display text-2xl font-bold">{received.reference}</dd>
        </div>
        <div>
          <dt className="text-muted">Decided by</dt>
          <dd className="font-display text-2xl font-bold text-balance">
            {formatCommentDate(received.expectedBy)}
          </dd>
        </div>
      </dl>
      <section aria-labelledby="next" className="mt-8">
        <h2 id="next" className="text-2xl">
          What happens next
        </h2>
        <ol className="mt-3 flex list-decimal flex-col gap-2 pl-6">
          <li>An admin looks at what you reported, as it was when you sent this.</li>
          <li>
            They decide, and give a reason.{' '}
            {isTold
              ? 'We send it to you by email.'
              : 'You left no address, so we can’t tell you: keep the number in case you write to us.'}
          </li>
          <li>Whoever it is about is told what was decided, and not who reported it.</li>
          {isTold && <li>If you disagree, you can ask once for it to be looked at again.</li>}
        </ol>
      </section>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href={back.href} className={buttonClass()}>
          {back.label}
        </Link>
        {user && (
          <Link
            href={appealPath(received.reference)}
            className={buttonClass({ variant: 'outline' })}
          >
            See how it stands
          </Link>
        )}
      </p>
      <BlockToo subject={subject} />
    </div>
  );
}

/**
 * Scrolls and moves the focus to the outcome once the form has gone, and remembers that the subject
 * is reported.
 */
function useSeen({ type, id }: ReportSubject): void {
  const client = useQueryClient();
  useEffect(() => {
    document.getElementById(pageHeadingId)?.focus();
    window.scrollTo(0, 0);
    return () => void refresh(client, `/api/reports/subject/${type}/${id}`, '/api/user/reports');
  }, [client, type, id]);
}
