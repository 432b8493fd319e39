import { zodResolver } from '@hookform/resolvers/zod';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { AttendeeNames, Audience, OpenTo } from '#contract/community/audience.ts';
import { optionalTexts, type OptionalText } from '#contract/events/event-fields.ts';
import { EventForm, type Event } from '#contract/events/events.ts';
import { allFacts, type Access } from '#contract/events/venue/access-facts.ts';
import { daysLater } from '#web/ui/wall-time.ts';
import { noSkippedDates, type SkippedDates } from '#web/features/events/series/skipped-dates.ts';
import { noRepeats, ruleOf, type Repeats } from '#web/features/events/series/repeats.ts';
import { formatDay, weekdayOf } from '#contract/platform/dates.ts';
import { fromLondonInput, toLondonInput } from '#contract/platform/london-time.ts';
import { week } from '#contract/platform/durations.ts';

/** The contents of the fields: text, with times in London time. */
export interface EventValues extends Record<OptionalText, string> {
  title: string;
  description: string;
  location: string;
  startTime: string;
  endTime: string;
  categoryId: string;
  groupId: string;
  capacity: string;
  guestsAllowed: number;
  rsvpClosesAt: string;
  waitlistEnabled: boolean;
  audience: Audience;
  /** Undefined until a group is chosen, whose default it becomes. */
  openTo: OpenTo | undefined;
  /** Blank to use the group's setting. */
  attendeeNames: AttendeeNames | '';
  /** Blank to follow the group. */
  asksEverybody: 'true' | 'false' | '';
  /** Undefined until a group is chosen, whose default it becomes. */
  placePublic: boolean | undefined;
  inPersonToo: boolean;
  access: Access;
  rrule: Repeats;
  exdates: SkippedDates;
}

/** Converts the optional texts of an event to form values; those that it lacks are blank. */
const textsOf = (event: Partial<Pick<Event, OptionalText>>) =>
  Object.fromEntries(optionalTexts.map((field) => [field, event[field] ?? ''])) as Record<
    OptionalText,
    string
  >;

export const noEvent: EventValues = {
  ...textsOf({}),
  title: '',
  description: '',
  location: '',
  startTime: '',
  endTime: '',
  categoryId: '',
  groupId: '',
  capacity: '',
  guestsAllowed: 0,
  rsvpClosesAt: '',
  waitlistEnabled: true,
  audience: 'all',
  openTo: undefined,
  attendeeNames: '',
  asksEverybody: '',
  placePublic: undefined,
  inPersonToo: false,
  access: allFacts({}),
  rrule: noRepeats,
  exdates: noSkippedDates,
};

/** Converts an event to form values. */
export const valuesOf = (event: Event): EventValues => ({
  ...textsOf(event),
  title: event.title,
  description: event.description,
  location: event.location ?? '',
  startTime: toLondonInput(event.startTime),
  endTime: toLondonInput(event.endTime),
  categoryId: String(event.categoryId),
  groupId: String(event.groupId),
  capacity: event.capacity === null ? '' : String(event.capacity),
  guestsAllowed: event.guestsAllowed,
  rsvpClosesAt: event.rsvpClosesAt === null ? '' : toLondonInput(event.rsvpClosesAt),
  waitlistEnabled: event.waitlistEnabled,
  audience: event.audience,
  openTo: event.openTo,
  attendeeNames: event.ownAttendeeNames ?? '',
  asksEverybody: choiceOf(event.ownAsksEverybody),
  placePublic: event.placePublic,
  inPersonToo: event.inPersonToo,
  access: event.access,
  rrule: noRepeats,
  exdates: noSkippedDates,
});

const choiceOf = (choice: boolean | null | undefined) =>
  choice == null ? '' : choice ? 'true' : 'false';

/**
 * Copies an event to a future date on the same weekday and at the same time, at least a week later.
 */
export function copyOf(event: Event, now = new Date()): EventValues {
  const values = valuesOf(event);
  const clock = toLondonInput(now.toISOString());
  const behind = readingOf(clock) - readingOf(values.startTime);
  const days = 7 * Math.max(1, Math.floor(behind / week) + 1);
  return {
    ...values,
    startTime: daysLater(values.startTime, days),
    endTime: daysLater(values.endTime, days),
    rsvpClosesAt: daysLater(values.rsvpClosesAt, days),
  };
}

/** 'A copy of “Pub quiz” for Saturday, Oct 3, 2026, at the same time.' */
export function copyInWords(event: Event, now = new Date()): string {
  const start = new Date(fromLondonInput(copyOf(event, now).startTime));
  return `A copy of “${event.title}” for ${weekdayOf(start)}, ${formatDay(start)}, at the same time.`;
}

/** Converts a clock reading to a number. */
const readingOf = (clock: string) => Date.parse(`${clock}Z`);

export const today = () => toLondonInput(new Date().toISOString()).slice(0, 10);

/** The event form with a repeat rule, which is empty if the event doesn't repeat. */
const RepeatedForm = EventForm.safeExtend({
  rrule: z.string('Please choose when it stops repeating'),
});
export type NewEvent = z.output<typeof RepeatedForm>;
export type EventFormOf = UseFormReturn<EventValues, unknown, NewEvent>;

const inUtc = (values: EventValues) => ({
  ...values,
  startTime: fromLondonInput(values.startTime),
  endTime: fromLondonInput(values.endTime),
  capacity: numberOf(values.capacity),
  rsvpClosesAt: values.rsvpClosesAt === '' ? null : fromLondonInput(values.rsvpClosesAt),
  openTo: values.openTo || undefined,
  attendeeNames: values.attendeeNames || null,
  asksEverybody: values.asksEverybody === '' ? null : values.asksEverybody === 'true',
  rrule: ruleOf(values.rrule, values.startTime),
});

/**
 * Parses '1200' or '1,200'. Empty text means no limit; other text gives NaN, which the schema
 * refuses.
 */
const numberOf = (typed: string) => {
  const digits = typed.replaceAll(/[\s,]/g, '');
  return digits === '' ? null : Number(digits);
};

export const eventResolver = zodResolver(
  z
    .custom<EventValues>()
    .transform(inUtc as (values: EventValues) => z.input<typeof RepeatedForm>)
    .pipe(RepeatedForm),
);

/**
 * Returns the query for the dates of the rule, or undefined if the rule is incomplete or the event
 * doesn't repeat.
 */
export function planOf(values: Pick<EventValues, 'startTime' | 'endTime' | 'rrule'>) {
  const startTime = fromLondonInput(values.startTime);
  const endTime = fromLondonInput(values.endTime);
  const rrule = ruleOf(values.rrule, values.startTime);
  return rrule && startTime && endTime > startTime ? { startTime, endTime, rrule } : undefined;
}

export function endsTooEarly(values: EventValues): boolean {
  const { startTime, endTime } = inUtc(values);
  return startTime !== '' && endTime !== '' && endTime <= startTime;
}

export function closesLate(values: EventValues): boolean {
  const { startTime, rsvpClosesAt } = inUtc(values);
  return startTime !== '' && rsvpClosesAt != null && rsvpClosesAt > startTime;
}
