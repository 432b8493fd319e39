import { CalendarCheck, MailCheck, Scale } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { useIfMailed, useSite, type IfMailed } from '#web/platform/site.tsx';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  complaintKinds,
  ComplaintForm as Schema,
  complaintWords,
} from '#contract/safety/complaints.ts';
import { call, type AnswerFor } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { kindWords } from './kinds.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';

export default function ComplaintsPage() {
  const { name } = useSite();
  const ifMailed = useIfMailed();
  const [sent, setSent] = useState<SentComplaint>();
  const kind = new URLSearchParams(useSearch()).get('kind');
  return (
    <div className="mt-10">
      <FormWithAside aside={<HallPanel title="What happens next" items={stepsFor(ifMailed)} />}>
        <PageHeading
          className="mb-8"
          title="Complaints"
          lead={`Tell us if something has gone wrong with ${name}: with your data, or with something on the site and how we dealt with it. You don't need an account.`}
        />
        {sent ? (
          <ComplaintSent sent={sent} onAnother={() => setSent(undefined)} />
        ) : (
          <ComplaintForm kindParam={kind} onSent={setSent} />
        )}
        <Regulator />
      </FormWithAside>
    </div>
  );
}

const stepsFor = (ifMailed: IfMailed) => [
  {
    icon: MailCheck,
    title: 'At once',
    text: ifMailed(
      "You'll get a number, and an email to say we have your complaint.",
      "You'll get a number. Please keep it: this site can’t send email yet.",
    ),
  },
  {
    icon: CalendarCheck,
    title: 'Within 30 days',
    text: `An admin will look into it as soon as they can${ifMailed(' and email you the outcome')}.`,
  },
  {
    icon: Scale,
    title: 'Not happy with our answer?',
    text: "If it's about your data, you can complain to the Information Commissioner’s Office at any time.",
  },
];

const Regulator = () => (
  <section aria-labelledby="regulator" className="mt-10 text-muted">
    <h2 id="regulator" className="text-xl text-ink">
      The Information Commissioner’s Office
    </h2>
    <p className="mt-2">
      It looks after data protection in the United Kingdom. You can complain to it about us, but
      it's best to ask us first:{' '}
      <a href="https://ico.org.uk/make-a-complaint/" className="link">
        ico.org.uk/make-a-complaint
      </a>
      , telephone 0303 123 1113, or Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.
    </p>
  </section>
);

interface Props {
  kindParam: string | null;
  onSent: (sent: SentComplaint) => void;
}

function ComplaintForm({ kindParam, onSent }: Props) {
  const ifMailed = useIfMailed();
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
    failed: complaintWords.failed,
    fallback: 'Please try again later.',
    onError: (error) => applyFieldErrors(form, error),
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
      <TextareaField
        label="Your complaint"
        hint="What happened, when, and what would put it right? Up to 5,000 characters."
        error={errors.text?.message ?? wrong.text}
        {...form.register('text')}
        defaultValue={initial.text}
        rows={8}
      />
      <InputField
        label="Email"
        hint={`${ifMailed("We'll send our answer here. ")}Only admins can see it.`}
        error={errors.email?.message ?? wrong.email}
        {...form.register('email')}
        defaultValue={initial.email}
        type="email"
        autoComplete="email"
      />
      <Button type="submit" size="lg" busy={complain.isPending} busyLabel="Sending...">
        Send complaint
      </Button>
    </form>
  );
}

interface SentComplaint extends AnswerFor<'POST /api/complaints'> {
  email: string;
}

interface ComplaintSentProps {
  sent: SentComplaint;
  onAnother: () => void;
}

/** Replaces the form and takes the focus. */
function ComplaintSent({ sent, onAnother }: ComplaintSentProps) {
  const { mailLeaves } = useSite();
  const { number, dueBy, email } = sent;
  const place = useFocusOnce<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Notice tone="good" title={`We have your complaint ${number}`}>
        {mailLeaves ? (
          <>
            We'll email the outcome to <strong className="wrap-anywhere">{email}</strong> by{' '}
            {formatDay(dueBy)} at the latest. We've also emailed you the number.
          </>
        ) : (
          `We'll decide by ${formatDay(dueBy)} at the latest. Please keep the number: this site can’t send email yet.`
        )}
      </Notice>
      <Button variant="outline" className="mt-6" onClick={onAnother}>
        Make another complaint
      </Button>
    </div>
  );
}
