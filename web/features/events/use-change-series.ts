import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Event } from '../../../contract/events.ts';
import { paths } from '../../../contract/paths.ts';
import type { Series } from '../../../contract/series.ts';
import { call, failureOf, type AnswerFor } from '../../platform/data/api.ts';
import { refresh } from '../../platform/data/queries.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { useMutation } from '../../platform/data/use-mutation.ts';
import { applyFieldErrors } from '../../platform/forms/form-errors.ts';
import { toast } from '../../ui/toast.ts';
import { exdatesOf } from '../series/left-out.ts';
import { planQuery } from '../series/queries.ts';
import type { Scope } from '../series/scopes.ts';
import { askToSignIn } from '../sign-in/ask-to-sign-in.ts';
import { planOf, type EventFormOf, type NewEvent } from './event-values.ts';
import { seriesChange, type SeriesChange } from './series-changes.ts';

interface ChangeSeriesOptions {
  event: Event;
  series: Series | undefined;
  form: EventFormOf;
  forgetDraft: () => void;
}

interface Reviewed {
  body: SeriesChange;
  outcome: AnswerFor<'POST /api/series/:id/preview'>;
}

/** Changes many dates at once: first it is asked what that would do (`review`), then done (`save`). */
export function useChangeSeries({ event, series, form, forgetDraft }: ChangeSeriesOptions) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const params = { id: series?.id ?? 0 };
  /** Stays while it is asked for anew. */
  const [reviewed, setReviewed] = useState<Reviewed>();
  const onError = (error: unknown) => {
    setReviewed(undefined);
    applyFieldErrors(form, error);
    if (failureOf(error).code === 'sign_in_required') askToSignIn(client, 'edit an event');
    else toastFailure('Error', error, 'Failed to update the series. Please try again.');
  };
  const review = useMutation({
    mutationFn: async (body: SeriesChange) => ({
      body,
      outcome: await call('POST /api/series/:id/preview', { params, body }),
    }),
    onSuccess: setReviewed,
    onError,
  });
  const save = useMutation({
    mutationFn: (body: SeriesChange) => call('PATCH /api/series/:id', { params, body }),
    onSuccess: () => {
      forgetDraft();
      void refresh(client, '/api/events', '/api/series/', '/api/user/event');
      toast({ title: 'Series updated', tone: 'good' });
      navigate(paths.event(event.id));
    },
    onError,
  });
  /** Days are left out of a new rule by the dates that it makes. */
  const exdates = async () => {
    const plan = planOf(form.getValues());
    if (!plan) return {};
    const { dates } = await client.fetchQuery(planQuery(plan));
    return { exdates: exdatesOf(dates, form.getValues('exdates')) };
  };
  const submit = async (scope: Exclude<Scope, 'one'>, checked: NewEvent) => {
    if (!series) return;
    try {
      const values = form.getValues();
      const body = seriesChange({ event, series, scope, values, checked });
      review.mutate({ ...body, ...(checked.rrule && (await exdates())) });
    } catch (error) {
      onError(error);
    }
  };
  return { submit, review, save, reviewed, close: () => setReviewed(undefined) };
}
