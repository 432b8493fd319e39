import { z } from 'zod';
import { Phone } from './household.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { maxAddedPeople } from '#contract/platform/limits.ts';
import { personName } from '#contract/platform/names.ts';
import { FilterFlag, Id, line } from '#contract/platform/values.ts';

const addedName = personName({ what: 'Name', min: 1, max: 80, tooShort: 'Please enter a name' });
const howMany = `Please enter a number of people from 1 to ${maxAddedPeople}`;
const addedPeople = z.int(howMany).min(1, howMany).max(maxAddedPeople, howMany);
const addedNote = line({ max: 140 }).nullish();
/** Kept at events for under 18s and families. It is read on the day alone, with the attendees. */
const addedPhone = Phone.optional();

/** An attendee who phoned or walked in, put on the list by an organiser. */
export const AddedAttendee = z.strictObject({
  id: z.int(),
  name: z.string(),
  people: z.int(),
  note: z.string().nullable(),
  /** Null once the organiser's account is deleted. */
  addedBy: z.strictObject({ id: z.string(), firstName: z.string() }).nullable(),
});
export type AddedAttendee = z.infer<typeof AddedAttendee>;

export const addAttendee = endpoint('POST /api/events/:id/added-attendees', {
  summary: 'Put somebody on the attendee list',
  answers: [201],
  refuses: ['not_found', 'full'],

  once: true,
  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: z.object({
    name: addedName,
    people: addedPeople.default(1),
    note: addedNote,
    phone: addedPhone,
  }),
  response: AddedAttendee,
});

export const changeAddedAttendee = endpoint('PATCH /api/events/:id/added-attendees/:addedId', {
  summary: 'Change an attendee added by hand',
  refuses: ['full'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, addedId: Id }),
  body: z
    .object({ name: addedName, people: addedPeople, note: addedNote, phone: addedPhone })
    .partial(),
  response: AddedAttendee,
});

export const removeAddedAttendee = endpoint('DELETE /api/events/:id/added-attendees/:addedId', {
  summary: 'Remove an attendee added by hand',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, addedId: Id }),
});

/** With `block`, the address can't come to the group's events again. */
export const removeGuest = endpoint('DELETE /api/events/:id/guest-rsvps/:guestId', {
  summary: 'Remove a guest without an account',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, guestId: Id }),
  query: z.object({ block: FilterFlag }),
});
