import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { failureOf } from '#web/platform/data/api.ts';
import { planQuery } from './queries.ts';
import { planOf, type EventFormOf } from '#web/features/events/event-form/event-values.ts';

/** How long the typing rests before the dates are asked for, in milliseconds. */
const debounce = 400;

/** The dates that come of what is typed, asked for as it changes. */
export function usePlan(form: EventFormOf) {
  const [startTime, endTime, rrule] = useWatch({
    control: form.control,
    name: ['startTime', 'endTime', 'rrule'],
  });
  const wanted = planOf({ startTime, endTime, rrule });
  const asked = useSettled(wanted);
  const { data, error, isFetching } = useQuery({
    ...planQuery(asked ?? nothing),
    enabled: asked !== undefined && wanted !== undefined,
    placeholderData: keepPreviousData,
  });
  return {
    dates: wanted && data,
    errors: (wanted && failureOf(error).fields) ?? noErrors,
    hasFailed: wanted !== undefined && error !== null,
    isFetching: wanted !== undefined && isFetching,
  };
}
export type PlanState = ReturnType<typeof usePlan>;

const nothing = { startTime: '', endTime: '', rrule: '' };
const noErrors: Record<string, string> = {};

/** Returns the value once it has stopped changing, compared by content. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const said = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(said ?? 'null') ?? undefined), debounce);
    return () => clearTimeout(timer);
  }, [said]);
  return settled;
}
