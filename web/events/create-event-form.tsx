import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { GroupCard } from '../../contract/groups.ts';
import { paths } from '../../contract/paths.ts';
import { askToSignIn } from '../accounts/ask-to-sign-in.ts';
import { call, failureOf } from '../api.ts';
import { applyFieldErrors } from '../form-errors.ts';
import { FormWithAside } from '../form-with-aside.tsx';
import { refresh } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { EventPreview } from './event-preview.tsx';
import { GroupAndCategory, Place, Times, Words } from './event-fields.tsx';
import {
  endsTooEarly,
  eventResolver,
  noEvent,
  type EventFormOf,
  type NewEvent,
} from './event-values.ts';

interface CreateEventFormProps {
  /** Those the member organises. */
  groups: readonly GroupCard[];
  categories: readonly { id: number; name: string }[];
  /** The group the address names, or nothing. */
  groupId: string;
}

export function CreateEventForm({ groups, categories, groupId }: CreateEventFormProps) {
  const group =
    groups.find((each) => String(each.id) === groupId) ??
    (groups.length === 1 ? groups[0] : undefined);
  const form: EventFormOf = useForm({
    resolver: eventResolver,
    defaultValues: {
      ...noEvent,
      ...(group && { groupId: String(group.id), categoryId: String(group.categoryId) }),
    },
  });
  const forgetDraft = useDraft(`create-event:${groupId}`, form);
  const create = useCreation(form, forgetDraft);
  const checkTimes = () => {
    if (endsTooEarly(form.getValues())) refuseTimes(form);
  };
  return (
    <FormWithAside aside={<EventPreview form={form} groups={groups} />}>
      <form
        noValidate
        onSubmit={form.handleSubmit((event) => create.mutate(event), checkTimes)}
        className="flex flex-col gap-6"
      >
        <GroupAndCategory form={form} groups={groups} categories={categories} />
        <Words form={form} />
        <Times form={form} />
        <Place form={form} groups={groups} />
        <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating Event...">
          Create Event
        </Button>
      </form>
    </FormWithAside>
  );
}

/** The schema compares the times only once every other field is right; the member should hear of it at once. */
function refuseTimes(form: EventFormOf): void {
  const message = 'End time must be after start time';
  form.setError('endTime', { type: 'custom', message });
  toast({ tone: 'danger', title: 'Invalid time range', description: message });
}

const failed = 'Failed to create event. Please try again.';

function useCreation(form: EventFormOf, forgetDraft: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ startTime, endTime, ...event }: NewEvent) =>
      call('POST /api/events', {
        body: { ...event, startTime: startTime.toISOString(), endTime: endTime.toISOString() },
      }),
    onSuccess: ({ id }) => {
      forgetDraft();
      void refresh(client, '/api/events');
      toast({ title: 'Your event has been created successfully', tone: 'good' });
      navigate(paths.event(id));
    },
    onError: (error) => {
      applyFieldErrors(form, error);
      if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'create an event');
      else toastFailure('Error', error, failed);
    },
  });
}
