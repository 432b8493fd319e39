import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Event, EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Series } from '#contract/events/series/series.ts';
import { call, failureOf, type AnswerFor, type InputFor } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { applyFieldErrors } from '#web/platform/forms/form-errors.ts';
import type { useEdit } from '#web/platform/forms/use-edit.tsx';
import { exdatesOf } from './skipped-dates.ts';
import { planQuery, seriesQuery } from './queries.ts';
import { repeatsOf } from './repeats.ts';
import { type Scope, datesIn, scopeOf } from './scopes.ts';
import { askToSignIn } from '#web/features/base/sign-in/ask-to-sign-in.ts';
import {
  planOf,
  type EventFormOf,
  type EventValues,
  type NewEvent,
  valuesOf,
} from '#web/features/events/event-form/event-values.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { endAfterMove } from '#web/ui/wall-time.ts';
import { changedFields } from '#web/features/events/event-form/event-changes.ts';
import { fromLondonInput, toLondonInput } from '#contract/platform/london-time.ts';

export type EventEdit = ReturnType<typeof useEdit<Event, EventValues>>;

/** Converts the conflicting values of a response to event fields. */
export const baseOf = ({
  attendeeNames,
  asksEverybody,
  ...current
}: Record<string, unknown>): Partial<Event> => ({
  ...current,
  ...(attendeeNames !== undefined && {
    ownAttendeeNames: attendeeNames as Event['ownAttendeeNames'],
  }),
  ...(asksEverybody !== undefined && {
    ownAsksEverybody: asksEverybody as Event['ownAsksEverybody'],
  }),
});

interface ChangeSeriesOptions {
  edit: EventEdit;
  series: Series | undefined;
  form: EventFormOf;
  forgetDraft: () => void;
}

interface Reviewed {
  body: SeriesChange;
  outcome: AnswerFor<'POST /api/series/:id/preview'>;
}

/** Changes many dates at once: `review` previews the changes, `save` applies them. */
export function useChangeSeries({ edit, series, form, forgetDraft }: ChangeSeriesOptions) {
  const event = edit.base;
  const [revision, setRevision] = useState(series?.revision);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const params = { id: series?.id ?? 0 };
  /** The old preview stays while a new one loads. */
  const [reviewed, setReviewed] = useState<Reviewed>();
  const reload = () =>
    Promise.all([
      client.fetchQuery({ ...eventQuery(event.id), staleTime: 0 }),
      client.fetchQuery({ ...seriesQuery(params.id), staleTime: 0 }),
    ]);
  /** Shows someone else's changes, from this date or another that differs, and the current rule. */
  const showConflict = async (current: Record<string, unknown>) => {
    try {
      const [theirs, itsSeries] = await reload();
      const { revision: latest, ...fields } = baseOf(current);
      const ofRule = 'rrule' in current || 'exdates' in current ? [ruleConflict(itsSeries)] : [];
      setRevision(latest);
      edit.rebase(changedIn(Object.keys(fields), event, [theirs, ...itsSeries.events]), ofRule);
    } catch (error) {
      toastFailure('Series not saved', error, 'Please try again.');
    }
  };
  const onError = (error: unknown) => {
    setReviewed(undefined);
    const { code, current } = failureOf(error);
    if (current) return void showConflict(current);
    applyFieldErrors(form, error);
    if (code === 'sign_in_required') askToSignIn(client, 'edit an event');
    else toastFailure('Series not saved', error, 'Please try again.');
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
      navigate(paths.event(event.id));
    },
    done: 'Series updated',
    onError,
  });
  /** Skipped days depend on the dates of the new rule. */
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
      const body = seriesChange({
        event,
        series: { ...series, revision },
        scope,
        values,
        checked,
      });
      review.mutate({ ...body, ...(checked.rrule && (await exdates())) });
    } catch (error) {
      onError(error);
    }
  };
  return { submit, review, save, reviewed, close: () => setReviewed(undefined) };
}

const ruleConflict = ({ rrule, text }: Series) => ({
  name: 'rrule',
  control: 'repeats',
  theirs: repeatsOf(rrule),
  text,
});

const timeFields = new Set(['startTime', 'endTime', 'rsvpClosesAt']);

/**
 * Returns the times of the first date, and the other fields of the first date that differs from
 * `event`.
 */
function changedIn(names: string[], event: Event, dates: (Event | EventCard)[]): Partial<Event> {
  const [own = event] = dates;
  const words = names.filter((name) => !timeFields.has(name)) as (keyof EventCard)[];
  const differs = (date: EventCard) =>
    words.some((name) => date[name] !== undefined && date[name] !== event[name]);
  return {
    ...pickFields(dates.find(differs) ?? own, words),
    ...pickFields(
      own,
      names.filter((name) => timeFields.has(name)),
    ),
  };
}

const pickFields = (event: EventCard, names: string[]): Partial<Event> =>
  Object.fromEntries(Object.entries(event).filter(([name]) => names.includes(name)));

type SeriesChange = InputFor<'PATCH /api/series/:id'>['body'];

interface EditedSeries {
  event: Event;
  series: Series;
  scope: Exclude<Scope, 'one'>;
  values: EventValues;
  checked: NewEvent;
}

/** Applies one date's edit to many dates. Its times are shifted to the first date of the scope. */
function seriesChange({ event, series, scope, values, checked }: EditedSeries): SeriesChange {
  const shown = valuesOf(event);
  const [first = event] = datesIn<EventCard>(series.events, scope, event);
  const time = (name: 'startTime' | 'endTime' | 'rsvpClosesAt') => {
    if (values[name] === shown[name]) return {};
    const before = first[name] ?? event[name];
    const moved =
      before && shown[name] ? endAfterMove(shown[name], values[name], toLondonInput(before)) : '';
    return { [name]: fromLondonInput(moved || values[name]) || null };
  };
  return {
    ...scopeOf(scope, event),
    ...changedFields(shown, values, checked),
    ...time('startTime'),
    ...time('endTime'),
    ...time('rsvpClosesAt'),
    ...(checked.rrule && { rrule: checked.rrule }),
    revision: series.revision,
  };
}
