import { z } from 'zod';
import { timesInOrder } from './event-times.ts';
import { AttendeeNames, audienceText } from '#contract/community/audience.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { OwnMembership } from '#contract/community/membership.ts';
import { basedOn, Revision } from '#contract/platform/revisions.ts';
import { longestCancelReason } from '#contract/platform/limits.ts';
import { Count, FilterFlag, Id, Instant, line, Named, paging } from '#contract/platform/values.ts';
import { AnswerCounts, ownAnswer, ownPeople } from './answers.ts';
import {
  cardFields,
  changeRules,
  idFromList,
  eventOnlyFields,
  newRules,
  pickFields,
  writtenFields,
} from './event-fields.ts';
import { filteredBy } from './event-search.ts';

export const EventStatus = z.enum(['scheduled', 'cancelled']);
export type EventStatus = z.infer<typeof EventStatus>;

export const When = z.enum(['upcoming', 'past', 'all']);
export type When = z.infer<typeof When>;

/** The caller's RSVP: they are going, on the waiting list, or have an offered place. */
export const OwnRsvp = z.strictObject({
  status: z.enum(['going', 'waiting', 'offered']),
  /** The guests they bring, besides themselves and their children. */
  guests: z.int(),
  ...ownPeople,
  /** The waiting list position, from 1; only in the answer of a single event. */
  position: z.int().optional(),
  /** When an offered place expires. */
  offerExpiresAt: Instant.optional(),
});
export type OwnRsvp = z.infer<typeof OwnRsvp>;

export const SeriesOfEvent = z.strictObject({
  id: z.int().meta({ examples: [5] }),
  /** From 1, among all its dates. */
  position: z.int(),
  count: z.int(),
  /** The rule in English: 'Every Tuesday', 'First Friday of the month'. */
  text: z.string().meta({ examples: ['Every Tuesday'] }),
  /** In a list with each series once: some of the dates that follow this one. */
  next: z.array(z.strictObject({ id: z.int(), startTime: Instant })).optional(),
});

export const EventCard = z.strictObject({
  id: z.int(),
  ...pickFields(writtenFields, cardFields),
  category: Named,
  groupId: z.int(),
  group: z.strictObject({
    id: z.int(),
    name: z.string(),
    imageUrl: z.string().nullable(),
    categoryId: z.int(),
    memberCount: z.int(),
  }),
  audienceText,
  status: EventStatus,
  /** The number of RSVPs, without guests. */
  attendeeCount: z.int(),
  /** The children of attendees, and the adults besides guests; where children come. */
  childCount: z.int().optional(),
  adultCount: z.int().optional(),
  /** The group is free of charge. */
  free: z.boolean(),
  /** Places of attendees and their guests, and places on offer. */
  placesTaken: z.int(),
  /** Null without a capacity. */
  placesLeft: z.int().nullable(),
  /** Null for an event without a series. */
  series: SeriesOfEvent.nullable(),
  /** It has a link to take part online. */
  online: z.boolean(),
  /**
   * The venue; absent for signed-out callers, who get `locationHidden` instead, unless the place is
   * public.
   */
  location: z.string().optional(),
  /**
   * The venue's postcode, or its sector unless the place is public; for those who see the venue.
   */
  postcode: z.string().nullable().optional(),
  locationHidden: z.literal(true).optional(),
  /** From the place that was asked for, as the crow flies; with one decimal. */
  distanceMiles: z.number().optional(),
  /** Present for a signed-in caller. */
  rsvped: z.boolean().optional(),
  rsvp: OwnRsvp.nullable().optional(),
  membership: OwnMembership.nullable().optional(),
  /** Set if an admin has hidden it or its group: only its author and admins see it. */
  hidden: z.literal(true).optional(),
});
export type EventCard = z.infer<typeof EventCard>;

/**
 * The state of the RSVP control, or the reason why the caller can't RSVP:
 * - `open`: the caller can RSVP or cancel; `rsvped` says whether they are going
 * - `waitlist`: no place is left, and the caller can join the waiting list
 * - `waiting`: the caller is on the waiting list, at `rsvp.position`
 * - `offered`: the caller can accept a place until `rsvp.offerExpiresAt`
 * - `full`: no place is left, and there is no waiting list
 * - `closed`: the deadline for RSVPs is over
 * - `sign_in`: the caller is signed out
 * - `join_group`: the caller is not in the group
 * - `request_pending`: the caller's request to join the group awaits an organiser
 * - `cancelled`, `ended`: nobody can RSVP any more
 */
