import { useIfMailed } from '#web/platform/site.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { ReportForm as Schema, type ReportSubject } from '#contract/safety/reports.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { describedBy, FieldError, InputField, TextareaField } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { helpFor, HotlineList } from './hotline-list.tsx';
import type { ReceivedReport } from './received.tsx';
import { kindWords, type ReportKind } from '#contract/safety/report-kinds.ts';

type Values = z.input<typeof Schema>;
type SentReport = z.output<typeof Schema>;
type FormOf = UseFormReturn<Values, unknown, SentReport>;

interface ReportFormProps {
  subject: ReportSubject;
  onSent: (received: ReceivedReport) => void;
}

export function ReportForm({ subject, onSent }: ReportFormProps) {
  const { details = '', email = '' } = usePosted(callKey).typed;
  const form: FormOf = useForm({
    resolver: zodResolver(Schema),
    defaultValues: { details, email },
  });
  const forgetDraft = useDraft(`report:${subject.type}:${subject.id}`, form);
  const send = useReporting(subject, form, (received) => {
    forgetDraft();
    onSent(received);
  });
  return (
    <form
      method="post"
      action="/api/reports"
      noValidate
      aria-label="Your report"
      onSubmit={form.handleSubmit((written) => send.mutate(written))}
      className="flex flex-col gap-8"
    >
      <input type="hidden" name="subject.type" value={subject.type} />
      <input type="hidden" name="subject.id" value={subject.id} />
      <Kinds form={form} />
      <Help form={form} />
      <DetailsAndEmail form={form} />
      <Refusal error={send.error} />
      <p>
        <Button
          type="submit"
          size="lg"
          className="max-sm:w-full"
          busy={send.isPending}
          busyLabel="Sending..."
        >
          Send report
        </Button>
      </p>
    </form>
  );
}

function DetailsAndEmail({ form }: { form: FormOf }) {
  const ifMailed = useIfMailed();
  const { user } = useUser();
  const { typed, wrong } = usePosted(callKey);
  const { errors } = form.formState;
  return (
    <>
      <TextareaField
        label="What should we know?"
        optional
        hint="What happened, and where should we look? Up to 2,000 characters."
        error={errors.details?.message ?? wrong.details}
        {...form.register('details')}
        defaultValue={typed.details}
        rows={4}
      />
      {!user && (
        <InputField
          label="Your email address"
          optional
          hint={`${ifMailed('So we can tell you what we decided. ')}We won't use it for anything else.`}
          error={errors.email?.message ?? wrong.email}
          {...form.register('email')}
          defaultValue={typed.email}
          type="email"
          autoComplete="email"
        />
      )}
    </>
  );
}

const callKey = 'POST /api/reports';
const errorId = 'kind';

/** One set of radio buttons in four groups; the arrow keys move through all of them. */
function Kinds({ form }: { form: FormOf }) {
  const { typed, wrong } = usePosted(callKey);
  const error = form.formState.errors.kind?.message ?? wrong.kind;
  return (
    <fieldset
      aria-describedby={describedBy(errorId, { error })}
      className="flex min-w-0 flex-col gap-6"
    >
      <legend className="contents">
        <h2 className="text-2xl">What's wrong?</h2>
      </legend>
      <FieldError id={errorId} error={error} />
      {kindGroups.map(({ legend, options }) => (
        <RadioCards
          key={legend}
          {...form.register('kind')}
          defaultValue={typed.kind}
          legend={legend}
          options={options}
        />
      ))}
    </fieldset>
  );
}

/** Suggests services for the chosen kind, which may help more than the site can. */
function Help({ form }: { form: FormOf }) {
  const kind = useWatch({ control: form.control, name: 'kind' });
  const found = kind ? helpFor(kind) : [];
  return (
    <div aria-live="polite" className="empty:hidden">
      {found.length > 0 && (
        <Notice tone="accent" title="These people can help too">
          <HotlineList hotlines={found} />
        </Notice>
      )}
    </div>
  );
}

function useReporting(
  { type, id }: ReportSubject,
  form: FormOf,
  onSent: (received: ReceivedReport) => void,
) {
  return useCreation({
    key: 'POST /api/reports',
    inputOf: (written: SentReport) => ({ body: { subject: { type, id }, ...written } }),
    onSuccess: (answer) => onSent({ ...answer, hasEmail: Boolean(form.getValues('email')) }),
    onError: (error) => applyFieldErrors(form, error),
  });
}

/** Describes each kind of report for the person choosing one. */
const kindDescriptions: Record<ReportKind, string> = {
  threats: "Someone says they'll hurt a person, or asks others to.",
  self_harm: 'Someone is told to hurt themself, or how to.',
  child_sexual_abuse: 'Pictures, grooming, or an adult who asks a child for sexual things.',
  harm_to_children: 'Not suitable for children who might see it or come along.',
  harassment: 'Someone is being pestered, frightened or followed, here or elsewhere.',
  hate: 'Because of race, religion, disability, sex, sexuality or being transgender.',
  intimate_images: 'Real or made by a computer, or a threat to share them.',
  impersonation: 'A name or a picture that belongs to another person or organisation.',
  terrorism: 'Praises it, plans it, or asks others to join.',
  fraud: 'Tricking people out of money or details, such as a fake ticket or charity.',
  drugs_weapons: 'Offering them, selling them or asking for them.',
  other_illegal: 'Tell us below what it is.',
  spam: 'Adverts, or the same thing again and again.',
  not_as_described: "The event, group or person isn't what their page says.",
  other: 'It breaks the rules here, or worries you. Tell us below what it is.',
};

interface KindGroup {
  legend: string;
  kinds: readonly ReportKind[];
}

/**
 * Dangerous kinds come first, so that someone in distress finds theirs quickly.
 */
const groups: readonly KindGroup[] = [
  {
    legend: 'Someone is in danger, or could be',
    kinds: ['threats', 'self_harm', 'child_sexual_abuse', 'harm_to_children'],
  },
  {
    legend: "It's aimed at me or someone else",
    kinds: ['harassment', 'hate', 'intimate_images', 'impersonation'],
  },
  {
    legend: "It's against the law",
    kinds: ['fraud', 'terrorism', 'drugs_weapons', 'other_illegal'],
  },
  { legend: "It doesn't belong here", kinds: ['spam', 'not_as_described', 'other'] },
];

const kindGroups = groups.map(({ legend, kinds }) => ({
  legend,
  options: kinds.map((value) => ({
    value,
    label: kindWords[value],
    description: kindDescriptions[value],
  })),
}));
