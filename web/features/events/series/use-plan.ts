import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { failureOf } from '#web/platform/data/api.ts';
import { planQuery } from './queries.ts';
import { planOf, type EventFormOf } from '#web/features/events/event-form/event-values.ts';

/** In milliseconds. */
const debounce = 400;

/** Loads the dates of the rule in the form, debounced. */
export function usePlan(form: EventFormOf) {
  const [startTime, endTime, rrule] = useWatch({
    control: form.control,
    name: ['startTime', 'endTime', 'rrule'],
  });
  const plan = planOf({ startTime, endTime, rrule });
  const debounced = useDebounced(plan);
  const { data, error, isFetching } = useQuery({
    ...planQuery(debounced ?? nothing),
    enabled: debounced !== undefined && plan !== undefined,
    placeholderData: keepPreviousData,
  });
  return {
    dates: plan && data,
    errors: (plan && failureOf(error).fields) ?? noErrors,
    hasFailed: plan !== undefined && error !== null,
    isFetching: plan !== undefined && isFetching,
  };
}
export type PlanState = ReturnType<typeof usePlan>;

const nothing = { startTime: '', endTime: '', rrule: '' };
const noErrors: Record<string, string> = {};

/** Returns the value once it has stopped changing, compared by content. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(json ?? 'null') ?? undefined), debounce);
    return () => clearTimeout(timer);
  }, [json]);
  return debounced;
}
