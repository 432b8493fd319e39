import { registerShown } from '#web/platform/forms/posted-values.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useSearch } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import type { Message, Audience } from '#contract/events/messages.ts';
import { paths } from '#contract/platform/paths.ts';
import MissingEvent from '#web/features/events/event-page/missing-event.tsx';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { ForOrganisers } from '#web/features/community/groups/for-organisers.tsx';
import MissingGroup from '#web/features/community/groups/missing-group.tsx';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { isNoGroup } from '#web/features/community/groups/use-group.ts';
import { param, isNotFound } from '#web/platform/data/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { composeResolver, noMessage, type ComposeFormOf } from './compose-values.ts';
import { SentMessages } from './sent-messages.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, FormError, RadioCards } from '#web/ui/choices.tsx';
import { InputField, TextareaField } from '#web/ui/field.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSending, type Place } from './use-sending.tsx';
import { audiencesQuery } from './queries.ts';
import { audienceLabel, countPeople } from './words.ts';
import { messageContext } from '#contract/events/message-email.ts';
import type { Account } from '#contract/base/accounts.ts';
import { useIfMailed, useSite } from '#web/platform/site.tsx';
import { LinkedText } from '#web/platform/text/linked-text.tsx';
import { Bunting } from '#web/ui/bunting.tsx';

/** Lets organisers email a group's members or an event's attendees, and lists sent messages. */
export default function MessagesPage() {
  const eventId = param(new URLSearchParams(useSearch()), 'event');
  const group = useQuery(groupQuery(usePageParam('id')));
  const event = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined });
  if (group.isPending || event.isLoading) return <FormSkeleton label="Loading" className="mt-10" />;
  if (!group.data && isNoGroup(group.error)) return <MissingGroup />;
  if (isNotFound(event.error)) return <MissingEvent />;
  if (!group.data || event.isError) return <Broken onRetry={() => void group.refetch()} />;
  if (!group.data.can.message)
    return (
      <ForOrganisers
        group={group.data}
        hint={`Only organisers of ${group.data.name} can message its members.`}
      />
    );
  if (event.data && event.data.groupId !== group.data.id) return <MissingEvent />;
  return <Messages key={eventId} group={group.data} event={event.data} />;
}

const Broken = ({ onRetry }: { onRetry: () => void }) => (
  <Unavailable as="h1" what="This page" onRetry={onRetry} />
);

function Messages({ group, event }: { group: Group; event: Event | undefined }) {
  const byEmail = useIfMailed()('By email, to', 'Kept until this site can send email, for');
  const form: ComposeFormOf = useForm({
    resolver: composeResolver,
    defaultValues: noMessage(event?.id),
  });
  const beginAgain = ({ subject, text, asksForDonations }: Message) => {
    form.setValue('subject', subject);
    form.setValue('text', text);
    form.setValue('asksForDonations', asksForDonations);
    form.setFocus('subject');
  };
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        back={
          event
            ? { href: paths.event(event.id), label: 'Back to the event' }
            : { href: paths.group(group.id), label: 'Back to the group' }
        }
        title="Messages"
        lead={
          event
            ? `${byEmail} people ${event.ended ? 'who went to or waited for' : 'going to or waiting for'} ${event.title}`
            : `${byEmail} the members of ${group.name}`
        }
      />
      <ComposeForm group={group} event={event} form={form} />
      <SentMessages groupId={group.id} onAgain={beginAgain} />
    </>
  );
}

type MessagedEvent = Pick<Event, 'id' | 'title' | 'ended' | 'startTime' | 'came'>;

interface ComposeFormProps {
  group: Group;
  event: MessagedEvent | undefined;
  form: ComposeFormOf;
}

function ComposeForm({ group, event, form }: ComposeFormProps) {
  const { user } = useUser();
  const place = { groupId: group.id, eventId: event?.id };
  const forgetDraft = useDraft(`message:${group.id}:${event?.id ?? 'members'}`, form);
  const { mutate, isPending, isTest, refusal } = useSending(place, form, () => {
    form.reset(noMessage(event?.id));
    forgetDraft();
  });
  const send = (test: boolean) =>
    void form.handleSubmit((message) => mutate({ ...message, test }))();
  return (
    <FormWithAside aside={<EmailPreview form={form} group={group} event={event} sender={user} />}>
      <form
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          send(false);
        }}
        className="flex flex-col gap-6"
      >
        <AudienceField form={form} place={place} event={event} groupName={group.name} />
        <SubjectAndText form={form} />
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

