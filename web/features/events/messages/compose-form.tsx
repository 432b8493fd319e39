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
          hint="Up to 5,000 characters. Addresses of web pages become links."
          error={errors.text?.message}
        >
          {(control) => <Textarea {...control} {...form.register('text')} rows={8} />}
        </Field>
        <Checkbox
          {...form.register('asksForDonations')}
          label="This message asks for donations"
          description="By law such a message goes only to those who have chosen ‘Fundraising’ among their emails. News of what you organise needs no tick."
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
            Send a Test to Myself
          </Button>
        </div>
        <p className="text-sm text-muted">
          You have five minutes to take it back. Two messages a day can go to the members, and two
          to the people of an event; a test doesn’t count.
        </p>
      </form>
    </FormWithAside>
  );
}
