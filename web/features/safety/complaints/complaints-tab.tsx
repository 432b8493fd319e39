import { registerShown } from '#web/platform/forms/posted-values.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { capitalise } from '#contract/platform/counted.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { type AdminComplaint, OutcomeForm } from '#contract/safety/complaints.ts';
import { paths } from '#contract/platform/paths.ts';
import { param, nextCursor, pages } from '#web/platform/data/queries.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { pageSizes } from '#contract/platform/limits.ts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { whenDue } from '#contract/safety/complaint-words.ts';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { kindWords } from './kinds.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { TextareaField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';

const cursorIn = (search: URLSearchParams) => param(search, 'cursor');

export const reads = (search: URLSearchParams) => [complaintPages(cursorIn(search))];

export default function ComplaintsTab() {
  const ifMailed = useIfMailed();
  const list = useInfiniteQuery(complaintPages(cursorIn(new URLSearchParams(useSearch()))));
  const [answering, setAnswering] = useState<AdminComplaint>();
  if (list.isError && !list.data)
    return <Unavailable what="This list" onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items);
  if (!items) return <Skeleton className="h-96" />;
  if (items.length === 0)
    return (
      <EmptyState
        as="p"
        title="No complaints"
        hint="People can complain with the form linked at the foot of each page and in the privacy policy."
      />
    );
  const cursor = nextCursor(list.data);
  return (
    <section aria-labelledby="complaints">
      <SectionHeading id="complaints" title="Complaints" />
      <p className="mb-4 max-w-[68ch] text-muted">
        Please answer each complaint within 30 days.{' '}
        {ifMailed(
          "We'll remind you by email on day 20 and day 27. We email the outcome to the person who complained, and keep it for three years.",
          'This site can’t send email yet, so please give the outcome to the person who complained yourself. We keep it for three years.',
        )}
      </p>
      <ul className="grid gap-4">
        {items.map((complaint) => (
          <li key={complaint.id}>
            <ComplaintCard complaint={complaint} onAnswer={() => setAnswering(complaint)} />
          </li>
        ))}
      </ul>
      <MoreOf
        list={list}
        className="mt-8"
        href={filteredPath(paths.admin, { tab: 'complaints', cursor })}
        label="Load more complaints"
      />
      {answering && <AnswerDialog complaint={answering} onClose={() => setAnswering(undefined)} />}
    </section>
  );
}

/** Open complaints first. `cursor` is the page to start at, for browsers without JavaScript. */
const complaintPages = (cursor: string | undefined) =>
  pages('GET /api/admin/complaints', { query: { cursor, limit: pageSizes.admin } });

interface Props {
  complaint: AdminComplaint;
  onAnswer: () => void;
}

function ComplaintCard({ complaint, onAnswer }: Props) {
  const { number, kind, text, state } = complaint;
  return (
    <article
      aria-labelledby={number}
      className="rounded-card bg-card p-4 forced-colors:border sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={number} className="mr-2 text-xl">
          {number}
        </h3>
        <Due complaint={complaint} />
        <Badge>{kindWords[kind].short}</Badge>
      </div>
      <p dir="auto" className="mt-3 max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <Complainant complaint={complaint} />
      {state === 'open' ? (
        <Button className="mt-5" aria-label={`Answer ${number}`} onClick={onAnswer}>
          Answer
        </Button>
      ) : (
        <Outcome complaint={complaint} />
      )}
    </article>
  );
}

function Due({ complaint }: Pick<Props, 'complaint'>) {
  if (complaint.state === 'answered')
    return (
      <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
        Answered
      </Badge>
    );
  const words = whenDue(complaint);
  const Icon = complaint.overdue ? CircleAlert : Clock;
  return (
    <Badge tone={complaint.overdue ? 'danger' : 'accent'} icon={<Icon aria-hidden="true" />}>
      {capitalise(words)}
    </Badge>
  );
}

const Complainant = ({
  complaint: { email, account, createdAt },
}: {
  complaint: AdminComplaint;
}) => (
  <p className="mt-3 text-sm wrap-anywhere text-muted">
    <EmailText address={email} />
    {account && (
      <>
        , signed in as <bdi>{account.name}</bdi>
      </>
    )}
    , {formatCommentDate(createdAt)}
  </p>
);

const Outcome = ({ complaint }: { complaint: AdminComplaint }) => {
  const { outcome, answeredAt, answeredBy } = complaint;
  return (
    <div className="mt-5 rounded-card bg-sunken px-4 py-3">
      <h4 className="font-display font-semibold">Outcome</h4>
      <p dir="auto" className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {outcome}
      </p>
      <p className="mt-2 text-sm wrap-anywhere text-muted">
        Sent on {formatDay(answeredAt)} by <bdi>{answeredBy?.name ?? 'an admin who has left'}</bdi>
      </p>
    </div>
  );
};

interface AnswerDialogProps {
  complaint: AdminComplaint;
  onClose: () => void;
}

/** Answers a complaint. The complainant gets the answer by email, and it can't be changed later. */
function AnswerDialog({ complaint, onClose }: AnswerDialogProps) {
  const { id, number, text, email } = complaint;
  const ifMailed = useIfMailed();
  const form = useForm({ resolver: zodResolver(OutcomeForm), defaultValues: { outcome: '' } });
  const forgetDraft = useDraft(`outcome:${id}`, form);
  const close = () => {
    forgetDraft();
    onClose();
  };
  const answer = useMutation({
    mutationFn: (body: { outcome: string }) =>
      call('PATCH /api/admin/complaints/:id', { params: { id }, body }),
    onSuccess: () => close(),
    done: {
      title: ifMailed('Outcome sent', 'Outcome kept'),
      description: `You've answered ${number}.`,
    },
    onError: (error) => {
      if (applyFieldErrors(form, error)) return;
      toastFailure("The outcome wasn't sent", error, 'Please try again later.');
    },
    reload: ['/api/admin/complaints', '/api/admin/audit', '/api/user/waiting'],
  });
  return (
    <FormDialog
      title={`Answer ${number}`}
      description={`${ifMailed(`We'll email the outcome to ${email} and keep a copy.`, `We'll keep the outcome. This site can’t email it to ${email} yet.`)} You can't change it afterwards.`}
      onClose={onClose}
      onCancel={close}
      label="Send outcome"
      busyLabel="Sending..."
      busy={answer.isPending}
      onSubmit={form.handleSubmit((written) => answer.mutate(written))}
    >
      <blockquote
        dir="auto"
        className="line-clamp-6 rounded-card bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere"
      >
        {text}
      </blockquote>
      <TextareaField
        label="Outcome"
        hint="What you found, what you've done or will do, and why. Up to 5,000 characters."
        {...registerShown(form, 'outcome')}
        rows={6}
      />
    </FormDialog>
  );
}
