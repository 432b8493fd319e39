import { z } from 'zod';
import { Role } from '#contract/base/accounts.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { EventStatus } from '#contract/events/events.ts';
import { Group, GroupChanges, GroupStatus } from '#contract/community/groups.ts';
import {
  blankOr,
  FilterText,
  Id,
  Instant,
  paging,
  reason,
  UserId,
} from '#contract/platform/values.ts';

const activeFlag = z.boolean('isActive must be true or false');

export const adminSummary = endpoint('GET /api/admin/summary', {
  summary: 'Get totals and pending review counts',

  access: 'admin',
  response: z.strictObject({
    users: z.int(),
    activeUsers: z.int(),
    groups: z.int(),
    waitingGroups: z.int(),
    events: z.int(),
    upcomingEvents: z.int(),
    comments: z.int(),
    /** Comments awaiting review. */
    waitingComments: z.int(),
    /** Messages awaiting review. */
    waitingMessages: z.int(),
    /** Documents that are a year old, or whose text would be different today. */
    papersToReview: z.int(),
    /** Reports awaiting a decision, appeals included, and how many of them are overdue. */
    waitingReports: z.int(),
    overdueReports: z.int(),
    /** Comments of the last seven days. */
    newComments: z.int(),
  }),
});

/** An item for an admin to review. An appeal is a report that needs a second decision. */
export const QueueItem = z.strictObject({
  kind: z.enum(['group', 'comment', 'message', 'contact', 'report', 'appeal', 'complaint']),
  id: z.int().meta({ examples: [3] }),
  /** A group's name, a subject, a comment's beginning, or a complaint's number. */
  title: z.string(),
  since: Instant,
  /** The deadline for a decision or an answer; null if there is none. */
  dueBy: Instant.nullable(),
  overdue: z.boolean(),
  /** The start of a reported event; null for all else. */
  beginsAt: Instant.nullable(),
});
export type QueueItem = z.infer<typeof QueueItem>;

/** An item without a due time counts as due two days after it arrived. */
export const adminQueue = endpoint('GET /api/admin/queue', {
  summary: 'List items awaiting review, most urgent first',

  access: 'admin',
  response: z.strictObject({ items: z.array(QueueItem), more: z.boolean() }),
});

/** Only backups by the site's own commands count; the site can't see any other copies. */
export const lastBackup = endpoint('GET /api/admin/backup', {
  summary: 'Get the time of the last backup',

  access: 'admin',
  response: z.strictObject({ takenAt: Instant.nullable() }),
});

/** An account as admins see it; never its password or phone number. */
export const AdminUser = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  location: z
    .string()
    .nullable()
    .meta({ examples: ['Bath'] }),
  profileImageUrl: z.string().nullable(),
  role: Role,
  isActive: z.boolean(),
  /** When a suspension ends by itself; null without one, or without an end. */
  suspendedUntil: Instant.nullable(),
  profileCompleted: z.boolean(),
  /** Whether their sign-ins need a code. */
  twoStep: z.boolean(),
  /**
   * The name of an admin, or of an organiser of their group, that this name resembles; only admins
   * see it.
   */
  readsLike: z.string().nullable(),
  createdAt: Instant,
  groupCount: z.int(),
  rsvpCount: z.int(),
  commentCount: z.int(),
  /** Set where an admin has purged their contributions. */
  cleanup: z.strictObject({ at: Instant, undoUntil: Instant }).nullable(),
  /** The caller's abilities over the account: nobody can ban, demote or delete themself. */
  can: z.strictObject({
    changeRole: z.boolean(),
    changeStatus: z.boolean(),
    signOut: z.boolean(),
    resetTwoStep: z.boolean(),
    delete: z.boolean(),
    cleanUp: z.boolean(),
    undoCleanup: z.boolean(),
  }),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const adminUsers = endpoint('GET /api/admin/users', {
  summary: 'List accounts, newest first',

  access: 'admin',
  query: z.object({
    q: FilterText,
    role: blankOr(Role),
    status: blankOr(z.enum(['active', 'banned'])),
    ...paging,
  }),
  response: z.array(AdminUser),
});

const userParams = z.object({ id: UserId });

export const changeRole = endpoint('PATCH /api/admin/users/:id/role', {
  summary: 'Make a member an admin, or undo it',

  access: 'admin',
  rate: 'moderation',
  params: userParams,
  body: z.object({ role: z.enum(Role.options, 'role must be user or admin') }),
  response: AdminUser,
});

/**
 * Bans a member and ends their sessions at once, or lifts the ban; the member gets the reason by
 * email.
 */
export const changeStatus = endpoint('PATCH /api/admin/users/:id/status', {
  summary: 'Ban a member or lift a ban',

  access: 'admin',
  rate: 'moderation',
  params: userParams,
  body: z.object({ isActive: activeFlag, reason }),
  response: AdminUser,
});

/** Ends every session of a member; they can sign in again. */
export const signOutUser = endpoint('DELETE /api/admin/users/:id/sessions', {
  summary: 'End all sessions of a member',

  access: 'admin',
  rate: 'moderation',
  params: userParams,
  response: AdminUser,
});

/** For a member who has lost their phone and their recovery codes; they get an email. */
export const resetTwoStep = endpoint('DELETE /api/admin/users/:id/two-step', {
  summary: "Turn off a member's two-step sign-in",

  access: 'admin',
  rate: 'moderation',
  params: userParams,
  response: AdminUser,
});

/** Deletes an account with all its own data; its groups and events stay. */
export const deleteUser = endpoint('DELETE /api/admin/users/:id', {
  summary: 'Delete an account with its data',

  access: 'admin',
  rate: 'moderation',
  params: userParams,
});