export const RsvpState = z.enum([
  'open',
  'waitlist',
  'waiting',
  'offered',
  'full',
  'closed',
  'sign_in',
  'join_group',
  'request_pending',
  'cancelled',
  'ended',
]);
export type RsvpState = z.infer<typeof RsvpState>;

/** A guest without an account whom the calling browser knows, since it confirmed their RSVP. */
export const KnownGuest = z.strictObject({
  firstName: z.string(),
  /** `unconfirmed` once their place on the list has ended. */
  state: z.enum(['going', 'waiting', 'offered', 'cancelled', 'unconfirmed']),
  /** The waiting list position, from 1. */
  position: z.int().optional(),
  /** When an offered place expires. */
  offerExpiresAt: Instant.optional(),
});
export type KnownGuest = z.infer<typeof KnownGuest>;

export const Event = z.strictObject({
  ...EventCard.shape,
  ended: z.boolean(),
  /** Why it was cancelled; null if nobody said, or if it takes place. */
  cancelReason: z
    .string()
    .nullable()
    .meta({ examples: ['The hall’s boiler has burst', null] }),
  /** Until when the caller can put it back; absent if they can't. */
  restoreUntil: Instant.optional().meta({ examples: ['2027-03-09T09:00:00.000Z'] }),
  rsvpState: RsvpState,
  ...pickFields(writtenFields, eventOnlyFields),
  /**
   * The link to take part online; for those who look after the event, and from 24 hours before its
   * start until its end for those who go. Null for an event without one.
   */
  onlineUrl: z.string().nullable().optional(),
  /** The total of attendees' guests, without their children. */
  guestCount: z.int(),
  /** The people who see attendees' first names: the event's own choice, or its group's. */
  attendeeNames: AttendeeNames,
  /** The choice as a sentence. */
  attendeeNamesText: z.string(),
  /** The event's own choice, null if it follows its group; for those who may change or copy it. */
  ownAttendeeNames: AttendeeNames.nullable().optional(),
  /** Whether every member is asked to say whether they come: its own choice, or its group's. */
  asksEverybody: z.boolean(),
  ownAsksEverybody: z.boolean().nullable().optional(),
  ...ownAnswer,
  answers: AnswerCounts.optional(),
  /** How many came, for organisers; null where nobody has recorded it. */
  came: z.strictObject({ parties: z.int(), people: z.int() }).nullable().optional(),
  /** Set from two hours before RSVPs close: a free place goes to the first to take it. */
  firstCome: z.literal(true).optional(),
  /** Only for a signed-out browser that confirmed a guest's RSVP, until they or it forget it. */
  knownGuest: KnownGuest.optional(),
  /** For those who may change it. */
  revision: Revision.optional(),
  /** The account that created the event, for admins; null once that account is deleted. */
  createdById: z.string().nullable().optional(),
  /** The caller's abilities; an incomplete profile doesn't count against them. */
  can: z.strictObject({
    /** By a separate call. True for pending members too, though the pages don't offer it. */
    rsvp: z.boolean(),
    /** To join the waiting list. */
    waitlist: z.boolean(),
    /** To see and admit people on the waiting list, and to see and remove attendees. */
    manageWaitlist: z.boolean(),
    comment: z.boolean(),
    /** To edit and to cancel it. */
    edit: z.boolean(),
    /** To delete it: it is over, and nobody has answered it. */
    delete: z.boolean(),
    /** To put it back after it was cancelled. */
    restore: z.boolean(),
    /** To create another event of its group from a copy. */
    copy: z.boolean(),
    /** To come without an account; for callers who are not members of its group. */
    guestRsvp: z.boolean(),
    /** To write to the organisers without an account; for signed-out callers. */
    ask: z.boolean(),
    /** To read attendees' names. */
    seeNames: z.boolean(),
    searchAttendees: z.boolean(),
    /** To write to attendees and the waiting list. */
    message: z.boolean(),
    /** For admins: the creator can be banned and their content removed. */
    cleanUp: z.literal(true).optional(),
  }),
});
export type Event = z.infer<typeof Event>;

/** The create form. */
export const EventForm = timesInOrder(
  z.object({ ...newRules, groupId: idFromList('Please select a group') }),
);

