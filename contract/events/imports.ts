import { z } from 'zod';
import { cleanText } from '#contract/platform/clean-text.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { bounded, Id, Instant } from '#contract/platform/values.ts';
import { QuotaNotice } from '#contract/platform/quotas.ts';
import { EventForm } from './events.ts';
import { readCalendarFailed } from './form-words.ts';

export const calendarMegabytes = 5;

/** The size of a calendar in bytes, and its most events to come. */
export const largestCalendar = calendarMegabytes * 1024 * 1024;
export const calendarTooLarge = `A calendar file can have at most ${calendarMegabytes} MB`;
export const mostImported = 1_000;
/** How long an import can be undone, in hours. */
export const undoHours = 24;

/**
 * The effect of publishing an event of a calendar:
 * - `new`: creates it; anew if all of its dates here are over
 * - `same`: nothing, because an earlier import has created it
 * - `changed`: changes the event of an earlier import
 * - `incomplete`: nothing, because it needs a place or a longer description
 * - `past`: creates it, though it is over
 * - `refused`: nothing; `reason` says why
 */
export const ImportState = z.enum(['new', 'same', 'changed', 'refused', 'incomplete', 'past']);
export type ImportState = z.infer<typeof ImportState>;

/** An event of a calendar as it would become here. */
export const ImportedEvent = z.strictObject({
  /** Its UID in the calendar, or one made from its title and time. */
  uid: z.string(),
  title: z.string(),
  description: z.string(),
  /** Null for one that can't be read. */
  startTime: Instant.nullable(),
  endTime: Instant.nullable(),
  location: z.string(),
  town: z.string().nullable().meta({
    description: 'The town of its postcode, or the one that organisers gave; null for the group’s',
  }),
  postcode: z.string().nullable().meta({
    description: 'The UK postcode at the end of its place',
  }),
  onlineUrl: z.string().nullable().meta({
    description: 'The link to take part online, which only those who are going see',
  }),
  /** An event with a link that also has a place to go to. */
  inPersonToo: z.boolean(),
  categoryId: z.int(),
  /** How it repeats; its times are those of its next date. */
  rrule: z.string().optional(),
  /** How many dates it will have. */
  dates: z.int().optional(),
  state: ImportState,
  preselected: z.boolean().meta({
    description:
      'Choose it unless its organiser says otherwise: it is new or changed, and neither private, confidential nor tentative in its calendar',
  }),
  warnings: z.array(z.string()).meta({
    description: 'What was guessed, changed or left out, and ids and passcodes of online meetings',
  }),
  reason: z.string().optional(),
  leftOut: z
    .int()
    .optional()
    .meta({
      description: 'This is no event: it says how many of the calendar are left out, and why',
      examples: [12],
    }),
  /** The line of the file at which it begins, from 1. */
  line: z.int().optional(),
});
export type ImportedEvent = z.infer<typeof ImportedEvent>;

const importSummary = {
  id: z.int().meta({ examples: [7] }),
  createdAt: Instant,
  /** Found by the daily look at a followed calendar. */
  suggested: z.boolean(),
  /** When events of it were last published; null if none were. */
  publishedAt: Instant.nullable(),
};

export const EventImport = z.strictObject({
  ...importSummary,
  /** Until when it can be taken back; null if nothing is published, or it is too late. */
  undoUntil: Instant.nullable(),
  events: z.array(ImportedEvent),
});
export type EventImport = z.infer<typeof EventImport>;

const params = z.object({ id: Id });
const ofImport = ['forbidden', 'not_found'] as const;

const notAnAddress = 'Please enter the address of a calendar. It starts with https://';
/** Programs write webcal: for a calendar to subscribe to. */
const CalendarUrl = z
  .string(notAnAddress)
  .max(2_048, notAnAddress)
  .transform((text) => cleanText(text.trim().replace(/^webcals?:/i, 'https:')))
  .refine((text) => /^https:/i.test(text) && URL.canParse(text), notAnAddress);

const noFile = 'Please choose a calendar file';

