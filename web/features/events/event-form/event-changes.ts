import type { EventField, EventTime } from '#contract/events/events.ts';
import type { InputFor } from '#web/platform/data/api.ts';
import type { EventValues, NewEvent } from './event-values.ts';

type EventChanges = InputFor<'PATCH /api/events/:id'>['body'];

/** Keeps the fields whose value in the form differs from the one it opened with. */
const changedOf = <Fields extends { [Name in keyof EventValues]?: unknown }>(
  shown: EventValues,
  values: EventValues,
  fields: Fields,
) =>
  Object.fromEntries(
    Object.entries(fields).filter(([field]) => {
      const name = field as keyof EventValues;
      return values[name] !== shown[name];
    }),
  ) as Partial<Fields>;

/**
 * Returns the changed fields, except the times. Unchanged fields are left out, because someone else
 * may have edited them, and other dates of a series may differ in them.
 */
export const changedFields = (shown: EventValues, values: EventValues, checked: NewEvent) =>
  changedOf(shown, values, {
    title: checked.title,
    description: checked.description,
    imageUrl: checked.imageUrl,
    location: checked.location,
    town: checked.town || null,
    categoryId: checked.categoryId,
    capacity: checked.capacity,
    guestsAllowed: checked.guestsAllowed,
    waitlistEnabled: checked.waitlistEnabled,
    audience: checked.audience,
    openTo: checked.openTo,
    attendeeNames: checked.attendeeNames,
    asksEverybody: checked.asksEverybody,
    placePublic: checked.placePublic,
    priceText: checked.priceText,
    postcode: checked.postcode,
    onlineUrl: checked.onlineUrl,
    inPersonToo: checked.inPersonToo,
    access: checked.access,
  } satisfies Record<Exclude<EventField, EventTime>, unknown>);

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
  ...changedOf(shown, values, {
    startTime: checked.startTime.toISOString(),
    endTime: checked.endTime.toISOString(),
    rsvpClosesAt: checked.rsvpClosesAt?.toISOString() ?? null,
  } satisfies Record<EventTime, unknown>),
});
