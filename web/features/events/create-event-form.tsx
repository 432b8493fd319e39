import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { Event } from '../../../contract/events.ts';
import type { GroupCard } from '../../../contract/groups.ts';
import { paths } from '../../../contract/paths.ts';
import { askToSignIn } from '../sign-in/ask-to-sign-in.ts';
import { failureOf } from '../../platform/data/api.ts';
import { useCreation } from '../../platform/data/use-creation.ts';
import { applyFieldErrors } from '../../platform/forms/form-errors.ts';
import { FormWithAside } from '../../platform/forms/form-with-aside.tsx';
import { refresh } from '../../platform/data/queries.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { EventPreview } from './event-preview.tsx';
import { CategoryField, GroupField, VenueFields, Times, Words } from './event-fields.tsx';
import {
  eventResolver,
  noEvent,
  copyOf,
  type EventFormOf,
  type EventValues,
  type NewEvent,
} from './event-values.ts';
import { justCreated } from './event-paths.ts';
import { PlacesFields } from './places-fields.tsx';
import { checkTimes } from './check-times.ts';

interface CreateEventFormProps {
  /** Those the member organises. */
  groups: readonly GroupCard[];
  categories: readonly { id: number; name: string }[];
  /** The group the address names, or nothing. */
  groupId: string;
  /** The event to begin from. */
  copied?: Event | undefined;
}

export function CreateEventForm({ groups, categories, groupId, copied }: CreateEventFormProps) {
  const form: EventFormOf = useForm({
    resolver: eventResolver,
    defaultValues: {
      ...noEvent,
      ...(copied && copyOf(copied)),
      ...inGroup(groups, groupId, copied),
    },
  });
  const draftKey = copied ? `copy-event:${copied.id}` : `create-event:${groupId}`;
  const forgetDraft = useDraft(draftKey, form);
  const create = useSubmission(form, forgetDraft);
  return (
    <FormWithAside aside={<EventPreview form={form} groups={groups} />}>
      <form
        noValidate
        onSubmit={form.handleSubmit(
          (event) => create.mutate(event),
          () => checkTimes(form),
        )}
        className="flex flex-col gap-6"
      >
        <GroupField form={form} groups={groups} />
        <CategoryField form={form} categories={categories} />
        <Words form={form} />
        <Times form={form} />
        <VenueFields form={form} groups={groups} />
        <PlacesFields form={form} />
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating Event...">
          Create Event
        </Button>
      </form>
    </FormWithAside>
  );
}

/** The group the address names, or the only one there is; with its category, where nothing else says. */
function inGroup(
  groups: readonly GroupCard[],
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
  };
}

const failed = 'Failed to create event. Please try again.';

function useSubmission(form: EventFormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useCreation({
    key: 'POST /api/events',
    inputOf: ({ startTime, endTime, rsvpClosesAt, ...event }: NewEvent) => ({
      body: {
        ...event,
        startTime: startTime.toISOString(),
        endTime: endTime.toISOString(),
        rsvpClosesAt: rsvpClosesAt?.toISOString() ?? null,
      },
    }),
    onSuccess: ({ id }) => {
      forgetDraft();
      void refresh(client, '/api/events');
      toast({ title: 'Your event has been created successfully', tone: 'good' });
      navigate(paths.event(id), { state: justCreated });
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'create an event');
      else toastFailure('Error', error, failed);
    },
  });
}
