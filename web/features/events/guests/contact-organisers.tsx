import { useIfMailed } from '#web/platform/site.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import type { z } from 'zod';
import { comingPath } from '#contract/events/event-paths.ts';
import { GuestMessage } from '#contract/events/messages.ts';
import { call, urlOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { UncheckedValue, usePosted } from '#web/platform/forms/posted.tsx';
import { registerShown, usePostedValues } from '#web/platform/forms/posted-values.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';
import type { GuestProps } from './guest-parts.tsx';

const contactKey = 'POST /api/guest-rsvps/contact';

/** Writes to the organisers, who reply by email. It unfolds, and works without a script, too. */
export function ContactOrganisers({ token, rsvp: { event } }: GuestProps) {
  const { typed } = usePosted(contactKey);
  const [isSent, setSent] = useState(false);
  if (isSent) return <MessageSent group={event.group.name} onMore={() => setSent(false)} />;
  return (
    <section aria-labelledby="contact" className="mt-8 border-t border-line pt-6">
      <h2 id="contact" className="text-xl">
        Questions?
      </h2>
      <details className="mt-1" open={'text' in typed}>
        <summary className="link min-h-11 w-fit cursor-pointer content-center">
          Write to the organisers
        </summary>
        <ContactForm token={token} event={event} onSent={() => setSent(true)} />
      </details>
    </section>
  );
}

type Values = z.input<typeof GuestMessage>;
type SentMessage = z.output<typeof GuestMessage>;

interface ContactFormProps {
  token: string;
  event: GuestProps['rsvp']['event'];
  onSent: () => void;
}

function ContactForm({ token, event, onSent }: ContactFormProps) {
  const ifMailed = useIfMailed();
  const form = useForm<Values, unknown, SentMessage>({
    resolver: zodResolver(GuestMessage),
    ...usePostedValues<Values>(contactKey, { subject: '', text: '', showAddress: false }),
  });
  const forgetDraft = useDraft(`contact-as-guest:${event.id}`, form);
  const send = useMutation({
    mutationFn: (message: SentMessage) => call(contactKey, { body: { token, ...message } }),
    onSuccess: () => {
      forgetDraft();
      onSent();
    },
    onError: (error) => applyFieldErrors(form, error),
  });
  return (
    <form
      method="post"
      action={urlOf(contactKey)}
      noValidate
      className="mt-3 flex flex-col gap-4"
      onSubmit={form.handleSubmit((message) => send.mutate(message))}
    >
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="_next" value={comingPath(token)} />
      <p className="text-sm text-muted">
        {ifMailed(
          `The organisers of ${event.group.name} will get an email with your first name.`,
          `No email leaves this site: your message is kept.`,
        )}
      </p>
      <MessageFields propsOf={(name) => registerShown(form, name)} />
      <Refusal error={send.error} />
      <Button type="submit" busy={send.isPending} busyLabel="Sending...">
        Send message
      </Button>
    </form>
  );
}

interface MessageFieldsProps {
  propsOf: (
    name: 'subject' | 'text' | 'showAddress',
  ) => UseFormRegisterReturn & { error: string | undefined };
}

/** The fields of a letter that somebody without an account writes. */
export const MessageFields = ({ propsOf }: MessageFieldsProps) => (
  <>
    <InputField label="Subject" {...propsOf('subject')} autoComplete="off" />
    <TextareaField
      label="Message"
      hint="Up to 5,000 characters, without links, email addresses and phone numbers"
      {...propsOf('text')}
    />
    <UncheckedValue name="showAddress" />
    <Checkbox
      {...propsOf('showAddress')}
      label="Show them my email address"
      description="Otherwise they can’t reply to you."
    />
  </>
);

function MessageSent({ group, onMore }: { group: string; onMore: () => void }) {
  const ifMailed = useIfMailed();
  const place = useFocusOnce<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} className="mt-8 outline-none">
      <Notice
        tone="good"
        title={ifMailed('Message sent', 'Message kept')}
        action={
          <Button variant="ghost" size="sm" onClick={onMore}>
            Write another
          </Button>
        }
      >
        {ifMailed(
          `The organisers of ${group} have your message.`,
          'It goes to the organisers once this site can send email.',
        )}
      </Notice>
    </div>
  );
}
