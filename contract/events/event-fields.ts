import { z } from 'zod';
import { AttendeeNames, Audience, OpenTo } from '#contract/community/audience.ts';
import {
  largestCapacity,
  maxGuests,
  shortestDescription,
  shortestLocation,
} from '#contract/platform/limits.ts';
import { readableLine } from '#contract/platform/names.ts';
import {
  Id,
  ImageUrlChange,
  Instant,
  line,
  moment,
  paragraphs,
  type TextRule,
} from '#contract/platform/values.ts';
import { Access, AccessChanges, OnlineUrl, Postcode } from './venue/fields.ts';

/** The facts of a field of the event form that other code follows. */
interface Facts {
  /** Checks what the create and the edit form send. */
  rule: z.ZodType;
  /** The value of a new event whose form leaves the field out; without one it must be sent. */
  empty?: unknown;
  /** A new event whose form leaves the field out has its group's value. */
  fromGroup?: true;
  /** The field as answers and the file of a group have it. */
  written: z.ZodType;
  /**
   * The answers that have it: each card, or only the event itself. An answer that shows it to some
   * callers, or under conditions, declares it `apart`, in `events.ts`.
   */
  answer: 'card' | 'event' | 'apart';
  /** Whether the audit log may hold its value; it holds no text of a member. */
  valueMayBeLogged: boolean;
  /** Two values that differ, for the API's page and for tests; neither is the empty one. */
  examples: readonly [unknown, unknown];
  isOptionalText?: never;
}

/** The facts of a text that is null where an event has none. The forms show null as ''. */
interface OptionalTextFacts extends Omit<Facts, 'isOptionalText'> {
  isOptionalText: true;
  empty?: null;
  valueMayBeLogged: false;
  /** Whether calendars have it. `calendar-text.ts` has the words around it. */
  inCalendar: boolean;
  /** Its label in emails about the event; null if they leave it out. */
  inEmails: string | null;
  /** Its label in the copy that a report of the event keeps; null if the copy leaves it out. */
  inReports: string | null;
}

const wholeNumber = (message: string, { min, max }: { min: number; max: number }) =>
  z.int(message).min(min, message).max(max, message);

/** An id from a list, with one message for every invalid value. */
export const idFromList = (message: string) =>
  z
    .union([z.number(), z.string()], message)
    .refine((value) => Id.safeParse(value).success, { error: message })
    .transform(Number);

/** A line of text that becomes null where it is blank. */
const optionalLine = (rule: TextRule) =>
  line(rule)
    .transform((text) => text || null)
    .nullable();

const optionalString = z.string().nullable();

/**
 * Every field of the event form that is a column of events; the group never changes. Forms,
 * answers, the audit log, series, calendars, reports, the file of a group, the data export and the
 * tests of these follow this table.
 */
