import { useController, useWatch } from 'react-hook-form';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlannedDates } from './planned-dates.tsx';
import { RepeatsFields } from './repeats-fields.tsx';
import { type EventFormOf, planOf } from '#web/features/events/event-form/event-values.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { failureOf } from '#web/platform/data/api.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { planQuery } from './queries.ts';

interface RepeatingProps {
  form: EventFormOf;
  plan: PlanState;
  /** The current rule in words, if the event already repeats. */
  currentRule?: string | undefined;
}

/** Chooses how the event repeats and previews its dates. */
export function Repeating({ form, plan, currentRule }: RepeatingProps) {
  const { control } = form;
  const start = useWatch({ control, name: 'startTime' });
  const { field, fieldState } = useController({ name: 'rrule', control });
  const { field: exdates, fieldState: ofExdates } = useController({ name: 'exdates', control });
  return (
    <RepeatsFields
      value={field.value}
      onValueChange={field.onChange}
      inputRef={field.ref}
      start={start}
      currentRule={currentRule}
      error={
        fieldState.error?.message ??
        ofExdates.error?.message ??
        plan.errors.rrule ??
        plan.errors.exdates
      }
    >
      {plan.dates && !plan.hasFailed ? (
        <PlannedDates {...plan.dates} skipped={exdates.value} onChange={exdates.onChange} />
      ) : (
        <Waiting plan={plan} />
      )}
    </RepeatsFields>
  );
}

const Waiting = ({ plan }: { plan: PlanState }) =>
  plan.isFetching ? (
    <div role="status" aria-label="Loading the dates">
      <Skeleton className="h-64" />
    </div>
  ) : (
    <p className="text-muted">
      {plan.hasFailed
        ? "We can't work out the dates from this."
        : "The dates will show here once you've chosen when the first one starts and ends, and when it stops repeating."}
    </p>
  );

/** Loads the dates of the rule in the form, debounced. */
export function usePlan(form: EventFormOf) {
  const [startTime, endTime, rrule] = useWatch({
    control: form.control,
    name: ['startTime', 'endTime', 'rrule'],
  });
  const plan = planOf({ startTime, endTime, rrule });
  const debounced = useDebounced(plan);
  const { data, error, isFetching } = useQuery({
    ...planQuery(debounced ?? emptyPlan),
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
type PlanState = ReturnType<typeof usePlan>;

const emptyPlan = { startTime: '', endTime: '', rrule: '' };
const noErrors: Record<string, string> = {};
