import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { OutcomeForm, type AdminComplaint } from '#contract/safety/complaints.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Field, Textarea } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft } from '#web/ui/use-draft.ts';

interface Props {
  complaint: AdminComplaint;
  onClose: () => void;
}

/** Answers a complaint. The complainant gets the answer by email, and it can't be changed later. */
export function AnswerDialog({ complaint, onClose }: Props) {
  const { id, number, text, email } = complaint;
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(OutcomeForm), defaultValues: { outcome: '' } });
  const forgetDraft = useDraft(`outcome:${id}`, form);
  const close = () => {
    forgetDraft();
    onClose();
  };
  const answer = useMutation({
    mutationFn: (body: { outcome: string }) =>
      call('PATCH /api/admin/complaints/:id', { params: { id }, body }),
    onSuccess: () => {
      close();
      toast({ tone: 'good', title: 'Outcome sent', description: `You've answered ${number}.` });
    },
    onError: (error) => {
      if (applyFieldErrors(form, error)) return;
      toastFailure("The outcome wasn't sent", error, 'Please try again later.');
    },
    onSettled: () =>
      refresh(client, '/api/admin/complaints', '/api/admin/audit', '/api/user/waiting'),
  });
  return (
    <FormDialog
      title={`Answer ${number}`}
      description={`We'll email the outcome to ${email} and keep a copy. You can't change it afterwards.`}
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
      <Field
        label="Outcome"
        hint="What you found, what you've done or will do, and why. Up to 5,000 characters."
        error={form.formState.errors.outcome?.message}
      >
        {(control) => <Textarea {...control} {...form.register('outcome')} rows={6} />}
      </Field>
    </FormDialog>
  );
}