/** The edit form with any of its fields; the server compares new times with the stored ones. */
export const EventChanges = z.object(changeRules).partial().extend(basedOn);

const whenFilter = When.default('upcoming');

export const listEvents = endpoint('GET /api/events', {
  summary: 'List events, upcoming ones by default',

  shared: true,
  access: 'anyone',
  query: filteredBy({ when: whenFilter, ...paging }),
  response: z.array(EventCard),
});

/** Counts to a hundred, which is as many as one page of the list can have. */
export const countEvents = endpoint('GET /api/events/count', {
  summary: 'Count the events of a list',

  shared: true,
  access: 'anyone',
  query: filteredBy({ when: whenFilter }),
  response: Count,
});

/**
 * Corrects words of a search that nothing is found by, from the titles and towns of upcoming events
 * and the names of groups and categories. Each suggestion is a whole search that finds an event with
 * the same filters.
 */
export const suggestSearches = endpoint('GET /api/events/spellings', {
  summary: 'Suggest searches with similar spelling',

  shared: true,
  access: 'anyone',
  query: filteredBy({ when: whenFilter }),
  response: z.array(z.string()),
});

export const getEvent = endpoint('GET /api/events/:id', {
  summary: 'Get one event by its id',

  shared: true,
  access: 'anyone',
  params: z.object({ id: Id }),
  response: Event,
});

export const listGroupEvents = endpoint('GET /api/events/group/:groupId', {
  summary: 'List the events of a group',

  shared: true,
  access: 'anyone',
  params: z.object({ groupId: Id }),
  query: z.object({
    when: whenFilter,
    /** `next` lists a series once, by its next date. */
    series: z.enum(['each', 'next'], 'Please send each or next').default('each'),
    ...paging,
  }),
  response: z.array(EventCard),
});

export const createdEvent = { title: 'Your event has been created successfully' };

export const createEvent = endpoint('POST /api/events', {
  summary: 'Create an event in your group',
  words: { done: createdEvent, failed: 'Your event was not created' },
  answers: [201],
  refuses: ['not_found', 'quota'],

  once: true,
  access: 'signed_in',
  rate: 'write',
  body: EventForm,
  response: Event,
});

export const updateEvent = endpoint('PATCH /api/events/:id', {
  summary: 'Update an event',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: EventChanges,
  response: Event,
});

/** Why something is cancelled, for everybody who sees it; blank counts as none. */
export const CancelReason = line({
  max: longestCancelReason,
  tooLong: `Please give the reason in at most ${longestCancelReason} characters`,
})
  .transform((text) => text || null)
  .nullish()
  .meta({ examples: ['The hall’s boiler has burst'] });

/**
 * Cancels the event: it stays visible as cancelled, and its attendees get an email. An event that
 * is over, and that nobody has answered or written under, is deleted.
 */
export const cancelEvent = endpoint('DELETE /api/events/:id', {
  summary: 'Cancel an event, or delete a past one',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: z.object({ reason: CancelReason }).default({}),
});

/**
 * Puts a cancelled event back, with its RSVPs and its waiting list, for 24 hours and until its
 * start. People who were notified of the cancellation get an email.
 */
export const restoreEvent = endpoint('POST /api/events/:id/restore', {
  summary: 'Put a cancelled event back',
  refuses: ['quota'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  response: Event,
});

/** The event for a calendar (RFC 5545), with the venue for those who may see it. */
export const eventCalendar = endpoint('GET /api/events/:id/calendar.ics', {
  summary: 'Download an event as a calendar file',
  sends: 'text/calendar',

  mayLag: true,
  access: 'anyone',
  params: z.object({ id: Id }),
  response: z.string(),
});

export const myEvents = endpoint('GET /api/user/events', {
  summary: 'List events you attend or host',

  mayLag: true,
  access: 'signed_in',
  query: z.object({
    when: z.enum(['upcoming', 'past']).default('upcoming'),
    /** Lists events of groups they organise instead, without cancelled ones. */
    hosting: FilterFlag,
    /** Lists upcoming events that ask whether they come instead, which they haven't answered. */
    asking: FilterFlag,
    /** `next` lists a series that asks once, by its first date that does. */
    series: z.enum(['each', 'next'], 'Please send each or next').default('each'),
    ...paging,
  }),
  response: z.array(EventCard),
});
