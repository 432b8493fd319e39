import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import {
  DecisionForm as Schema,
  type Decision,
  type ReportCaseDetail,
} from '#contract/safety/reports.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { caseQuery } from './admin-queries.ts';
import { decisionWords } from './decision-words.ts';
import { theirsFirst } from '#web/features/safety/reports/helplines.ts';
import { HotlineList } from '#web/features/safety/reports/hotline-list.tsx';
import { refresh } from '#web/platform/data/queries.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

type Values = z.input<typeof Schema>;
type DecisionBody = z.output<typeof Schema>;
type FormOf = UseFormReturn<Values, unknown, DecisionBody>;

interface DecisionFormProps {
  case: ReportCaseDetail;
}

/** Decisions that can't be undone. */
const needsConfirmation: ReadonlySet<Decision> = new Set(['delete', 'ban']);

export function DecisionForm({ case: each }: DecisionFormProps) {
  const { id, subject, author, can, state } = each;
  const form: FormOf = useForm({
    resolver: zodResolver(Schema),
    defaultValues: { reason: '' },
    shouldUnregister: true,
  });
  const [pending, setPending] = useState<DecisionBody>();
  const forgetDraft = useDraft(`case:${id}:${state}`, form);
  const decide = useDeciding(id, form, forgetDraft);
  const decision = useWatch({ control: form.control, name: 'decision' });
  const { errors } = form.formState;
  const confirm = (chosen: DecisionBody) =>
    needsConfirmation.has(chosen.decision) ? setPending(chosen) : decide.mutate(chosen);
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
      {decision && each.now?.toTell && (
        <DecisionRecipients decision={decision} counts={each.now.toTell} />
      )}
      {decision === 'suspend' && <Days form={form} />}
      {decision === 'police' && (
        <Notice tone="accent" title="Tell them yourself">
          <HotlineList hotlines={theirsFirst(each)} />
        </Notice>
      )}
      <Field
        label="Reason"
        hint="Both sides will read this. Don’t say who reported it, or anything that gives them away."
        error={errors.reason?.message}
      >
        {(control) => <Textarea {...control} {...form.register('reason')} rows={5} />}
      </Field>
      <Refusal title="Your decision wasn't saved" error={decide.error} />
      <Button type="submit" block busy={decide.isPending} busyLabel="Saving...">
        Decide and tell both sides
      </Button>
      {pending && (
        <ConfirmDialog
          open
          onOpenChange={() => setPending(undefined)}
          title={`${decisionWords(pending.decision, subject.type).label}?`}
          description={`${decisionWords(pending.decision, subject.type).description} We'll tell both sides why.`}
          confirmLabel={decisionWords(pending.decision, subject.type).label}
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
  <Field
    label="For how many days"
    hint="From 1 to 365. After that, they can log in again."
    error={form.formState.errors.days?.message}
  >
    {(control) => (
      <Input
        {...control}
        {...form.register('days', { valueAsNumber: true })}
        type="number"
        min={1}
        max={365}
        defaultValue={7}
      />
    )}
  </Field>
);

function useDeciding(id: number, form: FormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const changed = useCaseChanged(id);
  return useMutation({
    mutationFn: (body: DecisionBody) =>
      call('PATCH /api/admin/reports/:id', { params: { id }, body }),
    onSuccess: (answer) => {
      forgetDraft();
      changed(answer);
      toast({ tone: 'good', title: 'Decided', description: "We've told both sides." });
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
  const content = wordsFor(decision, counts);
  return (
    content && (
      <Notice title="Who else we'll tell">
        <p>
          We'll email {people(counts)} {content}
        </p>
      </Notice>
    )
  );
}

function people({ events, going, waiting }: Counts): string {
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
export function useCaseChanged(id: number) {
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
