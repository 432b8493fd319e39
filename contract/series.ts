import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EventCard, EventChanges, EventForm } from './events.ts';
import { Guests } from './rsvps.ts';
import { Id, Instant, Named } from './values.ts';

const params = z.object({ id: Id });

/** As RFC 5545 writes it, 'FREQ=WEEKLY;BYDAY=TU;COUNT=12'; which rules there are is `recurrence.ts`'s to say. */
const rrule = z.string('Please say how it repeats').max(200, 'Please say how it repeats');
const exdates = z.array(z.iso.date('Please send dates as YYYY-MM-DD')).max(104);

/** The form of an event, whose times are those of the first date, and how it repeats. */
export const SeriesForm = EventForm.safeExtend({ rrule, exdates: exdates.default([]) });

/** One date before it is made. */
export const PlannedDate = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  /** 'Christmas Day (England and Wales, Scotland, Northern Ireland)' */
  bankHoliday: z.string().optional(),
  /** Why it isn't where the rule puts it, in a sentence. */
  note: z.string().optional(),
});
export type PlannedDate = z.infer<typeof PlannedDate>;

export const Series = z.strictObject({
  id: z.int(),
  rrule: z.string(),
  /** The rule in English: 'Every Tuesday'. */
  text: z.string(),
  group: Named,
  /** Every date, over and cancelled ones, too, in order. */
  events: z.array(EventCard),
  can: z.strictObject({
    edit: z.boolean(),
    /** How many dates to come the caller could say to that they go. */
    attend: z.int(),
  }),
});
export type Series = z.infer<typeof Series>;

/** All dates or none. */
export const createSeries = endpoint('POST /api/series', {
  once: true,
  access: 'signed_in',
  rate: 'write',
  body: SeriesForm,
  response: Series,
});

/** The dates that a rule makes, whatever else is typed by then; nothing is kept. Dates left out are not among them. */
export const previewSeries = endpoint('POST /api/series/preview', {
  access: 'signed_in',
  body: z.object({
    startTime: EventForm.shape.startTime,
    endTime: EventForm.shape.endTime,
    rrule,
    exdates: exdates.default([]),
  }),
  response: z.strictObject({
    dates: z.array(PlannedDate),
    /** What the rule passes over, in a sentence: 'A month without a 31st has no date.' */
    note: z.string().optional(),
  }),
});

export const getSeries = endpoint('GET /api/series/:id', {
  shared: true,
  access: 'anyone',
  params,
  response: Series,
});

export const SeriesScope = z.enum(['all', 'following']);
export type SeriesScope = z.infer<typeof SeriesScope>;

/** `fromEventId`: the first date of what follows. */
const scope = { scope: SeriesScope, fromEventId: Id.optional() };

/** Times are those of the first date to come of the scope; the others take their time of day. */
export const SeriesChanges = EventChanges.safeExtend({
  ...scope,
  /** Dates that were changed by hand, too. */
  includeEdited: z.boolean().default(false),
  rrule: rrule.optional(),
  exdates: exdates.optional(),
});

export const updateSeries = endpoint('PATCH /api/series/:id', {
  access: 'signed_in',
  rate: 'write',
  params,
  body: SeriesChanges,
  response: Series,
});

const DateOfSeries = z.strictObject({ id: z.int(), startTime: Instant, attendeeCount: z.int() });

/** What a change would do; nothing is kept. */
export const previewSeriesChange = endpoint('POST /api/series/:id/preview', {
  access: 'signed_in',
  params,
  body: SeriesChanges,
  response: z.strictObject({
    /** With their times before and after. */
    changed: z.array(
      z.strictObject({ ...DateOfSeries.shape, newStartTime: Instant, newEndTime: Instant }),
    ),
    added: z.array(PlannedDate),
    cancelled: z.array(DateOfSeries),
    /** Cancelled ones that take place again. */
    revived: z.array(DateOfSeries),
    /** Changed by hand, and left as they are. */
    leftAlone: z.array(DateOfSeries),
  }),
});

/** Calls off what is to come of the scope. */
export const cancelSeries = endpoint('DELETE /api/series/:id', {
  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object(scope),
});

const ForEachDate = z.strictObject({
  going: z.array(z.int()),
  waiting: z.array(z.int()),
  refused: z.array(z.strictObject({ id: z.int(), code: z.string() })),
});

/** To all dates to come; where no place is left, on the waiting list. */
export const attendSeries = endpoint('POST /api/series/:id/rsvps', {
  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ guests: Guests.optional() }).default({}),
  response: ForEachDate,
});

export const cancelSeriesRsvps = endpoint('DELETE /api/series/:id/rsvps', {
  access: 'signed_in',
  rate: 'write',
  params,
  response: ForEachDate,
});

/** All dates for a calendar (RFC 5545), each an entry of its own. */
export const seriesCalendar = endpoint('GET /api/series/:id/calendar.ics', {
  mayLag: true,
  access: 'anyone',
  params,
  response: z.string(),
});
