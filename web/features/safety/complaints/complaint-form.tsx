import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  complaintKinds,
  ComplaintForm as Schema,
  complaintWords,
} from '#contract/safety/complaints.ts';
import { call, type AnswerFor } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { kindWords } from './kinds.ts';
import { useEffect, useRef } from 'react';
import { formatDay } from '#contract/platform/dates.ts';
import { Notice } from '#web/ui/notice.tsx';

interface Props {
  /** The kind in the query string. */
  kindParam: string | null;
  onSent: (sent: SentComplaint) => void;
}

export function ComplaintForm({ kindParam, onSent }: Props) {
  const { user } = useUser();
  const { typed, wrong } = usePosted('POST /api/complaints');
  const kind = complaintKinds.find((each) => each === (typed.kind ?? kindParam));
  const initial = { text: typed.text ?? '', email: typed.email ?? user?.email ?? '' };
  const form = useForm<z.input<typeof Schema>, unknown, z.output<typeof Schema>>({
    resolver: zodResolver(Schema),
    defaultValues: { ...(kind && { kind }), ...initial },
  });
  const forgetDraft = useDraft('complaint', form);
  const complain = useMutation({
    mutationFn: (body: z.output<typeof Schema>) => call('POST /api/complaints', { body }),
    onSuccess: (answer, { email }) => {
      forgetDraft();
      onSent({ ...answer, email });
    },
    onError: (error) => {
      toastFailure(complaintWords.failed, error, 'Please try again later.');
      applyFieldErrors(form, error);
    },
  });
  const { errors } = form.formState;
  return (
    <form
      method="post"
      action="/api/complaints"
      noValidate
      onSubmit={form.handleSubmit((written) => complain.mutate(written))}
      className="flex flex-col gap-5"
    >
      <RadioCards
        legend="What is it about?"
        columns={1}
        defaultValue={kind}
        error={errors.kind?.message ?? wrong.kind}
        options={complaintKinds.map((value) => ({
          value,
          label: kindWords[value].label,
          description: kindWords[value].description,
        }))}
        {...form.register('kind')}
      />
      <Field
        label="Your complaint"
        hint="What happened, when, and what would put it right? Up to 5,000 characters."
        error={errors.text?.message ?? wrong.text}
      >
        {(control) => (
          <Textarea {...control} {...form.register('text')} defaultValue={initial.text} rows={8} />
        )}
      </Field>
      <Field
        label="Email"
        hint="We'll send our answer here. Only admins can see it."
        error={errors.email?.message ?? wrong.email}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('email')}
            defaultValue={initial.email}
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={complain.isPending} busyLabel="Sending...">
        Send complaint
      </Button>
    </form>
  );
}

export interface SentComplaint extends AnswerFor<'POST /api/complaints'> {
  email: string;
}

interface ComplaintSentProps {
  sent: SentComplaint;
  onAnother: () => void;
}

/** Replaces the form and takes the focus. */
export function ComplaintSent({ sent, onAnother }: ComplaintSentProps) {
  const { number, dueBy, email } = sent;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="good" title={`We have your complaint ${number}`}>
        We'll email the outcome to <strong className="wrap-anywhere">{email}</strong> by{' '}
        {formatDay(dueBy)} at the latest. We've also emailed you the number.
      </Notice>
      <Button variant="outline" className="mt-6" onClick={onAnother}>
        Make another complaint
      </Button>
    </div>
  );
}
