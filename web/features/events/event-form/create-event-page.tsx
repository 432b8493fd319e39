import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { paths, signIn } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { myGroups } from '#web/features/community/groups/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import {
  eventQuery,
  groupEventsOn,
  nextHundredEvents,
} from '#web/features/events/events/queries.ts';
import { categoriesQuery } from '#web/features/community/groups/categories.ts';
import { useForm, useWatch } from 'react-hook-form';
import { type Event, createdEvent } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { urlOf, failureOf } from '#web/platform/data/api.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { usePostedValues } from '#web/platform/forms/posted-values.ts';
import { Button } from '#web/ui/button.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { AudienceField, NamesAndAnswers, OpenToField } from './audience-fields.tsx';
import { useDoubt } from './doubtful-start.ts';
import { EventPreview } from './event-preview.tsx';
import {
  CategoryField,
  GroupField,
  EventTown,
  LocationField,
  Times,
  PictureField,
  TitleAndDescription,
  checkTimes,
} from './event-fields.tsx';
import {
  eventResolver,
  noEvent,
  copyInWords,
  copyOf,
  type EventFormOf,
  type EventValues,
  type NewEvent,
  planOf,
} from './event-values.ts';
import { MoreFields } from './more-fields.tsx';
import { PlacesFields } from './places-fields.tsx';
import { VenueDetails } from './venue-details.tsx';
import { Repeating, usePlan } from '#web/features/events/series/repeating.tsx';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { toast } from '#web/ui/toast.ts';
import { exdatesOf } from '#web/features/events/series/skipped-dates.ts';
import { planQuery } from '#web/features/events/series/queries.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { justCreated } from '#web/features/events/events/event-paths.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { isWholeWallTime, splitWallTime } from '#web/ui/wall-time.ts';
import { clashIn } from './clash.ts';

export default function CreateEventPage() {
  const { user, isPending } = useUser();
  const [path] = useLocation();
  const search = useSearch();
  const inPath = usePageParam('id');
  const query = new URLSearchParams(search);
  const groupId = inPath || query.get('groupId') || '';
  if (isPending) return null;
  return user ? (
    <Organised groupId={groupId} copy={query.get('copy') ?? ''} />
  ) : (
    <SignedOut here={search ? `${path}?${search}` : path} />
  );
}

const SignedOut = ({ here }: { here: string }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="Authentication required"
    hint="Please sign in to create an event."
    actions={<ButtonLink href={signIn(here)} size="lg" label="Sign In" />}
  />
);

