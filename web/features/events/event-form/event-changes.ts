import type { InputFor } from '#web/platform/data/api.ts';
import type { EventValues, NewEvent } from './event-values.ts';

type EventChanges = InputFor<'PATCH /api/events/:id'>['body'];

/**
 * Returns the changed fields, except the times. Unchanged fields are left out, because someone else
 * may have edited them, and other dates of a series may differ in them.
 */
export function changedFields(shown: EventValues, values: EventValues, checked: NewEvent) {
  const own = <Name extends keyof EventValues & keyof NewEvent>(name: Name) =>
    values[name] === shown[name] ? {} : ({ [name]: checked[name] } as Pick<NewEvent, Name>);
  return {
    ...own('title'),
    ...own('description'),
    ...own('imageUrl'),
    ...own('location'),
    ...(values.town !== shown.town && { town: checked.town || null }),
    ...own('categoryId'),
    ...own('capacity'),
    ...own('guestsAllowed'),
    ...own('waitlistEnabled'),
    ...own('audience'),
    ...own('attendeeNames'),
  };
}

/**
 * Returns the changed fields with the times. Untouched times are left out: sending them back would
 * lose their seconds, and shift them in the repeated hour when the clocks go back.
 */
export const eventChanges = (
  shown: EventValues,
  values: EventValues,
  checked: NewEvent,
): EventChanges => ({
  ...changedFields(shown, values, checked),
  ...(values.startTime !== shown.startTime && { startTime: checked.startTime.toISOString() }),
  ...(values.endTime !== shown.endTime && { endTime: checked.endTime.toISOString() }),
  ...(values.rsvpClosesAt !== shown.rsvpClosesAt && {
    rsvpClosesAt: checked.rsvpClosesAt?.toISOString() ?? null,
  }),
});
