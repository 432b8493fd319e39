import { registerShown } from '#web/platform/forms/posted-values.ts';
import { useIfMailed } from '#web/platform/site.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Group } from '#contract/community/groups.ts';
import { MessageForm } from '#contract/events/messages.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { Refusal } from '#web/platform/forms/refusal.tsx';
import { refresh } from '#web/platform/data/queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDraft } from '#web/ui/use-draft.ts';

type Values = z.input<typeof MessageForm>;
type SentMessage = z.output<typeof MessageForm>;
type ContactFormOf = UseFormReturn<Values, unknown, SentMessage>;

interface ContactDialogProps {
  group: Group;
  onClose: () => void;
}

/** Writes to a group's organisers, who reply to the author's address. */
export default function ContactDialog({ group, onClose }: ContactDialogProps) {
  const { user } = useUser();
  const form: ContactFormOf = useForm({
    resolver: zodResolver(MessageForm),
    defaultValues: { subject: '', text: '' },
  });
  const forgetDraft = useDraft(`contact:${group.id}`, form);
  const send = useContact(group, form, () => {
    forgetDraft();
    onClose();
  });
  const ifMailed = useIfMailed();
  return (
    <FormDialog
      onClose={onClose}
      onCancel={() => {
        forgetDraft();
        onClose();
      }}
      title="Write to the Organisers"
      label="Send message"
      busyLabel="Sending..."
      busy={send.isPending}
      onSubmit={form.handleSubmit((written) => send.mutate(written))}
    >
      <Notice tone="accent" title="The organisers will see your email address">
        <span className="wrap-anywhere">
          {ifMailed(
            `Each organiser of ${group.name} will get an email and can reply to`,
            `This site can’t send email yet. Your message is kept until it can, and each organiser of ${group.name} can then reply to`,
          )}{' '}
          {user?.email ?? 'your address'}.
        </span>
      </Notice>
      <InputField
        label="Subject"
        hint="Up to 120 characters"
        {...registerShown(form, 'subject')}
        autoComplete="off"
      />
      <TextareaField
        label="Message"
        hint="Up to 5,000 characters. You can write to organisers five times a day."
        {...registerShown(form, 'text')}
        rows={6}
      />
      <Refusal error={send.error} />
    </FormDialog>
  );
}

function useContact(group: Group, form: ContactFormOf, close: () => void) {
  const ifMailed = useIfMailed();
  const client = useQueryClient();
  return useCreation({
    key: 'POST /api/groups/:id/contact',
    inputOf: (written: SentMessage) => ({ params: { id: group.id }, body: written }),
    onSuccess: ({ held }) => {
      close();
      if (held) {
        toast({
          title: 'Waiting for review',
          description: `An admin will look at it first, then it goes to the organisers of ${group.name}.`,
        });
        return;
      }
      toast({
        title: ifMailed('Message sent', 'Message kept'),
        description: ifMailed(
          `The organisers of ${group.name} will reply by email.`,
          `It goes to the organisers of ${group.name} once this site can send email.`,
        ),
        tone: 'good',
      });
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      const { code } = failureOf(error);
      if (code === 'sign_in_required') askToSignIn(client, 'write to the organisers');
      // The organisers may have switched messages off.
      if (code === 'forbidden') void refresh(client, `/api/groups/${group.id}`);
    },
  });
}
