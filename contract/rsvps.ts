import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { publicProfile } from './membership.ts';
import { Id, paging } from './values.ts';

const params = z.object({ id: Id });
const going = z.literal('going');

export const Attendee = z.strictObject({
  userId: z.string(),
  status: going,
  firstName: publicProfile.firstName.optional(),
  profileImageUrl: publicProfile.profileImageUrl.optional(),
});
export type Attendee = z.infer<typeof Attendee>;

export const listAttendees = endpoint('GET /api/events/:id/rsvps', {
  shared: true,
  access: 'anyone',
  params,
  query: z.object(paging),
  response: z.array(Attendee),
});

export const rsvpStatus = endpoint('GET /api/events/:eventId/rsvp/status', {
  mayLag: true,
  access: 'anyone',
  params: z.object({ eventId: Id }),
  response: z.strictObject({ rsvped: z.boolean() }),
});

export const attend = endpoint('POST /api/events/:id/rsvps', {
  access: 'signed_in',
  rate: 'write',
  params,
  body: z
    .object({ status: z.literal('going', 'status must be "going"').default('going') })
    .default({ status: 'going' }),
  response: z.strictObject({ status: going }),
});

export const cancelRsvp = endpoint('DELETE /api/events/:id/rsvps', {
  access: 'signed_in',
  rate: 'write',
  params,
});

export const myRsvps = endpoint('GET /api/user/event-rsvps', {
  mayLag: true,
  access: 'signed_in',
  response: z.array(z.int()),
});