interface AudienceFieldProps {
  form: ComposeFormOf;
  place: Place;
  event: MessagedEvent | undefined;
  groupName: string;
}

function SubjectAndText({ form }: Pick<ComposeFormProps, 'form'>) {
  return (
    <>
      <InputField
        label="Subject"
        hint="Up to 120 characters"
        {...registerShown(form, 'subject')}
        autoComplete="off"
      />
      <TextareaField
        label="Message"
        hint="Up to 5,000 characters. Web addresses become links."
        {...registerShown(form, 'text')}
        rows={8}
      />
    </>
  );
}

/** Chooses the audience and shows its current size. */
function AudienceField({ form, place, event, groupName }: AudienceFieldProps) {
  const { data: sizes } = useQuery(audiencesQuery(place.groupId, place.eventId));
  const asksForDonations = useWatch({ control: form.control, name: 'asksForDonations' });
  const sizeOf = (audience: Audience) => {
    const size = sizes?.find((each) => each.audience === audience);
    if (!size) return 'Counting...';
    return asksForDonations
      ? `${countPeople(size.fundraising)} who chose ‘Fundraising’, of ${size.recipients}`
      : countPeople(size.recipients);
  };
  if (event === undefined) {
    return (
      <div>
        <p className="font-semibold">To</p>
        <p className="wrap-anywhere">
          The members of {groupName}: {sizeOf('members')}
        </p>
        <p className="text-sm text-muted">
          This doesn't go to you, people who've muted the group, or people who haven't confirmed
          their email address. Nobody sees anyone else’s address. To write to people going to one
          event, start from its page.
        </p>
      </div>
    );
  }
  return (
    <RadioCards
      {...form.register('audience')}
      legend="To"
      hint="This goes to people who've muted the group, too, but not to you or to people who haven't confirmed their email address. Nobody sees anyone else’s address."
      columns={1}
      error={form.formState.errors.audience?.message}
      options={audiencesOf(event).map((audience) => ({
        value: audience,
        label: audienceLabel(audience, event),
        description: sizeOf(audience),
      }))}
    />
  );
}

/** The audience 'came' is offered once there may be somebody in it. */
const audiencesOf = (event: MessagedEvent): Audience[] => [
  'going',
  'waiting',
  'all',
  ...(event.came || Date.parse(event.startTime) <= Date.now() ? (['came'] as const) : []),
];

interface EmailPreviewProps {
  form: ComposeFormOf;
  group: Group;
  event: MessagedEvent | undefined;
  sender: Account | undefined;
}

/** Previews the email while it is typed, with its greeting and closing. */
function EmailPreview({ form, group, event, sender }: EmailPreviewProps) {
  const { subject, text } = useWatch({ control: form.control });
  const { name } = useSite();
  const wording = messageContext({
    groupName: group.name,
    eventTitle: event?.title ?? null,
    eventEnded: event?.ended ?? false,
    sender: sender?.firstName ?? null,
    senderOrganises: group.membership?.isOrganizer ?? false,
  });
  return (
    <aside aria-labelledby="preview" className="min-w-0 lg:sticky lg:top-6">
      <h2 id="preview" className="mb-2 font-display text-base font-semibold text-muted">
        How the email will look
      </h2>
      <p dir="auto" className="mb-3 font-semibold wrap-anywhere">
        {subject?.trim() || 'Your subject'}
      </p>
      <div className="overflow-hidden rounded-card">
        <div className="surface-hall overflow-hidden">
          <Bunting size="sm" swags={8} />
          <p className="px-5 py-4 font-display text-xl font-bold">{name}</p>
        </div>
        <div className="flex flex-col gap-4 bg-card px-5 py-5">
          <p>Hello {sender?.firstName ?? 'there'},</p>
          <p className="wrap-anywhere">{wording.opening}</p>
          <div className="border-l-4 border-accent pl-5">
            <LinkedText className="wrap-anywhere" text={text?.trim() || 'Your message.'} />
          </div>
          <p className="self-start rounded-card bg-accent px-5 py-2.5 font-semibold text-on-accent">
            {wording.button}
          </p>
          <p>{wording.closing}</p>
          <p>The people at {name}</p>
        </div>
      </div>
    </aside>
  );
}
