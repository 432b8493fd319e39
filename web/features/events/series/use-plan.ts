import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { failureOf } from '#web/platform/data/api.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { planQuery } from './queries.ts';
import { planOf, type EventFormOf } from '#web/features/events/event-form/event-values.ts';

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
