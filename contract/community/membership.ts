import { z } from 'zod';
import { publicProfile } from '#contract/base/accounts.ts';
import { InvitationToken } from './invitation-link.ts';
import { leftGroup } from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { FilterText, Id, Instant, paging, paragraphs, UserId } from '#contract/platform/values.ts';

export const MembershipStatus = z.enum(['pending', 'approved']);
export type MembershipStatus = z.infer<typeof MembershipStatus>;

/** The caller's membership of a group, or null. */
export const Membership = z.strictObject({ status: MembershipStatus, isOrganizer: z.boolean() });
export type Membership = z.infer<typeof Membership>;

/** The caller's own membership, with private fields. */
export const OwnMembership = Membership.extend({
  /** They get no messages to the group's members. */
  muted: z.boolean(),
});
export type OwnMembership = z.infer<typeof OwnMembership>;

/**
 * The state of the join control, or the reason why the caller can't join:
 * - `open`: the caller can join, or ask to join, by the group's join policy
 * - `sign_in`: the caller is signed out
 * - `request_pending`: the caller's request awaits an organiser
 * - `member`: the caller is a member
 * - `closed`: nobody can join until an admin approves the group
 */
export const JoinState = z.enum(['open', 'sign_in', 'request_pending', 'member', 'closed']);
export type JoinState = z.infer<typeof JoinState>;

const anAnswer = { examples: ['The cello, and a little too loudly.'] };

export const Member = z.strictObject({
  /** For visitors a pseudonym, which differs between groups. */
  userId: z.string(),
  status: MembershipStatus,
  isOrganizer: z.boolean(),
  firstName: publicProfile.firstName.optional(),
  profileImageUrl: publicProfile.profileImageUrl.optional(),
  /** The caller's abilities over this member; only for those who manage members. */
  can: z
    .strictObject({
      makeOrganizer: z.boolean(),
      removeOrganizer: z.boolean(),
      handOver: z.boolean(),
      /** Never themself: they leave instead. */
      remove: z.boolean(),
    })
    .optional(),
  /**
   * The first letter of their last name, for those who manage members, where another member of the
   * group has the same first name.
   */
  lastInitial: z
    .string()
    .optional()
    .meta({ examples: ['M'] }),
  /** When they joined, for those who manage members. */
  joinedAt: Instant.optional(),
  /** When they asked to join, for pending members. */
  requestedAt: Instant.optional(),
  /**
   * Their answer to the group's question, for those who manage members, until 30 days after the
   * approval.
   */
  answer: z.string().optional().meta(anAnswer),
});
export type Member = z.infer<typeof Member>;

const params = z.object({ id: Id });
const memberParams = z.object({ id: Id, userId: UserId });

const chosen = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z
    .union(
      [z.literal('').transform(() => undefined), z.enum(words)],
      `Please choose one of these: ${words.join(', ')}`,
    )
    .optional();

/**
 * Pages contain approved members; pending ones are on the first page. `q` searches first names; it,
 * `sort` and `filter` are for those who manage members.
 */
export const listMembers = endpoint('GET /api/groups/:id/members', {
  summary: 'List the members of a group',

  shared: true,
  access: 'anyone',
  params,
  query: z.object({
    q: FilterText,
    /**
     * By first name, the latest joined first, or (`came`) who came to an event most recently first,
     * then everybody else by name; without it organisers come first. A group that doesn't record
     * who comes has no `came`.
     */
    sort: chosen(['joined', 'name', 'came']),
    /** Organisers, or those who joined in the last 30 days. */
    filter: chosen(['organisers', 'new']),
    ...paging,
    /** It has a name where the list is sorted by name. */
    cursor: z.string().max(1_000).optional(),
  }),
  refuses: ['sign_in_required', 'forbidden'],
  response: z.strictObject({ approved: z.array(Member), pending: z.array(Member) }),
});

export const downloadMembers = endpoint('GET /api/groups/:id/members.csv', {
  summary: 'Download the member list (organisers)',
  sends: 'text/csv',
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  response: z.string(),
});

/** Answers the group's question. */
export const JoinAnswer = paragraphs({ max: 300 }).meta(anAnswer);

/** A group that asks no question, or that anyone can join, keeps no answer. */
export const joinGroup = endpoint('POST /api/groups/:id/members', {
  summary: 'Join a group or ask to join',
  words: {
    done: ({ status }: { status: MembershipStatus }) => ({
      title: 'Success!',
      description:
        status === 'pending'
          ? 'Your request to join has been sent. An organiser will look at it.'
          : "You've joined the group! Welcome.",
    }),
  },
  answers: [200, 201],

  formWithoutReferrer: true,
  access: 'signed_in',
  rate: 'write',
  params,
  /** The token of the invitation link that the caller followed. */
  query: z.object({ invitation: InvitationToken.optional() }),
  body: z.object({ answer: JoinAnswer.nullish() }).default({}),
  response: z.strictObject({ status: MembershipStatus }),
});

export const leaveGroup = endpoint('DELETE /api/groups/:id/members', {
  summary: 'Leave a group',
  words: { done: leftGroup },

  formWithoutReferrer: true,
  access: 'signed_in',
  rate: 'write',
  params,
});

/** One of the caller's groups that admins have hidden; its content stays hidden. */
export const HiddenGroup = z.strictObject({
  id: z.int().meta({ examples: [3] }),
  /** Since when they have belonged to it or asked to join. */
  since: Instant,
});
export type HiddenGroup = z.infer<typeof HiddenGroup>;

/** Members can still leave these groups. */
export const listHiddenGroups = endpoint('GET /api/user/hidden-groups', {
  summary: 'List your groups that admins have hidden',

  access: 'signed_in',
  query: z.object(paging),
  response: z.array(HiddenGroup),
});

/** The caller's own membership: whether they get messages to the group's members. */
export const muteGroup = endpoint('PATCH /api/groups/:id/membership', {
  summary: "Turn a group's messages on or off",
  words: { done: { title: 'Saved' } },
  refuses: ['not_a_member'],

  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ muted: z.boolean() }),
  response: OwnMembership,
});

export const changeMember = endpoint('PATCH /api/groups/:id/members/:userId', {
  summary: 'Approve a member or change their role',

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

export const removeMember = endpoint('DELETE /api/groups/:id/members/:userId', {
  summary: 'Decline or remove a member',

  access: 'signed_in',
  rate: 'write',
  params: memberParams,
});

export const changeOwner = endpoint('PUT /api/groups/:id/owner', {
  summary: 'Hand a group over to another member',

  access: 'signed_in',
  rate: 'write',
  params,
  body: z.object({ userId: UserId }),
});

const PublicUser = z.strictObject({ id: z.string(), ...publicProfile });

export const listUsers = endpoint('GET /api/users', {
  summary: 'List people who share a group with you',

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
