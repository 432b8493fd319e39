import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Membership } from './membership.ts';
import { title } from './names.ts';
import {
  FilterId,
  FilterText,
  Id,
  ImageUrl,
  ImageUrlChange,
  Instant,
  line,
  moment,
  Named,
  paging,
  paragraphs,
} from './values.ts';

export const EventStatus = z.enum(['scheduled', 'cancelled']);
export type EventStatus = z.infer<typeof EventStatus>;

export const When = z.enum(['upcoming', 'past', 'all']);
export type When = z.infer<typeof When>;

export const EventCard = z.strictObject({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  startTime: Instant,
  endTime: Instant,
  categoryId: z.int(),
  category: Named,
  groupId: z.int(),
  group: z.strictObject({
    id: z.int(),
    name: z.string(),
    imageUrl: z.string().nullable(),
    categoryId: z.int(),
    memberCount: z.int(),
  }),
  town: z.string().nullable(),
  status: EventStatus,
  attendeeCount: z.int(),
  /** The venue; absent for signed-out callers, who get `locationHidden` instead. */
  location: z.string().optional(),
  locationHidden: z.literal(true).optional(),
  /** Present for a signed-in caller. */
  rsvped: z.boolean().optional(),
  membership: Membership.nullable().optional(),
});
export type EventCard = z.infer<typeof EventCard>;

export const Event = z.strictObject({
  ...EventCard.shape,
  ended: z.boolean(),
  /** What the caller may do here; a profile still to be completed doesn't count against it. */
  can: z.strictObject({ rsvp: z.boolean(), comment: z.boolean(), edit: z.boolean() }),
});
export type Event = z.infer<typeof Event>;

/** An id picked from a list: one message for all that is none. */
const chosen = (message: string) =>
  z
    .union([z.number(), z.string()], message)
    .refine((value) => Id.safeParse(value).success, { error: message })
    .transform(Number);

const fields = {
  title: title({
    what: 'Event title',
    min: 5,
    max: 200,
    tooShort: 'Event title must be at least 5 characters',
    tooLong: 'Event title cannot exceed 200 characters',
  }),
  description: paragraphs({
    min: 20,
    max: 10_000,
    tooShort: 'Please provide a more detailed description (at least 20 characters)',
  }),
  imageUrl: ImageUrl,
  location: line({
    min: 5,
    max: 300,
    tooShort: 'Please enter a location (at least 5 characters)',
  }),
  town: line({ max: 100 }).nullish(),
  startTime: moment('Please select a start time'),
  endTime: moment('Please select an end time'),
  categoryId: chosen('Please select a category'),
};

export const endsTooEarly = 'End time must be after start time';

/** The create form. */
export const EventForm = z
  .object({ ...fields, groupId: chosen('Please select a group') })
  .refine((event) => event.endTime > event.startTime, { path: ['endTime'], error: endsTooEarly });

/** The edit form: any of the fields; that it ends after its start is held against what stands. */
export const EventChanges = z.object({ ...fields, imageUrl: ImageUrlChange }).partial();

const filters = {
  q: FilterText,
  location: FilterText,
  category: FilterId,
  group: FilterId,
  when: When.default('upcoming'),
};

export const listEvents = endpoint('GET /api/events', {
  shared: true,
  access: 'anyone',
  query: z.object({ ...filters, ...paging }),
  response: z.array(EventCard),
});

export const getEvent = endpoint('GET /api/events/:id', {
  shared: true,
  access: 'anyone',
  params: z.object({ id: Id }),
  response: Event,
});

export const listGroupEvents = endpoint('GET /api/events/group/:groupId', {
  shared: true,
  access: 'anyone',
  params: z.object({ groupId: Id }),
  query: z.object({ when: filters.when, ...paging }),
  response: z.array(EventCard),
});

export const createEvent = endpoint('POST /api/events', {
  access: 'signed_in',
  rate: 'write',
  body: EventForm,
  response: Event,
});

export const updateEvent = endpoint('PATCH /api/events/:id', {
  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: EventChanges,
  response: Event,
});

/** Calls the event off: it is kept and shown as cancelled, and its attendees are told. */
export const cancelEvent = endpoint('DELETE /api/events/:id', {
  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
});

/** The event for a calendar (RFC 5545), the venue in it for those who may know it. */
export const eventCalendar = endpoint('GET /api/events/:id/calendar.ics', {
  mayLag: true,
  access: 'anyone',
  params: z.object({ id: Id }),
  response: z.string(),
});

export const myEvents = endpoint('GET /api/user/events', {
  mayLag: true,
  access: 'signed_in',
  query: z.object({ when: z.enum(['upcoming', 'past']).default('upcoming'), ...paging }),
  response: z.array(EventCard),
});
