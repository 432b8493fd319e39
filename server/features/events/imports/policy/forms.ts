import { z } from 'zod';
import { emptyFields } from '#contract/events/event-fields.ts';
import type { EventChanges, EventForm } from '#contract/events/events.ts';
import { StoredText } from '#contract/platform/values.ts';
import type { Draft, Facts, MovedDate } from '#platform/calendar/drafts.ts';
import { venueOf } from './imported-venue.ts';
import { withCompletion, type ChangedPart } from './preview.ts';

type NewEvent = Omit<z.output<typeof EventForm>, 'groupId'>;

/** The form of a new event; what a calendar doesn't have is as in an empty form. */
export function toForm(draft: Draft, groupCategory: number): NewEvent {
  const completed = withCompletion(draft);
  const { title, description, location, onlineUrl, startTime, endTime, completion } = completed;
  const { postcode, town, inPersonToo } = venueOf(completed);
  return {
    ...emptyFields,
    title,
    description,
    location,
    onlineUrl,
    inPersonToo,
    postcode,
    startTime: new Date(startTime),
    endTime: new Date(endTime),
    categoryId: completion.categoryId ?? groupCategory,
    town: completion.town === undefined ? town : completion.town,
  };
}

export type FieldChanges = Omit<z.output<typeof EventChanges>, 'revision'>;

/** The changes of an event, or of the dates of a series, that follow from its calendar. */
export function toChanges(draft: Draft, parts: readonly ChangedPart[]): FieldChanges {
  const { title, description, startTime, endTime } = draft;
  const isRetimed = parts.includes('time') || (draft.repeats && parts.includes('dates'));
  return {
    ...(parts.includes('title') && { title }),
    ...(parts.includes('description') && { description }),
    ...(parts.includes('place') && placeOf(draft)),
    ...(isRetimed && { startTime: new Date(startTime), endTime: new Date(endTime) }),
  };
}

/** Tells whether an event's new place says no town, in place of one that did. */
export const losesTown = (earlier: Draft, later: Draft, parts: readonly ChangedPart[]): boolean =>
  parts.includes('place') && venueOf(earlier).town !== null && venueOf(later).town === null;

/** A place with what follows from it; without a postcode the town stays as it is. */
function placeOf({ location, onlineUrl }: Facts) {
  const { postcode, town, inPersonToo } = venueOf({ location, onlineUrl });
  return { location, onlineUrl, inPersonToo, postcode, ...(town && { town }) };
}

/** The changes of a single date that differs from its series. */
export const toDateChanges = ({ day: _, ...facts }: MovedDate): FieldChanges => ({
  ...facts,
  ...placeOf(facts),
  startTime: new Date(facts.startTime),
  endTime: new Date(facts.endTime),
});

const Earlier = z.object({
  title: StoredText.optional(),
  description: StoredText.optional(),
  location: StoredText.optional(),
  onlineUrl: StoredText.nullable().optional(),
  inPersonToo: z.boolean().optional(),
  postcode: StoredText.nullable().optional(),
  town: StoredText.nullable().optional(),
  startTime: z.coerce.date().optional(),
  endTime: z.coerce.date().optional(),
  rrule: StoredText.optional(),
  exdates: z.array(z.string()).default([]),
});

/** The changes that bring stored earlier values back. */
export function earlierChanges(fields: Record<string, unknown>) {
  const { rrule, exdates, ...changes } = Earlier.parse(fields);
  const isRetimed = changes.startTime !== undefined;
  return { changes, rule: rrule && isRetimed ? { rrule, exdates } : undefined };
}