const Owner = z.strictObject({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: Instant,
  otherGroups: z.int(),
});

export const AdminGroup = z.strictObject({
  id: z.int().meta({ examples: [3] }),
  name: z.string(),
  description: z.string(),
  categoryId: z.int(),
  groupType: Group.shape.groupType,
  chargeForEvents: Group.shape.chargeForEvents,
  imageUrl: z.string().nullable(),
  status: GroupStatus,
  statusReason: z.string().nullable(),
  joinPolicy: Group.shape.joinPolicy,
  joinQuestion: Group.shape.joinQuestion,
  location: z
    .string()
    .nullable()
    .meta({ examples: ['Bath'] }),
  audience: Group.shape.audience,
  safeguardingLead: z.string().nullable(),
  safeguardingContact: z.string().nullable(),
  memberCount: z.int(),
  eventCount: z.int(),
  /** False if no organiser can sign in. */
  hasOrganizer: z.boolean(),
  createdAt: Instant,
  /** When it last joined the queue for approval. */
  submittedAt: Instant,
  /** Null once the owner's account is deleted. */
  owner: Owner.nullable(),
  /** Set if only its owner and admins see it. */
  hidden: z.literal(true).optional(),
  /**
   * Set if an edit of an approved group awaits review: the public values of the fields it changes.
   */
  was: GroupChanges.optional(),
  /** The version of this answer. A verdict that sends it never applies to anything newer. */
  version: z.string(),
  /** An admin's abilities over the group. */
  can: z.strictObject({ approve: z.boolean(), reject: z.boolean(), appointOrganizer: z.boolean() }),
});
export type AdminGroup = z.infer<typeof AdminGroup>;

/** Newest first; groups that await approval longest waiting first. */
export const adminGroups = endpoint('GET /api/admin/groups', {
  summary: 'List groups of every status, newest first',

  access: 'admin',
  query: z.object({
    q: FilterText,
    status: blankOr(GroupStatus),
    /** `none`: groups without an organiser. */
    organizer: blankOr(z.literal('none')),
    ...paging,
  }),
  response: z.array(AdminGroup),
});

/**
 * Approves or rejects a group; either way the owner gets an email, with the reason if there is one.
 * If an edit of an approved group awaits review, the verdict applies or drops the edit.
 */
export const reviewGroup = endpoint('PATCH /api/admin/groups/:id/status', {
  summary: 'Approve or reject a group',

  access: 'admin',
  rate: 'moderation',
  params: z.object({ id: Id }),
  body: z.object({
    status: z.enum(['approved', 'rejected'], 'status must be approved or rejected'),
    reason,
    /** The `version` that the admin has read: 409 if the group, or its edit, has changed since. */
    version: z.string().max(100).optional(),
    /** Confirms that the admin has checked the safeguarding lead; the audit log records it. */
    safeguardingChecked: z.boolean().optional(),
  }),
  response: Group,
});

/** Makes a member the organiser of a group without one, and its owner if it has none. */
export const appointOrganizer = endpoint('PUT /api/admin/groups/:id/organizer', {
  summary: 'Assign an organiser to a group without one',

  access: 'admin',
  rate: 'moderation',
  params: z.object({ id: Id }),
  body: z.object({ userId: UserId }),
});

export const deleteGroup = endpoint('DELETE /api/admin/groups/:id', {
  summary: 'Delete a group with its events',

  access: 'admin',
  rate: 'moderation',
  params: z.object({ id: Id }),
});

export const AdminEvent = z.strictObject({
  id: z.int(),
  title: z.string(),
  startTime: Instant,
  endTime: Instant,
  location: z.string(),
  town: z.string().nullable(),
  status: EventStatus,
  attendeeCount: z.int(),
  commentCount: z.int(),
  group: z.strictObject({ id: z.int(), name: z.string(), status: GroupStatus }),
  /** Null once their account is deleted. */
  createdById: z.string().nullable(),
  createdAt: Instant,
  /** Set if only its author and admins see it, or its group. */
  hidden: z.literal(true).optional(),
  /** For admins: the creator can be banned and their content removed. */
  can: z.strictObject({ cleanUp: z.boolean() }),
});
export type AdminEvent = z.infer<typeof AdminEvent>;

/** Latest published first. */
export const adminEvents = endpoint('GET /api/admin/events', {
  summary: 'List events, newest first',

  access: 'admin',
  query: z.object({ q: FilterText, ...paging }),
  response: z.array(AdminEvent),
});

/** Deletes an event for good, unlike an organiser's cancellation; its attendees get an email. */
export const deleteEvent = endpoint('DELETE /api/admin/events/:id', {
  summary: 'Delete an event permanently',

  access: 'admin',
  rate: 'moderation',
  params: z.object({ id: Id }),
});

export const AdminComment = z.strictObject({
  id: z.int().meta({ examples: [41] }),
  content: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  eventId: z.int(),
  eventTitle: z.string(),
  createdAt: Instant,
  /** For admins: the author can be banned and their content removed. */
  can: z.strictObject({ cleanUp: z.boolean() }),
});
export type AdminComment = z.infer<typeof AdminComment>;

/** Newest first; `q` searches the text and the author's name and email address. */
export const adminComments = endpoint('GET /api/admin/comments', {
  summary: 'List all comments, newest first',

  access: 'admin',
  query: z.object({ q: FilterText, ...paging }),
  response: z.array(AdminComment),
});

export const removeComment = endpoint('DELETE /api/admin/comments/:id', {
  summary: 'Remove a comment',

  access: 'admin',
  rate: 'moderation',
  params: z.object({ id: Id }),
});
