import { z } from 'zod';
import { rsvpWords, cancelWords } from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { maxGuests } from '#contract/platform/limits.ts';
import { AddedAttendee } from './added-attendees.ts';
import { Person, Phone } from './household.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { FilterText, Id, paging } from '#contract/platform/values.ts';

const params = z.object({ id: Id });
const GoingStatus = z.literal('going');

export const Attendee = z.strictObject({
  /**
   * For visitors a pseudonym, which differs between events. Null for guests without an account and
   * for people added by hand.
   */
  userId: z.string().nullable(),
  status: GoingStatus,
  /** For signed-in callers, like names and pictures. */
  guests: z.int().optional(),
  firstName: publicProfile.firstName.optional(),
  profileImageUrl: publicProfile.profileImageUrl.optional(),
  /** For organisers and admins, like `id`. */
  kind: z.enum(['member', 'guest', 'added']).optional(),
  /** The user id of a member; a number for others. */
  id: z.union([z.string(), z.int()]).optional(),
  /**
   * For organisers, the member's children and, if they come, the member. Others read only in
   * `guests` how many people come along.
   */
  who: z.array(Person).optional(),
  /** With `who`: whether its first person is the member. */
  self: z.boolean().optional(),
  /**
   * For organisers, from a day before the start until the end: the number of an adult who brings
   * children.
   */
  phone: z.string().optional(),
  /** For organisers: the member has come to no earlier event of the group. */
  firstTime: z.literal(true).optional(),
  /** For people added by hand: how many they are, the organisers' note, and who added them. */
  people: z.int().optional(),
  note: z.string().nullable().optional(),
  addedBy: AddedAttendee.shape.addedBy.optional(),
});
export type Attendee = z.infer<typeof Attendee>;

/** `q` searches first names, for organisers and admins. */
export const listAttendees = endpoint('GET /api/events/:id/rsvps', {
  summary: 'List the attendees of an event',
  refuses: ['forbidden'],

  shared: true,
  access: 'anyone',
  params,
  query: z.object({ q: FilterText, ...paging }),
  response: z.array(Attendee),
});

export const rsvpStatus = endpoint('GET /api/events/:eventId/rsvp/status', {
  summary: 'Get your RSVP to an event',

  mayLag: true,
  access: 'anyone',
  params: z.object({ eventId: Id }),
  response: z.strictObject({ rsvped: z.boolean() }),
});

/** The number of guests; the event sets the limit. */
export const GuestCount = z
  .int('Please say how many guests you’re bringing')
  .min(0, 'Please say how many guests you’re bringing')
  .max(maxGuests, `You can bring ${maxGuests} guests at most`);

/** Also accepts an offered place; without `guests` the number stays. */
export const attend = endpoint('POST /api/events/:id/rsvps', {
  summary: 'RSVP to an event',
  words: rsvpWords,
  answers: [200, 201],
  refuses: ['not_a_member', 'profile_incomplete', 'full'],

  access: 'signed_in',
  rate: 'write',
  params,
  body: z
    .object({
      status: z.literal('going', 'status must be "going"').default('going'),
      guests: GuestCount.optional(),
      phone: Phone.optional(),
    })
    .default({ status: 'going' }),
  response: z.strictObject({ status: GoingStatus }),
});

export const cancelRsvp = endpoint('DELETE /api/events/:id/rsvps', {
  summary: 'Cancel your RSVP to an event',
  words: cancelWords,

  access: 'signed_in',
  rate: 'write',
  params,
});

export const myRsvps = endpoint('GET /api/user/event-rsvps', {
  summary: 'List the ids of events you attend',

  mayLag: true,
  access: 'signed_in',
  response: z.array(z.int()),
});

/** A CSV file of attendees with their number of guests, for organisers. */
export const doorList = endpoint('GET /api/events/:id/door-list.csv', {
  summary: 'Download the attendee list (organisers)',
  sends: 'text/csv',
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  response: z.string(),
});
