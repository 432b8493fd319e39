import { useIfMailed } from '#web/platform/site.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Event } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { isNotFound, refresh } from '#web/platform/data/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import MissingEvent from '#web/features/events/event-page/missing-event.tsx';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { categoriesQuery } from '#web/features/community/groups/categories.ts';
import { seriesQuery } from '#web/features/events/series/queries.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { formatMoment } from '#contract/platform/dates.ts';
import type { Series } from '#contract/events/series/series.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import type { Conflict } from '#web/platform/forms/conflict-notes.tsx';
import { useEdit } from '#web/platform/forms/use-edit.tsx';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/choices.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { repeatsOf } from '#web/features/events/series/repeats.ts';
import { scopeNamed, scopeOptions, type Scope } from '#web/features/events/series/scopes.ts';
import {
  checkTimes,
  CategoryField,
  EventTown,
  LocationField,
  Times,
  PictureField,
  TitleAndDescription,
} from './event-fields.tsx';
import { rsvpsLabel } from '#web/features/events/events/attendee-label.ts';
import { AudienceField, NamesAndAnswers, OpenToField } from './audience-fields.tsx';
import { useDoubt } from './doubtful-start.ts';
import { EventPreview } from './event-preview.tsx';
import { eventResolver, valuesOf, type EventFormOf, type NewEvent } from './event-values.ts';
import { MoreFields } from './more-fields.tsx';
import { PlacesFields } from './places-fields.tsx';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { VenueDetails } from './venue-details.tsx';
import { Repeating, usePlan } from '#web/features/events/series/repeating.tsx';
import { eventChanges } from './event-changes.ts';
import { fromLondonInput, toLondonInput } from '#contract/platform/london-time.ts';
import {
  baseOf,
  useChangeSeries,
  type EventEdit,
} from '#web/features/events/series/use-change-series.ts';

