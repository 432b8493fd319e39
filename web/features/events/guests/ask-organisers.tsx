import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { GuestQuestion } from '#contract/events/questions.ts';
import { paths } from '#contract/platform/paths.ts';
import { call, urlOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { registerShown, usePostedValues } from '#web/platform/forms/posted-values.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { Button } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';
import { MessageFields } from './contact-organisers.tsx';

const askKey = 'POST /api/events/:id/questions';

type Values = z.input<typeof GuestQuestion>;
type SentQuestion = z.output<typeof GuestQuestion>;

/** Asks the organisers without an account. It unfolds, and works without a script, too. */
export default function AskOrganisers({ eventId }: { eventId: number }) {
  const action = urlOf(askKey, { params: { id: eventId } });
  const { typed } = usePosted(`POST ${action}`);
  const [message, setMessage] = useState<string>();
  if (message !== undefined) return <CheckEmail message={message} />;
  return (
    <details data-ask-organisers="" open={'text' in typed}>
      <summary className="min-h-11 w-fit cursor-pointer content-center">
        Not known: <span className="link">ask the organisers</span>
      </summary>
      <AskForm eventId={eventId} action={action} onSent={setMessage} />
    </details>
  );
}

interface AskFormProps {
  eventId: number;
  action: string;
  onSent: (message: string) => void;
}

function AskForm({ eventId, action, onSent }: AskFormProps) {
  const form = useForm<Values, unknown, SentQuestion>({
    resolver: zodResolver(GuestQuestion),
    ...usePostedValues<Values>(`POST ${action}`, {
      firstName: '',
      email: '',
      subject: 'Getting in',
      text: '',
      showAddress: true,
    }),
  });
  const forgetDraft = useDraft(`ask-organisers:${eventId}`, form);
  const ask = useMutation({
    mutationFn: (body: SentQuestion) => call(askKey, { params: { id: eventId }, body }),
    onSuccess: ({ message }) => {
      forgetDraft();
      onSent(message);
    },
    onError: (error) => applyFieldErrors(form, error),
  });
  return (
    <form
      method="post"
      action={action}
      noValidate
      className="mt-2 flex flex-col gap-4 text-ink"
      onSubmit={form.handleSubmit((question) => ask.mutate(question))}
    >
      <input type="hidden" name="_next" value={paths.event(eventId)} />
      <InputField
        label="First name"
        {...registerShown(form, 'firstName')}
        autoComplete="given-name"
      />
      <InputField
        label="Email address"
        {...registerShown(form, 'email')}
        type="email"
        autoComplete="email"
      />
      <MessageFields propsOf={(name) => registerShown(form, name)} />
      <Refusal error={ask.error} />
      <Button type="submit" busy={ask.isPending} busyLabel="Sending...">
        Send message
      </Button>
      <p className="text-sm">
        We’ll email you a button that sends it. Without it we delete your message a day later.
      </p>
    </form>
  );
}

/** Takes the place of the form, and the focus. */
function CheckEmail({ message }: { message: string }) {
  const place = useFocusOnce<HTMLParagraphElement>();
  return (
    <p ref={place} tabIndex={-1} className="font-semibold text-ink outline-none">
      {message}
    </p>
  );
}
