import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Instant, UserId, reason } from '#contract/platform/values.ts';

const params = z.object({ id: UserId });

/** The number of rows that a purge removes. */
const PurgeCounts = z.strictObject({
  comments: z.int(),
  /** Comments that await an admin's review. */
  heldComments: z.int(),
  /** Events that the member created, and all events of the deleted groups. */
  events: z.int(),
  /** Groups that no other active member organises. */
  groups: z.int(),
  memberships: z.int(),
  requests: z.int(),
  /** To upcoming events, and to deleted ones. */
  rsvps: z.int(),
  /** Other members' contributions to these events and groups, which are deleted with them. */
  othersComments: z.int(),
  othersRsvps: z.int(),
  othersMemberships: z.int(),
  /** Messages to groups and events, by the member or in deleted groups and events. */
  messages: z.int(),
});
export type PurgeCounts = z.infer<typeof PurgeCounts>;

/** A preview of a purge: counts, and the latest few items of each kind. */
export const CleanupReview = z.strictObject({
  user: z.strictObject({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string().nullable(),
    email: z.string(),
    isActive: z.boolean(),
    createdAt: Instant,
  }),
  counts: PurgeCounts,
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
  /** The deadline for undoing the purge; null if there is none to undo. */
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

/** Bans a member and deletes their contributions; an admin can undo it for a day. */
export const cleanUp = endpoint('POST /api/admin/users/:id/cleanup', {
  summary: 'Ban a member and purge their contributions',

  access: 'admin',
  rate: 'moderation',
  params,
  body: z.object({ reason }),
  response: z.strictObject({ counts: PurgeCounts, undoUntil: Instant }),
});

export const undoCleanup = endpoint('DELETE /api/admin/users/:id/cleanup', {
  summary: 'Undo a purge and lift its ban',

  access: 'admin',
  rate: 'moderation',
  params,
  response: z.strictObject({
    restored: z.int(),
    /** Items whose group or event no longer exists, or whose place the member gave up. */
    lost: z.int(),
  }),
});
