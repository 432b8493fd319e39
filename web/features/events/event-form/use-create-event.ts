import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { createdEvent } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useCreation } from '#web/platform/data/use-creation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import { toast } from '#web/ui/toast.ts';
import { exdatesOf } from '#web/features/events/series/skipped-dates.ts';
import { planQuery } from '#web/features/events/series/queries.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import { justCreated } from '#web/features/events/events/event-paths.ts';
import { planOf, type EventFormOf, type NewEvent } from './event-values.ts';

const failed = 'Failed to create event. Please try again.';

/** Creates the event, or all dates of a series. */
export function useCreateEvent(form: EventFormOf, forgetDraft: () => void) {
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
