import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Instant, UserId, reason } from '#contract/platform/values.ts';

const params = z.object({ id: UserId });

/** How much a clean-up takes away. */
const CleanupCounts = z.strictObject({
  comments: z.int(),
  /** Those that wait for an admin. */
  heldComments: z.int(),
  /** Those they made, and all of the groups that go. */
  events: z.int(),
  /** Those that nobody else who can sign in organises. */
  groups: z.int(),
  memberships: z.int(),
  /** Requests to join. */
  requests: z.int(),
  /** To events still to come, and to those that go. */
  rsvps: z.int(),
  /** What others have in these events and groups, and goes with them. */
  othersComments: z.int(),
  othersRsvps: z.int(),
  othersMemberships: z.int(),
  /** Written to groups and events, by them or in what goes. */
  messages: z.int(),
});
export type CleanupCounts = z.infer<typeof CleanupCounts>;

/** What a clean-up would take away, in numbers and by the latest few of each. */
export const CleanupReview = z.strictObject({
  user: z.strictObject({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string().nullable(),
    email: z.string(),
    isActive: z.boolean(),
    createdAt: Instant,
  }),
  counts: CleanupCounts,
  comments: z.array(
    z.strictObject({
      id: z.int(),
      content: z.string(),
      eventId: z.int(),
      eventTitle: z.string(),
      held: z.boolean(),
    }),
  ),
  events: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      startTime: Instant,
      attendeeCount: z.int(),
      groupName: z.string(),
    }),
  ),
  groups: z.array(
    z.strictObject({ id: z.int(), name: z.string(), memberCount: z.int(), eventCount: z.int() }),
  ),
  /** Groups they organise that stay, since others organise them too. */
  staying: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  /** Of a clean-up that stands: until when it can be undone. */
  undoUntil: Instant.nullable(),
  can: z.strictObject({ cleanUp: z.boolean(), undo: z.boolean() }),
});
export type CleanupReview = z.infer<typeof CleanupReview>;

export const reviewCleanup = endpoint('GET /api/admin/users/:id/cleanup', {
  summary: "Preview a purge of a member's contributions",

  access: 'admin',
  params,
  response: CleanupReview,
});

/** Bans somebody and takes away what they wrote; for a day it can be undone. */
export const cleanUp = endpoint('POST /api/admin/users/:id/cleanup', {
  summary: 'Ban a member and purge their contributions',

  access: 'admin',
  rate: 'moderation',
  params,
  body: z.object({ reason }),
  response: z.strictObject({ counts: CleanupCounts, undoUntil: Instant }),
});

/** Puts back what a clean-up took away, and lifts its ban. */
export const undoCleanup = endpoint('DELETE /api/admin/users/:id/cleanup', {
  summary: 'Undo a purge and lift its ban',

  access: 'admin',
  rate: 'moderation',
  params,
  response: z.strictObject({
    restored: z.int(),
    /** What had a place in a group or an event that is gone since, or was given up. */
    lost: z.int(),
  }),
});
