import { registerShown } from '#web/platform/forms/posted-values.ts';
import { useIfMailed, useSite } from '#web/platform/site.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { kindWords } from '#contract/safety/report-kinds.ts';
import {
  type ReportCaseDetail,
  DecisionForm as Schema,
  partsOf,
  type Decision,
} from '#contract/safety/reports.ts';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { call, failureOf } from '#web/platform/data/api.ts';
import { isNotFound, refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { caseQuery } from './admin-queries.ts';
import { CaseContext } from './case-context.tsx';
import { Due } from './due.tsx';
import { matchingFirst, HotlineList } from '#web/features/safety/reports/hotline-list.tsx';
import { subjectTitles } from '#contract/safety/report-words.ts';
import { stateWords } from './words.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useLastAddress } from '#web/platform/router/list-address.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import {
  authorWords,
  decisionWords,
  descriptionOf,
  labelOf,
  takesAuthor,
} from './decision-words.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

/** Shows a case and the form for the decision. */
export default function CasePage() {
  const id = usePageParam('id');
  const reportsHref = useLastAddress(paths.adminTab('reports'));
  const { data, error, dataUpdatedAt, refetch } = useQuery(caseQuery(id));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Report not found" />;
  if (error) return <Unavailable as="h1" what="This report" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="mt-10 h-96" />;
  return (
    <article>
      <PageHeading
        className="mt-10 mb-4"
        back={{ href: reportsHref, label: 'Reports' }}
        size="text-3xl"
        title={data.subject.title}
        lead={`${subjectTitles[data.subject.type]}, case ${data.reference}`}
        actions={<GuideLink guide="a-report-comes-in" />}
      />
      <CaseStatus case={data} readAt={new Date(dataUpdatedAt)} />
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        <CaseContext case={data} />
        <aside aria-label="Decision" className="rounded-card bg-card p-6 lg:sticky lg:top-6">
          <Deciding case={data} />
        </aside>
      </div>
    </article>
  );
}

interface CaseProps {
  case: ReportCaseDetail;
}

function CaseStatus({ case: each, readAt }: CaseProps & { readAt: Date }) {
  const { state, kinds, lookedAtBy } = each;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
      <Due of={each} now={readAt} />
      {kinds.map(({ kind, count }) => (
        <Badge key={kind}>
          {kindWords[kind]}
          {count > 1 && `, ${count} times`}
        </Badge>
      ))}
      {lookedAtBy && (
        <span className="text-muted">
          Looked at by <bdi>{lookedAtBy.name ?? 'someone who has left'}</bdi>
        </span>
      )}
      {each.can.look && <LookButton id={each.id} />}
    </div>
  );
}

