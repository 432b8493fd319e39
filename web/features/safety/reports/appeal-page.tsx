import { registerShown } from '#web/platform/forms/posted-values.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useSearch } from 'wouter';
import type { z } from 'zod';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { kindWords } from '#contract/safety/report-kinds.ts';
import { appealPath } from '#contract/safety/report-paths.ts';
import {
  outcomeToReporter,
  outcomeToSubject,
  subjectNouns,
} from '#contract/safety/report-words.ts';
import { AppealForm as Schema, partsOf, type ReportView } from '#contract/safety/reports.ts';
import { paths, signIn } from '#contract/platform/paths.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextareaField } from '#web/ui/field.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { PageHeading, pageHeadingId } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { reportQuery } from './queries.ts';
import { sideWords } from '#web/features/safety/report-cases/words.ts';

/** Shows either side of a case the decision and its reasons, and lets them appeal once. */
export default function AppealPage() {
  const reference = usePageParam('reference');
  const token = new URLSearchParams(useSearch()).get('token') ?? undefined;
  return <ReportOutcome reference={reference} token={token} />;
}

export function ReportOutcome({
  reference,
  token,
}: {
  reference: string;
  token: string | undefined;
}) {
  const { data, isPending, error, refetch } = useQuery(reportQuery(reference, token));
  const { status = 0 } = failureOf(error);
  if (status >= 400 && status < 500 && status !== 429) return <Unknown reference={reference} />;
  if (isPending) return <FormSkeleton label="Loading the report" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="This report" onRetry={() => void refetch()} />;
  return (
    <article className="mx-auto max-w-2xl">
      <PageHeading
        className="mt-6 mb-6 sm:mt-10"
        title={`Report ${data.reference}`}
        lead={<About report={data} />}
      />
      <ReportStatus report={data} />
      {data.outcome && <Outcome report={data} outcome={data.outcome} />}
      {data.appeal && <AppealSent report={data} appeal={data.appeal} />}
      {data.can.appeal && <Appeal report={data} token={token} />}
    </article>
  );
}

const About = ({ report: { side, subject, kind, createdAt } }: { report: ReportView }) => (
  <>
    {side === 'reporter' ? 'You reported the ' : 'Someone reported your '}
    {side === 'subject' && subject.type === 'user' ? 'account' : subjectNouns[subject.type]}
    {subject.type === 'user' && side === 'subject' ? (
      ''
    ) : (
      <>
        {' ‘'}
        <bdi className="wrap-anywhere">{subject.title}</bdi>’
      </>
    )}{' '}
    on {formatDay(createdAt)}
    {kind && `: ${kindWords[kind].toLowerCase()}`}.
  </>
);

function ReportStatus({ report: { state, expectedBy, outcome } }: { report: ReportView }) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Badge tone={outcome ? 'primary' : 'accent'}>{sideWords[state]}</Badge>
      {expectedBy && <span>We'll decide by {formatCommentDate(expectedBy)}</span>}
    </p>
  );
}

interface OutcomeProps {
  report: ReportView;
  outcome: NonNullable<ReportView['outcome']>;
}

const Outcome = ({ report, outcome }: OutcomeProps) => (
  <section aria-labelledby="outcome" className="mt-8 rounded-card bg-card p-6">
    <h2 id="outcome" className="text-2xl">
      The decision
    </h2>
    <p className="mt-3 font-semibold">
      {partsOf(outcome)
        .map((part) => (report.side === 'reporter' ? outcomeToReporter : outcomeToSubject)[part])
        .join(' ')}
      {outcome.until && ` It stops working on ${formatDay(outcome.until)}.`}
    </p>
    <h3 className="mt-4 text-lg">Why</h3>
    <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
      {outcome.reason}
    </p>
    <p className="mt-4 text-sm text-muted">
      {formatCommentDate(outcome.decidedAt)}
      {report.state === 'final' && '. This is final.'}
    </p>
  </section>
);

