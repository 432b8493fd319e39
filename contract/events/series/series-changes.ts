import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { CancelReason, EventChanges } from '../events.ts';
import { mostDates } from './recurrence.ts';
import { Answer } from '../answers.ts';
import { Phone, WhoAnswers } from '../household.ts';
import { GuestCount } from '../rsvps.ts';
import { exdatesField, PlannedDate, rruleField, Series } from './series.ts';
import { Id, Instant } from '#contract/platform/values.ts';

const params = z.object({ id: Id });
const changeOfDates = { access: 'signed_in', rate: 'write', rows: mostDates, params } as const;

export const SeriesScope = z.enum(['all', 'following']);
export type SeriesScope = z.infer<typeof SeriesScope>;

/** `fromEventId`: the first date to change, for the scope of all following dates. */
const scopeFields = { scope: SeriesScope, fromEventId: Id.optional() };

/** Times are those of the first upcoming date in scope; the others take their time of day. */
export const SeriesChanges = EventChanges.safeExtend({
  ...scopeFields,
  /** Includes dates that were changed by hand. */
  includeEdited: z.boolean().default(false),
  /** Why, for dates that the new rule cancels. */
  reason: CancelReason,
  rrule: rruleField.optional(),
  exdates: exdatesField.optional(),
});

export const updateSeries = endpoint('PATCH /api/series/:id', {
  summary: 'Update the upcoming dates of a series',
  refuses: ['quota'],

  ...changeOfDates,
  body: SeriesChanges,
  response: Series,
});

const DateOfSeries = z.strictObject({ id: z.int(), startTime: Instant, attendeeCount: z.int() });

/** Previews a change and stores nothing. */
export const previewSeriesChange = endpoint('POST /api/series/:id/preview', {
  summary: 'Preview a change to a series',

  access: 'signed_in',
  rate: 'preview',
  params,
  body: SeriesChanges,
  response: z.strictObject({
    /** With their times before and after. */
    changed: z.array(
      z.strictObject({ ...DateOfSeries.shape, newStartTime: Instant, newEndTime: Instant }),
    ),
    added: z.array(PlannedDate),
    cancelled: z.array(DateOfSeries),
    /** Cancelled dates that take place again. */
    revived: z.array(DateOfSeries),
    /** Changed by hand, and left unchanged. */
    leftAlone: z.array(DateOfSeries),
  }),
});

export const cancelSeries = endpoint('DELETE /api/series/:id', {
  summary: 'Cancel the upcoming dates of a series',

  ...changeOfDates,
  body: z.object({ ...scopeFields, reason: CancelReason }),
});

/**
 * The outcome for each date. After a cancellation: the dates the caller was attending, and those
 * they waited for.
 */
export const ForEachDate = z.strictObject({
  going: z.array(z.int()),
  waiting: z.array(z.int()),
  refused: z.array(z.strictObject({ id: z.int(), code: z.string() })),
});
export type ForEachDate = z.infer<typeof ForEachDate>;

/** RSVPs to all upcoming dates; for full ones, joins the waiting list. */
export const attendSeries = endpoint('POST /api/series/:id/rsvps', {
  summary: 'RSVP to every upcoming date of a series',
  refuses: ['not_a_member', 'profile_incomplete'],

  ...changeOfDates,
  body: z.object({ guests: GuestCount.optional() }).default({}),
  response: ForEachDate,
});

export const SeriesAnswers = ForEachDate.extend({ cant: z.array(z.int()) });
export type SeriesAnswers = z.infer<typeof SeriesAnswers>;

/**
 * Answers for the upcoming dates that the caller has neither answered nor an entry for; for full
 * ones, 'going' joins the waiting list.
 */
export const answerSeries = endpoint('PUT /api/series/:id/answer', {
  summary: 'Answer for the dates still open',
  refuses: ['not_a_member', 'profile_incomplete'],

  ...changeOfDates,
  body: z.object({
    answer: Answer,
    who: WhoAnswers.optional(),
    phone: Phone.optional(),
  }),
  response: SeriesAnswers,
});

export const cancelSeriesRsvps = endpoint('DELETE /api/series/:id/rsvps', {
  summary: 'Cancel your RSVPs to a series',

  ...changeOfDates,
  response: ForEachDate,
});
