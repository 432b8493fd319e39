import { z } from 'zod';
import { emptyFields } from '#contract/events/event-fields.ts';
import type { EventChanges, EventForm } from '#contract/events/events.ts';
import { StoredText } from '#contract/platform/values.ts';
import { cleanText } from '#contract/platform/clean-text.ts';
import { occurrenceOn, type Times } from '#features/events/series/policy/occurrences.ts';
import type { Draft, Facts, MovedDate } from '#platform/calendar/drafts.ts';
import { venueOf } from './imported-venue.ts';
import { withCompletion, type ChangedPart } from './preview.ts';
import { daysHere, timesOf } from './series-days.ts';

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
  const { title, description, repeats } = draft;
  const isRetimed = !repeats && parts.includes('time');
  return {
    ...(parts.includes('title') && { title }),
    ...(parts.includes('description') && { description }),
    ...(parts.includes('place') && placeOf(draft)),
    ...(isRetimed && timesOf(draft)),
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

/** The changes of a date that differs from its series, or no longer does. */
export interface DateChange {
  day: string;
  changes: FieldChanges;
  /** Undefined for a date that is like the others again. */
  moved?: MovedDate;
}

/** Lists what changes at single dates of a series, with the whole of it as in its calendar now. */
export function dateChanges(later: Draft, earlier?: Draft): DateChange[] {
  const first = timesOf(later);
  const before = movedOf(earlier);
  const after = movedOf(later);
  const usual = (day: string): Facts => ({ ...later, ...isoTimes(occurrenceOn(day, first)) });
  const days = new Set(daysHere(later));
  const back = [...before.keys()].filter((day) => days.has(day) && !after.has(day));
  return [
    ...[...after].map(([day, moved]) => ({
      day,
      moved,
      changes: differences(before.get(day) ?? usual(day), moved),
    })),
    ...back.map((day) => ({ day, changes: differences(before.get(day) ?? later, usual(day)) })),
  ].filter(({ changes }) => Object.keys(changes).length > 0);
}

/** Lists the days whose dates follow their calendar again, whoever has changed them here. */
export function releasedDays(later: Draft, earlier: Draft): string[] {
  const after = movedOf(later);
  const leftOut = new Set<string>(earlier.repeats?.exdates);
  return [
    ...[...movedOf(earlier).keys()].filter((day) => !after.has(day)),
    ...(later.repeats?.exdates ?? []).filter((day) => !leftOut.has(day)),
  ];
}

const movedOf = (draft: Draft | undefined) =>
  new Map<string, MovedDate>(draft?.repeats?.moved.map((date) => [date.day, date]));

function differences(before: Facts, after: Facts): FieldChanges {
  const { title, description, location, onlineUrl } = after;
  const isElsewhere = before.location !== location || before.onlineUrl !== onlineUrl;
  const isRetimed = before.startTime !== after.startTime || before.endTime !== after.endTime;
  return {
    ...(before.title !== title && { title }),
    ...(before.description !== description && { description }),
    ...(isElsewhere && placeOf(after)),
    ...(isRetimed && timesOf(after)),
  };
}

const isoTimes = ({ startTime, endTime }: Times) => ({
  startTime: cleanText(startTime.toISOString()),
  endTime: cleanText(endTime.toISOString()),
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