interface AppealedProps {
  report: ReportView;
  appeal: NonNullable<ReportView['appeal']>;
}

function AppealSent({ report, appeal }: AppealedProps) {
  const ifMailed = useIfMailed();
  return (
    <section aria-labelledby="appealed" className="mt-8">
      <h2 id="appealed" className="text-2xl">
        {appeal.isOwn ? "You've appealed" : 'The other side has appealed'}
      </h2>
      {appeal.text && (
        <p
          dir="auto"
          className="mt-3 border-l-4 border-line pl-4 whitespace-pre-line wrap-anywhere"
        >
          {appeal.text}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">{formatCommentDate(appeal.createdAt)}</p>
      {report.state === 'appealed' && (
        <p className="mt-3">
          Another admin, if there is one, will look at it again.{' '}
          {ifMailed(
            "We'll email you what they decide, and that's final.",
            'What they decide is final, and you can read it here.',
          )}
        </p>
      )}
    </section>
  );
}

type Values = z.input<typeof Schema>;
type FormOf = UseFormReturn<Values, unknown, z.output<typeof Schema>>;

interface AppealProps {
  report: ReportView;
  token: string | undefined;
}

function Appeal({ report, token }: AppealProps) {
  const form: FormOf = useForm({ resolver: zodResolver(Schema), defaultValues: { text: '' } });
  const forgetDraft = useDraft(`appeal:${report.reference}`, form);
  const send = useAppealing(report, token, form, forgetDraft);
  return (
    <section aria-labelledby="appeal" className="mt-10">
      <h2 id="appeal" className="text-2xl">
        Do you disagree?
      </h2>
      <p className="mt-2 text-muted">
        You can ask us once to look at it again. Another admin will do it, if there is one, and what
        they decide is final. The other side won't see what you write.
      </p>
      <form
        method="post"
        noValidate
        aria-label="Appeal"
        onSubmit={form.handleSubmit((written) => send.mutate(written))}
        className="mt-5 flex flex-col gap-5"
      >
        <TextareaField
          label="Why do you disagree?"
          hint="Up to 2,000 characters."
          {...registerShown(form, 'text')}
          rows={6}
        />
        <Refusal error={send.error} />
        <p>
          <Button
            type="submit"
            className="max-sm:w-full"
            busy={send.isPending}
            busyLabel="Sending..."
          >
            Send appeal
          </Button>
        </p>
      </form>
    </section>
  );
}

function useAppealing(
  { reference }: ReportView,
  token: string | undefined,
  form: FormOf,
  onSent: () => void,
) {
  const client = useQueryClient();
  const { queryKey } = reportQuery(reference, token);
  return useCreation({
    key: 'POST /api/reports/:reference/appeal',
    inputOf: (written: z.output<typeof Schema>) => ({
      params: { reference },
      body: { ...written, ...(token !== undefined && { token }) },
    }),
    onSuccess: async ({ expectedBy }) => {
      onSent();
      await client.invalidateQueries({ queryKey });
      void refresh(client, '/api/user/reports');
      document.getElementById(pageHeadingId)?.focus();
      toast({
        tone: 'good',
        title: 'Appeal sent',
        description: `We'll decide by ${formatDay(expectedBy)}.`,
      });
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      // The other side may have appealed already.
      if (failureOf(error).code === 'conflict') void client.invalidateQueries({ queryKey });
    },
  });
}

/** Shows the same notice for someone else's report as for none, to reveal nothing. */
function Unknown({ reference }: { reference: string }) {
  const { user } = useUser();
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="This report can’t be shown"
      hint={
        user
          ? "Only people we've emailed about it can see it. Please use the whole link from the email."
          : 'Please use the whole link from the email, or log in if it was sent to your account.'
      }
      actions={
        <ButtonLink
          href={user ? paths.home : signIn(appealPath(reference))}
          label={user ? 'Go to the home page' : 'Log In'}
        />
      }
    />
  );
}
