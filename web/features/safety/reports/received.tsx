import { useSite } from '#web/platform/site.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import type { ReportSubject } from '#contract/safety/reports.ts';
import type { AnswerFor } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading, pageHeadingId } from '#web/ui/page-heading.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import BlockMember from '#web/features/trust/blocks/block-member.tsx';

/** The answer to a report, and whether the reporter left an email address. */
export type ReceivedReport = AnswerFor<'POST /api/reports'> & { hasEmail: boolean };
export type Back = { href: string; label: string };

interface ReceivedProps {
  received: ReceivedReport;
  subject: ReportSubject;
  back: Back;
}

/** Shows the report's number, the deadline and what happens next. */
export function Received({ received, subject, back }: ReceivedProps) {
  const { user } = useUser();
  const { mailLeaves } = useSite();
  useOutcomeFocus(subject);
  const getsEmail = user !== undefined || received.hasEmail;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        className="mt-6 mb-6 sm:mt-10"
        title="Thank you for telling us"
        lead="Your report is with the people who run this site."
      />
      <dl className="grid gap-x-10 gap-y-4 rounded-card bg-card p-6 sm:grid-cols-[auto_1fr]">
        <div>
          <dt className="text-muted">Number</dt>
          <dd className="font-display text-2xl font-bold">{received.reference}</dd>
        </div>
        <div>
          <dt className="text-muted">We'll decide by</dt>
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
          <li>An admin will look at what you reported, as it was when you sent this.</li>
          <li>
            They'll decide and give a reason.{' '}
            {!mailLeaves
              ? 'Keep the number: this site can’t send email yet.'
              : getsEmail
                ? "We'll email it to you."
                : "You didn't leave an email address, so we can’t tell you. Keep the number in case you write to us."}
          </li>
          <li>We tell the person it's about what was decided, but not who reported it.</li>
          {getsEmail && <li>If you disagree, you can ask us once to look at it again.</li>}
        </ol>
      </section>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={back.href} label={back.label} />
        {user && (
          <ButtonLink
            href={appealPath(received.reference)}
            variant="outline"
            label="See your report"
          />
        )}
      </p>
      <BlockOffer subject={subject} />
    </div>
  );
}

/**
 * Scrolls and moves the focus to the outcome when the form disappears. Leaving the page reloads the
 * subject, which is now reported.
 */
function useOutcomeFocus({ type, id }: ReportSubject): void {
  const client = useQueryClient();
  useEffect(() => {
    document.getElementById(pageHeadingId)?.focus();
    window.scrollTo(0, 0);
    return () => void refresh(client, `/api/reports/subject/${type}/${id}`, '/api/user/reports');
  }, [client, type, id]);
}

/** Offers to block the reported person, whatever admins decide. */
export function BlockOffer({ subject: { author } }: { subject: ReportSubject }) {
  if (!author) return null;
  const { id, firstName } = author;
  return (
    <section
      aria-label={`Block ${firstName}`}
      className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-5"
    >
      <p className="text-muted">
        Would you rather not see <bdi>{firstName}</bdi> here? You can block them straight away, even
        without a report.
      </p>
      <BlockMember person={{ userId: id, firstName }} />
    </section>
  );
}