/** For organisers: previews the events of a calendar file, or of an address of one. */
export const createImport = endpoint('POST /api/groups/:id/imports', {
  summary: 'Preview the events of a calendar',
  words: {
    done: { title: 'Nothing is published yet', description: 'These are the events we’ve found.' },
    failed: readCalendarFailed,
  },
  answers: [201],
  refuses: [...ofImport, 'quota', 'too_large', 'unavailable'],

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'calendar',
  tooLarge: calendarTooLarge,
  textFile: {
    field: 'ics',
    types: ['text/calendar', 'text/x-vcalendar', 'application/octet-stream'],
  },
  params,
  body: z
    .object({ ics: z.string(noFile).optional(), url: CalendarUrl.optional() })
    .refine(({ ics, url }) => (ics === undefined) !== (url === undefined), {
      path: ['ics'],
      error: noFile,
    }),
  response: EventImport,
});

/** The latest imports of a group, for organisers. */
export const listImports = endpoint('GET /api/groups/:id/imports', {
  summary: "List a group's calendar imports",
  refuses: ofImport,

  access: 'signed_in',
  params,
  response: z.strictObject({
    /** The host of the calendar that the group follows, and when it was last read. */
    followed: z
      .strictObject({
        host: z.string(),
        checkedAt: Instant.nullable(),
        /** Why it could not be read; null if it could. */
        problem: z.string().nullable(),
      })
      .nullable(),
    imports: z.array(z.strictObject({ ...importSummary, count: z.int() })),
    /** Present once the caller has nearly used up the quota of previews. */
    quota: QuotaNotice.optional(),
  }),
});
export type GroupImports = z.infer<typeof listImports.response>;

export const getImport = endpoint('GET /api/imports/:id', {
  summary: 'Get a calendar import with its events',
  refuses: ofImport,

  access: 'signed_in',
  params,
  response: EventImport,
});

const { location, description, town, categoryId } = EventForm.shape;
const Uid = bounded({ max: 400, tooShort: 'Please send the uid of an event' });

export const completeImport = endpoint('PATCH /api/imports/:id', {
  summary: 'Complete events of a calendar import',
  refuses: ofImport,

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'list',
  params,
  body: z.object({
    events: z
      .array(
        z.object({
          uid: Uid,
          location: location.optional(),
          description: description.optional(),
          town,
          categoryId: categoryId.optional(),
        }),
      )
      .max(mostImported),
  }),
  response: EventImport,
});

export const PublishedImport = z.strictObject({
  created: z.array(z.int()),
  changed: z.array(z.int()),
  /** The ids of series that were created; their dates are not in `created`. */
  series: z.array(z.int()),
});
export type PublishedImport = z.infer<typeof PublishedImport>;

/** Creates and changes the events with these UIDs, or none of them. */
export const publishImport = endpoint('POST /api/imports/:id/publish', {
  summary: 'Publish events of a calendar import',
  refuses: [...ofImport, 'quota'],

  access: 'signed_in',
  rate: 'write',
  bodyLimit: 'list',
  params,
  body: z.object({
    uids: z
      .array(Uid, 'Please choose at least one event')
      .min(1, 'Please choose at least one event')
      .max(mostImported),
  }),
  response: PublishedImport,
});

/**
 * Takes an import back: events that it created go, those that it changed are as before. Events that
 * people have answered to are cancelled instead. A suggestion that nothing was published of is
 * declined: its events are suggested again only once their calendar changes them.
 */
export const deleteImport = endpoint('DELETE /api/imports/:id', {
  summary: 'Undo a calendar import',
  refuses: [...ofImport, 'conflict'],

  access: 'signed_in',
  rate: 'write',
  params,
});

/** Has the calendar looked at once a day; what is new there becomes a suggested import. */
export const followCalendar = endpoint('PUT /api/groups/:id/followed-calendar', {
  summary: 'Follow a calendar by its address',
  refuses: [...ofImport, 'too_large', 'unavailable'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ url: CalendarUrl }),
});

export const unfollowCalendar = endpoint('DELETE /api/groups/:id/followed-calendar', {
  summary: 'Follow a calendar no longer',
  refuses: ofImport,

  access: 'signed_in',
  rate: 'write',
  params,
});
