import { z } from 'zod';
import { publicProfile } from '#contract/base/accounts.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, Instant, paging, UserId } from '#contract/platform/values.ts';

export const MembershipStatus = z.enum(['pending', 'approved']);
export type MembershipStatus = z.infer<typeof MembershipStatus>;

/** What a group is to the caller: a membership, or nothing. */
export const Membership = z.strictObject({ status: MembershipStatus, isOrganizer: z.boolean() });
export type Membership = z.infer<typeof Membership>;

/** The caller's own, with what nobody else is told. */
export const OwnMembership = Membership.extend({
  /** They get no messages to the group's members. */
  muted: z.boolean(),
});
export type OwnMembership = z.infer<typeof OwnMembership>;

/**
 * What the join control offers the caller, or what stands in the way:
 * - `open`: they can join, or ask to, by the group's join policy
 * - `sign_in`: a visitor
 * - `request_pending`: they wait to be let in
 * - `member`: they are in it
 * - `closed`: the group takes nobody until it is approved
 */
export const JoinState = z.enum(['open', 'sign_in', 'request_pending', 'member', 'closed']);
export type JoinState = z.infer<typeof JoinState>;

export const Member = z.strictObject({
  /** To visitors a pseudonym, which nobody has in another group. */
  userId: z.string(),
  status: MembershipStatus,
  isOrganizer: z.boolean(),
  firstName: publicProfile.firstName.optional(),
  profileImageUrl: publicProfile.profileImageUrl.optional(),
  /** What the caller may do about this member; present for who looks after the members. */
  can: z
    .strictObject({
      makeOrganizer: z.boolean(),
      removeOrganizer: z.boolean(),
      handOver: z.boolean(),
      /** Never themself: they leave. */
      remove: z.boolean(),
    })
    .optional(),
  /** When they asked to join; of those who wait. */
  requestedAt: Instant.optional(),
});
export type Member = z.infer<typeof Member>;

const params = z.object({ id: Id });
const memberParams = z.object({ id: Id, userId: UserId });

/** Pages run through the approved; who waits for approval stands on the first page. */
export const listMembers = endpoint('GET /api/groups/:id/members', {
  summary: "Lists a group's members",

  shared: true,
  access: 'anyone',
  params,
  query: z.object(paging),
  response: z.strictObject({ approved: z.array(Member), pending: z.array(Member) }),
});

export const joinGroup = endpoint('POST /api/groups/:id/members', {
  summary: 'Joins a group, or asks to',
  answers: [200, 201],

  access: 'signed_in',
  rate: 'write',
  params,
  response: z.strictObject({ status: MembershipStatus }),
});

export const leaveGroup = endpoint('DELETE /api/groups/:id/members', {
  summary: 'Leaves a group',

  access: 'signed_in',
  rate: 'write',
  params,
});

/** A group of the caller's that admins have hidden: there is nothing of it to see. */
export const HiddenGroup = z.strictObject({
  id: z.int(),
  /** Since when they are in it, or have asked to be. */
  since: Instant,
});
export type HiddenGroup = z.infer<typeof HiddenGroup>;

export const listHiddenGroups = endpoint('GET /api/user/hidden-groups', {
  summary: 'Lists groups of the caller that admins have hidden, so that they can leave them',

  access: 'signed_in',
  query: z.object(paging),
  response: z.array(HiddenGroup),
});

/** The caller's own membership: whether they get messages to the group's members. */
export const muteGroup = endpoint('PATCH /api/groups/:id/membership', {
  summary: "Says whether the caller gets a group's messages",
  refuses: ['not_a_member'],

  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ muted: z.boolean() }),
  response: OwnMembership,
});

/** Approves a request, makes somebody an organiser, or takes that back. */
export const changeMember = endpoint('PATCH /api/groups/:id/members/:userId', {
  summary: 'Approves a request to join, or makes or unmakes an organiser',

  access: 'signed_in',
  rate: 'write',
  params: memberParams,
  body: z
    .object({ status: z.literal('approved').optional(), isOrganizer: z.boolean().optional() })
    .refine(({ status, isOrganizer }) => status !== undefined || isOrganizer !== undefined, {
      path: ['status'],
      error: 'Please say what to change: status or isOrganizer',
    }),
  response: Membership,
});

/** Declines a request, or removes a member. */
export const removeMember = endpoint('DELETE /api/groups/:id/members/:userId', {
  summary: 'Declines a request to join, or removes a member',

  access: 'signed_in',
  rate: 'write',
  params: memberParams,
});

/** Hands the group over to another of its members. */
export const changeOwner = endpoint('PUT /api/groups/:id/owner', {
  summary: 'Hands a group over to another of its members',

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ userId: UserId }),
});

const PublicUser = z.strictObject({ id: z.string(), ...publicProfile });

export const listUsers = endpoint('GET /api/users', {
  summary: 'Lists names and pictures of people who share a group with the caller',

  mayLag: true,
  access: 'signed_in',
  query: z.object({
    ids: z
      .string()
      .transform((text) => text.split(',').slice(0, 100))
      .pipe(z.array(UserId))
      .optional(),
  }),
  response: z.array(PublicUser),
});