export const eventFields = {
  title: {
    rule: readableLine({
      what: 'Event title',
      min: 5,
      max: 200,
      tooShort: 'Event title must be at least 5 characters',
      tooLong: 'Event title cannot exceed 200 characters',
    }),
    written: z.string(),
    answer: 'card',
    valueMayBeLogged: false,
    examples: ['Coffee morning', 'Evening choir'],
  },
  description: {
    rule: paragraphs({
      min: shortestDescription,
      max: 10_000,
      tooShort: 'Please provide a more detailed description (at least 20 characters)',
    }),
    written: z.string(),
    answer: 'card',
    valueMayBeLogged: false,
    examples: [
      'Coffee, cake and a chat. Come for ten minutes or the whole morning.',
      'Come and sing with us by candlelight, all voices are welcome.',
    ],
  },
  imageUrl: {
    rule: ImageUrlChange,
    empty: null,
    written: optionalString,
    answer: 'card',
    valueMayBeLogged: false,
    examples: ['https://example.org/coffee.jpg', 'https://example.org/choir.jpg'],
    isOptionalText: true,
    inCalendar: false,
    inEmails: null,
    inReports: null,
  },
  location: {
    rule: line({
      min: shortestLocation,
      max: 300,
      tooShort: 'Please enter a location (at least 5 characters)',
    }),
    written: z.string(),
    answer: 'apart',
    valueMayBeLogged: false,
    examples: ['The Guildhall, High Street, Bath', '14 Foxglove Lane'],
  },
  town: {
    rule: line({ max: 100 }).nullable(),
    fromGroup: true,
    written: optionalString,
    answer: 'card',
    valueMayBeLogged: false,
    examples: ['Bath', 'Keswick'],
    isOptionalText: true,
    inCalendar: false,
    inEmails: null,
    inReports: null,
  },
  startTime: {
    rule: moment('Please select a start time'),
    written: Instant,
    answer: 'card',
    valueMayBeLogged: true,
    examples: ['2027-03-09T10:30:00.000Z', '2027-03-16T19:30:00.000Z'],
  },
  endTime: {
    rule: moment('Please select an end time'),
    written: Instant,
    answer: 'card',
    valueMayBeLogged: true,
    examples: ['2027-03-09T12:00:00.000Z', '2027-03-16T21:30:00.000Z'],
  },
  categoryId: {
    rule: idFromList('Please select a category'),
    written: z.int(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: [7, 6],
  },
  audience: {
    rule: Audience,
    fromGroup: true,
    written: Audience,
    answer: 'card',
    valueMayBeLogged: true,
    examples: ['adults', 'families'],
  },
  openTo: {
    rule: OpenTo,
    fromGroup: true,
    written: OpenTo,
    answer: 'card',
    valueMayBeLogged: true,
    examples: ['anyone', 'members'],
  },
  /** The places, guests included; null for no limit. */
  capacity: {
    rule: wholeNumber('Please enter a number of places from 1 to 10,000', {
      min: 1,
      max: largestCapacity,
    }).nullable(),
    empty: null,
    written: z.int().nullable(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: [20, 12],
  },
  /** The most guests per attendee. */
  guestsAllowed: {
    rule: wholeNumber('Please enter a number of guests from 0 to 5', { min: 0, max: maxGuests }),
    empty: 0,
    written: z.int(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: [2, 3],
  },
  /** The deadline for RSVPs; null for the end of the event. */
  rsvpClosesAt: {
    rule: moment('Please select when RSVPs close').nullable(),
    empty: null,
    written: Instant.nullable(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: ['2027-03-08T18:00:00.000Z', '2027-03-15T18:00:00.000Z'],
  },
  waitlistEnabled: {
    rule: z.boolean('Please say whether there is a waiting list'),
    empty: true,
    written: z.boolean(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: [false, true],
  },
  /** Null for the group's choice. */
  attendeeNames: {
    rule: AttendeeNames.nullable(),
    empty: null,
    written: AttendeeNames.nullable(),
    answer: 'apart',
    valueMayBeLogged: true,
    examples: ['organisers', 'members'],
  },
  /** Null for the group's choice. */
  asksEverybody: {
    rule: z.boolean('Please say whether every member is asked').nullable(),
    empty: null,
    written: z.boolean().nullable(),
    answer: 'apart',
    valueMayBeLogged: true,
    examples: [true, false],
  },
  /** Everybody sees the venue. */
  placePublic: {
    rule: z.boolean('Please say whether everybody may see the place'),
    fromGroup: true,
    written: z.boolean(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: [true, false],
  },
  /** The price in words; nothing is charged. */
  priceText: {
    rule: optionalLine({
      max: 80,
      tooLong: 'Please describe the price in at most 80 characters',
    }),
    empty: null,
    written: optionalString,
    answer: 'card',
    valueMayBeLogged: false,
    examples: ['£3 on the door, children free', 'Pay what you can'],
    isOptionalText: true,
    inCalendar: true,
    inEmails: 'Price',
    inReports: 'Price',
  },
  /** Only its sector is kept unless the place is public. */
  postcode: {
    rule: Postcode,
    empty: null,
    written: optionalString,
    answer: 'apart',
    valueMayBeLogged: false,
    examples: ['TR18 4', 'CA12 5'],
    isOptionalText: true,
    inCalendar: false,
    inEmails: null,
    inReports: null,
  },
  onlineUrl: {
    rule: OnlineUrl,
    empty: null,
    written: optionalString,
    answer: 'apart',
    valueMayBeLogged: false,
    examples: ['https://example.org/choir', 'https://example.org/candles'],
    isOptionalText: true,
    inCalendar: false,
    inEmails: null,
    inReports: null,
  },
  /** An event with a link that also has a place to go to. */
  inPersonToo: {
    rule: z.boolean('Please say whether people also meet in person'),
    empty: false,
    written: z.boolean(),
    answer: 'card',
    valueMayBeLogged: true,
    examples: [true, false],
  },
  access: {
    rule: AccessChanges,
    empty: {},
    written: Access,
    answer: 'event',
    valueMayBeLogged: true,
    examples: [
      { stepFreeEntrance: 'yes', dogs: 'no' },
      { stepFreeEntrance: 'no', dogs: 'yes' },
    ],
  },
} as const satisfies Record<string, Facts | OptionalTextFacts>;

type Table = typeof eventFields;
export type EventField = keyof Table;

/** The fields whose facts are like these. */
export type FieldWith<Wanted> = {
  [Field in EventField]: Table[Field] extends Wanted ? Field : never;
}[EventField];

/** A field that is a moment. */
export type EventTime = {
  [Field in EventField]: Date extends z.output<Table[Field]['rule']> ? Field : never;
}[EventField];
export type UntimedField = Exclude<EventField, EventTime>;
export type OptionalText = FieldWith<{ isOptionalText: true }>;

const fieldEntries = Object.entries(eventFields) as [EventField, Facts | OptionalTextFacts][];
export const eventFieldNames = fieldEntries.map(([field]) => field);

const eventTimes: Record<EventTime, true> = { startTime: true, endTime: true, rsvpClosesAt: true };
/** The fields that the dates of a series share. */
export const untimedFields = eventFieldNames.filter(
  (field) => !(field in eventTimes),
) as UntimedField[];

export const optionalTexts = eventFieldNames.filter(
  (field) => 'isOptionalText' in eventFields[field],
) as OptionalText[];

/** The texts of an event that have a label in one of these places. */
export const labelledTexts = (
  event: { [Field in OptionalText]?: string | null },
  place: 'inEmails' | 'inReports',
): { label: string; text: string }[] =>
  optionalTexts.flatMap((field) => {
    const [label, text] = [eventFields[field][place], event[field]];
    return label && text ? [{ label, text }] : [];
  });

/** Returns one fact of every field. */
const factOfEach = <Fact>(factOf: (facts: Facts | OptionalTextFacts) => Fact) =>
  Object.fromEntries(fieldEntries.map(([field, facts]) => [field, factOf(facts)])) as Record<
    EventField,
    Fact
  >;

/** Copies these fields of an event, a form or a table. */
export const pickFields = <Source extends object, Field extends keyof Source>(
  source: Source,
  fields: readonly Field[],
) =>
  Object.fromEntries(fields.map((field) => [field, source[field]])) as unknown as Pick<
    Source,
    Field
  >;

/** The rules of the edit form. */
export const changeRules = factOfEach(({ rule }) => rule) as unknown as {
  [Field in EventField]: Table[Field]['rule'];
};

type NewRule<Row extends Facts | OptionalTextFacts> = Row extends { fromGroup: true }
  ? z.ZodOptional<Row['rule']>
  : Row extends { empty: unknown }
    ? z.ZodDefault<Row['rule']>
    : Row['rule'];

/** The rules of the create form. */
export const newRules = factOfEach(({ rule, empty, fromGroup }) => {
  if (fromGroup) return rule.optional();
  return empty === undefined ? rule : rule.default(empty);
}) as unknown as { [Field in EventField]: NewRule<Table[Field]> };

/** The values of a new event whose form leaves out all that it may. */
export const emptyFields = Object.fromEntries(
  fieldEntries.flatMap(([field, { empty }]) => (empty === undefined ? [] : [[field, empty]])),
) as { [Field in FieldWith<{ empty: unknown }>]: z.output<NewRule<Table[Field]>> };

/** Each field as answers and the file of a group have it. */
export const writtenFields = factOfEach(({ written }) => written) as unknown as {
  [Field in EventField]: Table[Field]['written'];
};

const answeredIn = <Answer extends Facts['answer']>(answer: Answer) =>
  eventFieldNames.filter((field) => eventFields[field].answer === answer) as FieldWith<{
    answer: Answer;
  }>[];

export const cardFields = answeredIn('card');
/** The fields that an event's own answer has besides those of its card. */
export const eventOnlyFields = answeredIn('event');

export const valueMayBeLogged = factOfEach((facts) => facts.valueMayBeLogged);
