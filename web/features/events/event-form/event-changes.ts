import {
  pickFields,
  untimedFields,
  type EventField,
  type EventTime,
  type UntimedField,
} from '#contract/events/event-fields.ts';
import type { InputFor } from '#web/platform/data/api.ts';
import type { EventValues, NewEvent } from './event-values.ts';

type EventChanges = InputFor<'PATCH /api/events/:id'>['body'];

const isChanged = (shown: EventValues, values: EventValues) => (field: EventField) =>
  values[field] !== shown[field];

/**
 * Returns the changed fields, except the times. Unchanged fields are left out, because someone else
 * may have edited them, and other dates of a series may differ in them.
 */
export const changedFields = (
  shown: EventValues,
  values: EventValues,
  checked: NewEvent,
): Partial<Pick<NewEvent, UntimedField>> =>
  pickFields(
    { ...checked, town: checked.town || null },
    untimedFields.filter(isChanged(shown, values)),
  );

/**
 * Returns the changed fields with the times. Untouched times are left out: sending them back would
 * lose their seconds, and shift them in the repeated hour when the clocks go back.
 */
export function eventChanges(
  shown: EventValues,
  values: EventValues,
  checked: NewEvent,
): EventChanges {
  const times = {
    startTime: checked.startTime.toISOString(),
    endTime: checked.endTime.toISOString(),
    rsvpClosesAt: checked.rsvpClosesAt?.toISOString() ?? null,
  } satisfies Record<EventTime, unknown>;
  const changedTimes = (Object.keys(times) as EventTime[]).filter(isChanged(shown, values));
  return { ...changedFields(shown, values, checked), ...pickFields(times, changedTimes) };
}