/** Loads the groups that the member organises; the form needs at least one. */
function Organised({ groupId, copy }: { groupId: string; copy: string }) {
  const groups = useQuery(myGroups());
  const { data: allCategories } = useQuery(categoriesQuery());
  const copied = useQuery({ ...eventQuery(copy), enabled: copy !== '' });
  const organised = groups.data?.filter((group) => group.can.createEvent);
  if (groups.isError) {
    return <Unavailable as="h1" what="This form" onRetry={() => void groups.refetch()} />;
  }
  if (organised?.length === 0) return <NotAnOrganiser />;
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        title="Create an Event"
        lead={
          copied.data
            ? copyInWords(copied.data)
            : "Tell people when, where and what to expect, as if they've never been before."
        }
        actions={<GuideLink guide="first-event" />}
      />
      {copied.isError && (
        <Notice className="mb-8 max-w-xl" title="We couldn't find the event to copy" />
      )}
      {organised && allCategories && !copied.isLoading ? (
        <CreateEventForm
          key={`${groupId} ${copy}`}
          copied={copied.data}
          groups={organised}
          categories={allCategories}
          groupId={groupId}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => <FormSkeleton label="Loading your groups" />;

const NotAnOrganiser = () => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="You Need to be a Group Organizer"
    hint="Events belong to a group. Start one, and you can add its first event straight away."
    actions={
      <>
        <ButtonLink href={paths.createGroup} size="lg" label="Create a Group" />
        <ButtonLink href={paths.groups} variant="outline" size="lg" label="Discover Groups" />
      </>
    }
  />
);

const callKey = 'POST /api/events';

interface CreateEventFormProps {
  /** The groups that the member organises. */
  groups: readonly Group[];
  categories: readonly { id: number; name: string }[];
  /** The group's id in the address, or an empty string. */
  groupId: string;
  /** The event that is copied, if any. */
  copied?: Event | undefined;
}

function CreateEventForm({ groups, categories, groupId, copied }: CreateEventFormProps) {
  const form = useForm<EventValues, unknown, NewEvent>({
    resolver: eventResolver,
    ...usePostedValues<EventValues>(callKey, {
      ...noEvent,
      ...(copied && copyOf(copied)),
      ...inGroup(groups, groupId, copied),
    }),
  });
  const draftKey = copied ? `copy-event:${copied.id}` : `create-event:${groupId}`;
  const forgetDraft = useDraft(draftKey, form);
  const plan = usePlan(form);
  const group = useChosenGroup(form, groups);
  const create = useCreateEvent(form, group, forgetDraft);
  const isDoubtful = useDoubt(form, copied && copyOf(copied).startTime);
  return (
    <FormWithAside aside={<EventPreview form={form} groups={groups} />}>
      <form
        method="post"
        action={urlOf(callKey)}
        noValidate
        onSubmit={form.handleSubmit(
          (event) => (isDoubtful() ? undefined : create.submit(event)),
          () => checkTimes(form),
        )}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="_next" value={paths.event(':id')} />
        <GroupField form={form} groups={groups} />
        <DatesLeft group={group} />
        <TitleAndDescription form={form} />
        <Times form={form} startError={plan.errors.startTime} />
        <ClashNotice form={form} group={group} />
        <div className="needs-script">
          <Repeating form={form} plan={plan} />
        </div>
        <LocationField form={form} isNew />
        <MoreFields form={form} group={group}>
          <PictureField form={form} />
          <CategoryField form={form} categories={categories} />
          <EventTown form={form} group={group} isNew />
          <AudienceField form={form} />
          <VenueDetails form={form} town={group?.location} />
          <NamesAndAnswers form={form} />
          <OpenToField form={form} group={group} />
          <PlacesFields form={form} />
        </MoreFields>
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating event...">
          Create Event
        </Button>
      </form>
    </FormWithAside>
  );
}

function useChosenGroup(form: EventFormOf, groups: readonly Group[]): Group | undefined {
  const groupId = useWatch({ control: form.control, name: 'groupId' });
  return groups.find(({ id }) => String(id) === groupId);
}

/** Warns when the chosen group is close to its limit of dates. */
const DatesLeft = ({ group }: { group: Group | undefined }) => (
  <div role="status" className="empty:hidden">
    {group?.quota && <Notice>{group.quota.message}</Notice>}
  </div>
);

/**
 * Preselects the group in the address, or the member's only one. Its category, audience and
 * openness are the defaults, unless an event is copied.
 */
function inGroup(
  groups: readonly Group[],
  groupId: string,
  copied: Event | undefined,
): Partial<EventValues> {
  const group =
    groups.find((each) => String(each.id) === groupId) ??
    (groups.length === 1 ? groups[0] : undefined);
  if (!group) return { groupId: '' };
  return {
    groupId: String(group.id),
    categoryId: String(copied?.categoryId ?? group.categoryId),
    audience: copied?.audience ?? group.audience,
    openTo: copied?.openTo ?? group.defaultOpenTo,
    placePublic: copied?.placePublic ?? group.defaultPlacePublic,
  };
}

const failureText = 'Failed to create event. Please try again.';

/** Creates the event, or all dates of a series. */
function useCreateEvent(form: EventFormOf, group: Group | undefined, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const done = (title: string, id: number) => {
    forgetDraft();
    void refresh(client, '/api/events');
    toast({ title, tone: 'good' });
    navigate(paths.event(id), { state: justCreated });
  };
  const onError = (error: unknown) => {
    applyFieldErrors(form, error);
    if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'create an event');
    else toastFailure('Event not created', error, failureText);
  };
  const one = useCreation({
    key: 'POST /api/events',
    inputOf: ({ rrule: _, ...event }: NewEvent) => ({ body: withIsoTimes(event) }),
    onSuccess: ({ id }) => done(createdEvent.title, id),
    onError,
  });
  const series = useCreation({
    key: 'POST /api/series',
    inputOf: ({ exdates, ...event }: NewEvent & { exdates: string[] }) => ({
      body: { ...withIsoTimes(event), exdates },
    }),
    onSuccess: ({ events: [first, ...others] }) => {
      if (!first) return;
      done(createdDates(1 + others.length, group), first.id);
    },
    onError,
  });
  /** Skipped days depend on the planned dates, which are cached if the plan has been shown. */
  const submit = async (event: NewEvent) => {
    const plan = planOf(form.getValues());
    if (!plan) return one.mutate(event);
    try {
      const { dates } = await client.fetchQuery(planQuery(plan));
      series.mutate({ ...event, exdates: exdatesOf(dates, form.getValues('exdates')) });
    } catch (error) {
      onError(error);
    }
  };
  return { submit, isPending: one.isPending || series.isPending };
}

const createdDates = (count: number, group: Group | undefined) =>
  count === 1
    ? createdEvent.title
    : `Your ${count} dates are ${group && isPublic(group) ? 'live' : 'ready'}`;

const withIsoTimes = <Times extends Pick<NewEvent, 'startTime' | 'endTime' | 'rsvpClosesAt'>>({
  startTime,
  endTime,
  rsvpClosesAt,
  ...event
}: Times) => ({
  ...event,
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  rsvpClosesAt: rsvpClosesAt?.toISOString() ?? null,
});

interface ClashNoticeProps {
  form: EventFormOf;
  group: Group | undefined;
}

/** Warns where the group already has an event at the time in the form. */
const ClashNotice = ({ form, group }: ClashNoticeProps) => (
  <div role="status" className="empty:hidden">
    {group && <Clash form={form} group={group} />}
  </div>
);

function Clash({ form, group }: { form: EventFormOf; group: Group }) {
  const [startTime, endTime] = useWatch({ control: form.control, name: ['startTime', 'endTime'] });
  const { data: events } = useQuery({
    ...eventsAround(group, splitWallTime(startTime).date, splitWallTime(endTime).date),
    enabled: isWholeWallTime(startTime) && isWholeWallTime(endTime) && startTime < endTime,
  });
  const clash = clashIn(events ?? [], { startTime, endTime });
  return (
    clash && (
      <Notice>
        {group.name} already has “{clash.title}” at this time: {formatMoment(clash.startTime)}.
      </Notice>
    )
  );
}

/** Public lists lack a group that waits for approval, which has few events. */
const eventsAround = (group: Group, from: string, to: string) =>
  isPublic(group) ? groupEventsOn(group.id, from, to) : nextHundredEvents(group.id);
