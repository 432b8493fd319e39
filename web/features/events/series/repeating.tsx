import { useController, useWatch } from 'react-hook-form';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlannedDates } from './planned-dates.tsx';
import { RepeatsFields } from './repeats-fields.tsx';
import type { EventFormOf } from '#web/features/events/event-form/event-values.ts';
import type { PlanState } from './use-plan.ts';

interface RepeatingProps {
  form: EventFormOf;
  plan: PlanState;
  /** The rule it has, in words. */
  kept?: string | undefined;
}

/** How the event repeats, and the dates that come of it. */
export function Repeating({ form, plan, kept }: RepeatingProps) {
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
      kept={kept}
      error={
        fieldState.error?.message ??
        ofExdates.error?.message ??
        plan.errors.rrule ??
        plan.errors.exdates
      }
    >
      {plan.dates && !plan.hasFailed ? (
        <PlannedDates {...plan.dates} leftOut={exdates.value} onChange={exdates.onChange} />
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
        ? "The dates can't be shown like this."
        : 'The dates are shown here once it is said when the first begins and ends, and when the last is.'}
    </p>
  );