function LookButton({ id }: { id: number }) {
  const client = useQueryClient();
  const changed = useCaseChanged(id);
  const look = useMutation({
    mutationFn: () =>
      call('PATCH /api/admin/reports/:id', { params: { id }, body: { state: 'looking' } }),
    onSuccess: changed,
    failed: 'Not saved',
    fallback: 'Please try again later.',
    onError: () => void client.invalidateQueries({ queryKey: caseQuery(String(id)).queryKey }),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={look.isPending}
      busyLabel="Saving..."
      onClick={() => look.mutate()}
    >
      I’m looking at it
    </Button>
  );
}

function decisionTitle({ state, can }: ReportCaseDetail): string {
  if (can.decide.length === 0) return 'Decision';
  return state === 'appealed' ? 'End the appeal' : 'Decide';
}

const AboutOnlyAdmin = () => (
  <Notice tone="danger" className="mt-4" title="This is about you">
    You’re the only admin, so nobody else can decide it. Make another member an admin under Users,
    and they can decide instead.
  </Notice>
);

const Deciding = ({ case: each }: CaseProps) => (
  <>
    <h2 className="text-2xl">{decisionTitle(each)}</h2>
    {each.kinds.some(({ kind }) => kind === 'child_sexual_abuse') && (
      <Notice tone="danger" className="mt-4" title="Don’t copy it or send it on">
        It's a crime to keep or send pictures like this, even to show them to someone. Hide it, and
        tell CEOP or the Internet Watch Foundation its address.
      </Notice>
    )}
    {each.isAboutOnlyAdmin && each.dueBy !== null && <AboutOnlyAdmin />}
    {each.can.why && <p className="mt-3 text-muted">{each.can.why}.</p>}
    {each.can.decide.length > 0 && <DecisionForm case={each} />}
    {each.decision === 'police' && (
      <section aria-labelledby="theirs" className="mt-5">
        <h3 id="theirs" className="mb-1 text-lg">
          Who to tell
        </h3>
        <HotlineList hotlines={matchingFirst(each)} />
      </section>
    )}
  </>
);

type Values = z.input<typeof Schema>;
type DecisionBody = z.output<typeof Schema>;
type FormOf = UseFormReturn<Values, unknown, DecisionBody>;

interface DecisionFormProps {
  case: ReportCaseDetail;
}

/** Decisions that can't be undone. */
const needsConfirmation: ReadonlySet<Decision> = new Set(['delete', 'ban']);

function DecisionForm({ case: each }: DecisionFormProps) {
  const { id, subject, author, can, state } = each;
  const form: FormOf = useForm({
    resolver: zodResolver(Schema),
    defaultValues: { reason: '', authorDecision: '' },
    shouldUnregister: true,
  });
  const ifMailed = useIfMailed();
  const [pending, setPending] = useState<DecisionBody>();
  const forgetDraft = useDraft(`case:${id}:${state}`, form);
  const decide = useDeciding(id, form, forgetDraft);
  const [decision, authorDecision] = useWatch({
    control: form.control,
    name: ['decision', 'authorDecision'],
  });
  const isSuspension =
    decision === 'suspend' || (takesAuthor(decision) && authorDecision === 'suspend');
  const { errors } = form.formState;
  const confirm = (chosen: DecisionBody) =>
    partsOf(chosen).some((part) => needsConfirmation.has(part))
      ? setPending(chosen)
      : decide.mutate(chosen);
  return (
    <form
      noValidate
      aria-label="Decision"
      onSubmit={form.handleSubmit(confirm)}
      className="mt-4 flex flex-col gap-5"
    >
      <RadioCards
        {...form.register('decision')}
        legend="What to do"
        columns={1}
        options={can.decide.map((value) => ({ value, ...decisionWords(value, subject.type) }))}
        error={errors.decision?.message}
      />
      {takesAuthor(decision) && can.decideAuthor.length > 0 && (
        <RadioCards
          {...form.register('authorDecision')}
          legend="And its author"
          columns={1}
          options={[
            { value: '', ...authorWords.nothing },
            ...can.decideAuthor.map((value) => ({ value, ...authorWords[value] })),
          ]}
          error={errors.authorDecision?.message}
        />
      )}
      {decision && each.now?.toTell && (
        <DecisionRecipients decision={decision} counts={each.now.toTell} />
      )}
      {isSuspension && <Days form={form} />}
      {decision === 'police' && (
        <Notice tone="accent" title="Tell them yourself">
          <HotlineList hotlines={matchingFirst(each)} />
        </Notice>
      )}
      <TextareaField
        label="Reason"
        hint="Both sides will read this. Don’t say who reported it, or anything that gives them away."
        {...registerShown(form, 'reason')}
        rows={5}
      />
      <Refusal title="Your decision wasn't saved" error={decide.error} />
      <Button type="submit" block busy={decide.isPending} busyLabel="Saving...">
        Decide and tell both sides
      </Button>
      {pending && (
        <ConfirmDialog
          onOpenChange={() => setPending(undefined)}
          title={`${labelOf(pending, subject.type)}?`}
          description={`${descriptionOf(pending, subject.type)}${ifMailed(" We'll tell both sides why.")}`}
          confirmLabel={labelOf(pending, subject.type)}
          busyLabel="Saving..."
          danger
          busy={decide.isPending}
          onConfirm={() => decide.mutate(pending, { onSettled: () => setPending(undefined) })}
        >
          <blockquote
            dir="auto"
            className="mt-3 line-clamp-3 border-l-4 border-line pl-3 wrap-anywhere"
          >
            {pending.decision === 'ban' && author ? author.name : subject.title}
          </blockquote>
        </ConfirmDialog>
      )}
    </form>
  );
}

const Days = ({ form }: { form: FormOf }) => (
  <InputField
    label="For how many days"
    hint="From 1 to 365. After that, they can log in again."
    {...registerShown(form, 'days', { valueAsNumber: true })}
    type="number"
    min={1}
    max={365}
    defaultValue={7}
  />
);

function useDeciding(id: number, form: FormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const changed = useCaseChanged(id);
  const ifMailed = useIfMailed();
  return useMutation({
    mutationFn: (body: DecisionBody) =>
      call('PATCH /api/admin/reports/:id', { params: { id }, body }),
    onSuccess: (answer) => {
      forgetDraft();
      changed(answer);
    },
    done: {
      title: 'Decided',
      description: ifMailed(
        "We've told both sides.",
        'Both sides hear of it once this site can send email.',
      ),
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      // Another admin may have decided it already.
      if (failureOf(error).code === 'conflict')
        void client.invalidateQueries({ queryKey: caseQuery(String(id)).queryKey });
    },
  });
}

type Counts = NonNullable<NonNullable<ReportCaseDetail['now']>['toTell']>;

/** Says who else, besides both sides, gets an email about the decision, and what it says. */
function DecisionRecipients({ decision, counts }: { decision: Decision; counts: Counts }) {
  const { mailLeaves } = useSite();
  const content = mailLeaves && wordsFor(decision, counts);
  return (
    content && (
      <Notice title="Who else we'll tell">
        <p>
          We'll email {peopleWords(counts)} {content}
        </p>
      </Notice>
    )
  );
}

function peopleWords({ events, going, waiting }: Counts): string {
  const all = [
    going > 0 && `${going} ${going === 1 ? 'person' : 'people'} going`,
    waiting > 0 && `${waiting} on the waiting list`,
  ];
  const of = events > 1 ? ` for ${events} upcoming events` : '';
  return `${all.filter(Boolean).join(' and ')}${of}`;
}

function wordsFor(decision: Decision, { waiting }: Counts): string | undefined {
  if (decision === 'delete') return 'that the event is cancelled, with its name and time.';
  if (decision !== 'hide' && decision !== 'police') return undefined;
  const list = waiting > 0 ? ' The waiting list will close.' : '';
  return `that the event is under review, with its name and time, but not that it's cancelled.${list} If it comes back, we'll tell them it's going ahead.`;
}

/** Caches the changed case and reloads everything that the decision affects. */
function useCaseChanged(id: number) {
  const client = useQueryClient();
  return (changed: ReportCaseDetail) => {
    client.setQueryData(caseQuery(String(id)).queryKey, changed);
    void refresh(
      client,
      '/api/admin/reports?',
      '/api/admin/users',
      '/api/admin/groups',
      '/api/admin/events',
      '/api/admin/comments',
    );
    void refreshSite(client);
  };
}
