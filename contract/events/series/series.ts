import { z } from 'zod';
import { cleanText } from '#contract/platform/clean-text.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { endsTooEarly } from '../event-times.ts';
import { EventCard, EventForm } from '../events.ts';
import { mostDates } from './recurrence.ts';
import { Revision } from '#contract/platform/revisions.ts';
import { Id, Instant, Named } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

/** In RFC 5545, 'FREQ=WEEKLY;BYDAY=TU;COUNT=12'; `recurrence.ts` lists the supported rules. */
export const rruleField = z
  .string('Please say how it repeats')
  .max(200, 'Please say how it repeats')
  .transform((text) => cleanText(text));
export const exdatesField = z.array(z.iso.date('Please send dates as YYYY-MM-DD')).max(mostDates);

/** The form of an event, with the times of the first date, and how it repeats. */
export const SeriesForm = EventForm.safeExtend({
  rrule: rruleField,
  exdates: exdatesField.default([]),
});

/** One date in a preview. */
export const PlannedDate = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  /**
   * 'Christmas Day (England and Wales, Scotland, Northern Ireland)'; 'Christmas Day' alone where the
   * bank holiday is another day.
   */
  bankHoliday: z.string().optional(),
  /** Why it differs from the rule, in a sentence. */
  note: z.string().optional(),
});
export type PlannedDate = z.infer<typeof PlannedDate>;

export const Series = z.strictObject({
  id: z.int().meta({ examples: [5] }),
  rrule: z.string(),
  /** The rule in English: 'Every Tuesday'. */
  text: z.string().meta({ examples: ['Every Tuesday'] }),
  group: Named,
  /** Every date in order, past and cancelled ones included. */
  events: z.array(EventCard),
  /** For editors: counts the changes to many dates at once. Each date has its own revision. */
  revision: Revision.optional(),
  can: z.strictObject({
    edit: z.boolean(),
    /** The number of upcoming dates that the caller could RSVP to. */
    attend: z.int(),
  }),
});
export type Series = z.infer<typeof Series>;

/** Creates all dates or none. */
export const createSeries = endpoint('POST /api/series', {
  summary: 'Create an event that repeats',
  answers: [201],
  refuses: ['not_found', 'quota'],

  once: true,
  access: 'signed_in',
  rate: 'write',
  rows: mostDates,
  body: SeriesForm,
  response: Series,
});

/** The fields of that form that affect the dates. */
export const RepetitionForm = z
  .object({
    startTime: EventForm.shape.startTime,
    endTime: EventForm.shape.endTime,
    rrule: rruleField,
    exdates: exdatesField.default([]),
  })
  .refine((event) => event.endTime > event.startTime, { path: ['endTime'], error: endsTooEarly });

/**
 * Previews the dates of a rule, without those left out, whatever else the form has so far; stores
 * nothing.
 */
export const previewSeries = endpoint('POST /api/series/preview', {
  summary: 'Preview the dates of a repeat rule',

  access: 'signed_in',
  rate: 'preview',
  body: RepetitionForm,
  response: z.strictObject({
    /** The rule in English: 'Every Tuesday'. */
    text: z.string().meta({ examples: ['Every Tuesday'] }),
    dates: z.array(PlannedDate),
    /** The dates that the rule skips, as a sentence: 'A month without a 31st has no date.' */
    note: z.string().optional(),
  }),
});

export const getSeries = endpoint('GET /api/series/:id', {
  summary: 'Get a series with all its dates',

  shared: true,
  access: 'anyone',
  params,
  response: Series,
});

/** All dates for a calendar (RFC 5545), each as its own entry. */
export const seriesCalendar = endpoint('GET /api/series/:id/calendar.ics', {
  summary: 'Download a series as a calendar file',
  sends: 'text/calendar',

  mayLag: true,
  access: 'anyone',
  params,
  response: z.string(),
});