export default function EditEventPage() {
  const { data: event, isPending, error, refetch } = useQuery(eventQuery(usePageParam('id')));
  const { data: allCategories } = useQuery(categoriesQuery());
  const seriesId = event?.series?.id;
  const series = useQuery({ ...seriesQuery(seriesId ?? 0), enabled: seriesId !== undefined });
  if (isPending) return <Waiting />;
  if (!event && isNotFound(error)) return <MissingEvent />;
  if (!event) return <Unavailable as="h1" what="This event" onRetry={() => void refetch()} />;
  if (!event.can.edit) return <EditingRefused event={event} />;
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        back={{ href: paths.event(event.id), label: 'Back to the event' }}
        title="Edit event"
        lead={event.title}
      />
      {allCategories && !series.isLoading ? (
        <EditEventForm
          key={event.id}
          event={event}
          series={series.data}
          categories={allCategories}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

const Waiting = () => <FormSkeleton label="Loading the event" className="mt-10" />;

const EditingRefused = ({ event }: { event: Event }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title="This event can't be edited"
    hint={reasonFor(event)}
    actions={<ButtonLink href={paths.event(event.id)} label="Back to the event" />}
  />
);

function reasonFor({ status, ended, group }: Event): string {
  if (status === 'cancelled') return "It's been cancelled.";
  if (ended) return 'It has ended.';
  return `Only organisers of ${group.name} can change it.`;
}

const ChangeDialog = lazyPart(() => import('#web/features/events/series/change-dialog.tsx'));

interface EditEventFormProps {
  event: Event;
  /** The series that the event belongs to, if any. */
  series?: Series | undefined;
  categories: readonly { id: number; name: string }[];
}

function EditEventForm({ event, series, categories }: EditEventFormProps) {
  const draft = `edit-event:${event.id}`;
  const edit = useEdit(event, valuesOf, draft);
  const form: EventFormOf = useForm({
    resolver: eventResolver,
    defaultValues: { ...edit.shown, ...(series && { rrule: repeatsOf(series.rrule) }) },
  });
  const forgetDraft = useDraft(draft, form, edit.base.revision);
  const ifMailed = useIfMailed();
  const [scope, setScope] = useState<Scope>('one');
  const plan = usePlan(form);
  const { data: group } = useQuery(groupQuery(event.groupId));
  const update = useUpdate(edit, form, forgetDraft);
  const { submit, review, save, reviewed, close } = useChangeSeries({
    edit,
    series,
    form,
    forgetDraft,
  });
  const isOne = scope === 'one';
  const isDoubtful = useDoubt(form, toLondonInput(event.startTime));
  return (
    <FormWithAside aside={<EventPreview form={form} groups={[event.group]} seed={event.id} />}>
      <form
        noValidate
        onSubmit={form.handleSubmit(
          (changed) => {
            if (isDoubtful()) return;
            return isOne ? update.mutate(changed) : submit(scope, changed);
          },
          () => checkTimes(form),
        )}
        className="flex flex-col gap-6"
      >
        {series && (
          <RadioCards
            name="scope"
            legend="Which dates to change"
            columns={1}
            value={scope}
            onChange={({ target }) => setScope(scopeNamed(target.value))}
            options={scopeOptions(series, event, formatMoment(event.startTime))}
          />
        )}
        <TitleAndDescription form={form} />
        <Times form={form} startError={isOne ? undefined : plan.errors.startTime} />
        {series && !isOne && <Repeating form={form} plan={plan} currentRule={series.text} />}
        <LocationField form={form} />
        <MoreFields form={form} group={group}>
          <PictureField form={form} />
          <CategoryField form={form} categories={categories} />
          <EventTown form={form} />
          <AudienceField form={form} />
          <VenueDetails form={form} />
          <NamesAndAnswers form={form} />
          <OpenToField form={form} group={group?.editPending ? undefined : group} />
          <PlacesFields form={form} />
        </MoreFields>
        {edit.notes(form, timeText)}
        <Notice
          tone="accent"
          title={
            isOne
              ? ifMailed(notificationNote(event))
              : "We'll make these changes on each of the dates. You can check the list first."
          }
        />
        <div className="grid gap-3 sm:flex">
          {isOne ? (
            <Button type="submit" size="lg" busy={update.isPending} busyLabel="Saving...">
              Save changes
            </Button>
          ) : (
            <Button type="submit" size="lg" busy={review.isPending} busyLabel="Checking...">
              Preview changes
            </Button>
          )}
          <Link
            href={paths.event(event.id)}
            onClick={forgetDraft}
            className={buttonClass({ variant: 'quiet', size: 'lg' })}
          >
            Discard changes
          </Link>
        </div>
        {reviewed && (
          <ChangeDialog
            outcome={reviewed.outcome}
            includeEdited={(review.variables ?? reviewed.body).includeEdited ?? false}
            isLoading={review.isPending}
            busy={save.isPending}
            onIncludeEdited={(includeEdited) => review.mutate({ ...reviewed.body, includeEdited })}
            onConfirm={(reason) => save.mutate({ ...reviewed.body, reason })}
            onClose={close}
          />
        )}
      </form>
    </FormWithAside>
  );
}

const notificationNote = (event: Event) =>
  event.attendeeCount === 0
    ? "Nobody has signed up yet, so we won't email anyone."
    : `If you change the title, time or place, we'll email everyone who is going (${rsvpsLabel(event)}).`;

/** Formats a conflicting time for display. */
const timeText = ({ name, theirs }: Conflict) =>
  ['startTime', 'endTime', 'rsvpClosesAt'].includes(name) && typeof theirs === 'string' && theirs
    ? formatMoment(fromLondonInput(theirs))
    : undefined;

function useUpdate({ base, rebase }: EventEdit, form: EventFormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { id, revision } = base;
  return useMutation({
    mutationFn: (checked: NewEvent) => {
      const changes = eventChanges(valuesOf(base), form.getValues(), checked);
      return call('PATCH /api/events/:id', { params: { id }, body: { ...changes, revision } });
    },
    onSuccess: (changed) => {
      forgetDraft();
      client.setQueryData(eventQuery(id).queryKey, changed);
      void refresh(client, '/api/events', '/api/user/event');
      navigate(paths.event(id));
    },
    done: 'Event updated',
    onError: (error) => {
      const { code, current } = failureOf(error);
      if (current) return rebase(baseOf(current));
      applyFieldErrors(form, error);
      if (code === 'sign_in_required') askToSignIn(client, 'edit an event');
      else toastFailure('Event not saved', error, 'Please try again.');
    },
  });
}
