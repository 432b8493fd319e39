import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useSearch } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import type { Message } from '#contract/events/messages.ts';
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
import { ComposeForm } from './compose-form.tsx';
import { composeResolver, noMessage, type ComposeFormOf } from './compose-values.ts';
import { SentMessages } from './sent-messages.tsx';

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
            ? `By email, to people going to or waiting for ${event.title}`
            : `By email, to the members of ${group.name}`
        }
      />
      <ComposeForm group={group} event={event} form={form} />
      <SentMessages groupId={group.id} onAgain={beginAgain} />
    </>
  );
}
