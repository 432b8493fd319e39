import { useForm, useWatch } from 'react-hook-form';
import { type Event, createdEvent } from '#contract/events/events.ts';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { urlOf, failureOf } from '#web/platform/data/api.ts';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { usePostedValues } from '#web/platform/forms/posted-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { AudienceFields, OpenToField } from './audience-fields.tsx';
import { EventPreview } from './event-preview.tsx';
import {
  CategoryField,
  GroupField,
  VenueFields,
  Times,
  TitleAndDescription,
  checkTimes,
} from './event-fields.tsx';
import {
  eventResolver,
  noEvent,
  copyOf,
  type EventFormOf,
  type EventValues,
  type NewEvent,
  planOf,
} from './event-values.ts';
import { PlacesFields } from './places-fields.tsx';
import { Repeating, usePlan } from '#web/features/events/series/repeating.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { toast } from '#web/ui/toast.ts';
import { exdatesOf } from '#web/features/events/series/skipped-dates.ts';
import { planQuery } from '#web/features/events/series/queries.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { justCreated } from '#web/features/events/events/event-paths.ts';

const key = 'POST /api/events';

interface CreateEventFormProps {
  /** The groups that the member organises. */
  groups: readonly Group[];
  categories: readonly { id: number; name: string }[];
  /** The group's id in the address, or an empty string. */
  groupId: string;
  /** The event that is copied, if any. */
  copied?: Event | undefined;
}

export function CreateEventForm({ groups, categories, groupId, copied }: CreateEventFormProps) {
  const form = useForm<EventValues, unknown, NewEvent>({
    resolver: eventResolver,
    ...usePostedValues<EventValues>(key, {
      ...noEvent,
      ...(copied && copyOf(copied)),
      ...inGroup(groups, groupId, copied),
    }),
  });
  const draftKey = copied ? `copy-event:${copied.id}` : `create-event:${groupId}`;
  const forgetDraft = useDraft(draftKey, form);
  const plan = usePlan(form);
  const group = useChosenGroup(form, groups);
  const create = useCreateEvent(form, forgetDraft);
  return (
    <FormWithAside aside={<EventPreview form={form} groups={groups} />}>
      <form
        method="post"
        action={urlOf(key)}
        noValidate
        onSubmit={form.handleSubmit(
          (event) => create.submit(event),
          () => checkTimes(form),
        )}
        className="flex flex-col gap-6"
      >
        <input type="hidden" name="_next" value={paths.event(':id')} />
        <GroupField form={form} groups={groups} />
        <DatesLeft group={group} />
        <CategoryField form={form} categories={categories} />
        <TitleAndDescription form={form} />
        <Times form={form} startError={plan.errors.startTime} />
        <div className="needs-script">
          <Repeating form={form} plan={plan} />
        </div>
        <VenueFields form={form} groups={groups} />
        <AudienceFields form={form} />
        <OpenToField form={form} group={group} />
        <PlacesFields form={form} />
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

const failed = 'Failed to create event. Please try again.';

/** Creates the event, or all dates of a series. */
function useCreateEvent(form: EventFormOf, forgetDraft: () => void) {
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
    else toastFailure('Event not created', error, failed);
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
      const count = 1 + others.length;
      done(count === 1 ? 'Your event is live' : `Your ${count} dates are live`, first.id);
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
