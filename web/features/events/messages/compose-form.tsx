import type { Group } from '#contract/community/groups.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, FormError } from '#web/ui/choices.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { AudienceField } from './audience-field.tsx';
import { noMessage, type ComposeFormOf } from './compose-values.ts';
import { EmailPreview } from './email-preview.tsx';
import { useSending } from './use-sending.ts';

interface ComposeFormProps {
  group: Group;
  event: { id: number; title: string } | undefined;
  form: ComposeFormOf;
}

export function ComposeForm({ group, event, form }: ComposeFormProps) {
  const { user } = useUser();
  const place = { groupId: group.id, eventId: event?.id };
  const forgetDraft = useDraft(`message:${group.id}:${event?.id ?? 'members'}`, form);
  const { mutate, isPending, isTest, refusal } = useSending(place, form, () => {
    form.reset(noMessage(event?.id));
    forgetDraft();
  });
  const send = (test: boolean) =>
    void form.handleSubmit((message) => mutate({ ...message, test }))();
  const { errors } = form.formState;
  return (
    <FormWithAside
      aside={
        <EmailPreview form={form} group={group} eventTitle={event?.title ?? null} sender={user} />
      }
    >
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          send(false);
        }}
        className="flex flex-col gap-6"
      >
        <AudienceField form={form} place={place} groupName={group.name} />
        <Field label="Subject" hint="Up to 120 characters" error={errors.subject?.message}>
          {(control) => <Input {...control} {...form.register('subject')} autoComplete="off" />}
        </Field>
        <Field
          label="Message"
          hint="Up to 5,000 characters. Web addresses become links."
          error={errors.text?.message}
        >
          {(control) => <Textarea {...control} {...form.register('text')} rows={8} />}
        </Field>
        <Checkbox
          {...form.register('asksForDonations')}
          label="This message asks for donations"
          description="By law, we can only send it to people who've chosen to get ‘Fundraising’ emails. Leave this unticked for news about your events."
        />
        {refusal && <FormError title="Nothing was sent">{refusal}</FormError>}
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <Button type="submit" busy={isPending && !isTest} busyLabel="Sending...">
            Send message
          </Button>
          <Button
            variant="outline"
            busy={isPending && isTest}
            busyLabel="Sending..."
            onClick={() => send(true)}
          >
            Send me a test
          </Button>
        </div>
        <p className="text-sm text-muted">
          You can undo it for five minutes. You can send two messages a day to the members and two
          about each event. Tests don’t count.
        </p>
      </form>
    </FormWithAside>
  );
}
