import { z } from 'zod';
import { AttendeeNames, Audience, audienceText, OpenTo } from './audience.ts';
import { createdGroup } from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { JoinState, OwnMembership } from './membership.ts';
import { readableLine } from '#contract/platform/names.ts';
import { QuotaNotice } from '#contract/platform/quotas.ts';
import { basedOn, Revision } from '#contract/platform/revisions.ts';
import {
  Count,
  FilterId,
  FilterText,
  Id,
  ImageUrl,
  Instant,
  line,
  Named,
  NearText,
  paging,
  paragraphs,
  Within,
} from '#contract/platform/values.ts';

/** Exported by a file of calls, so that the API's description has its name. */
export { Count };

/** The group types in order, which ids depend on: category n + 1 is for groups of type n. */
export const groupTypes = [
  'outdoorsAdventure',
  'businessNetworking',
  'techCommunity',
  'artsCreative',
  'healthWellness',
  'foodDrink',
  'socialActivities',
  'learningEducation',
  'languageCulture',
] as const;

export const GroupType = z.enum(groupTypes, 'Please select a group type');
export type GroupType = z.infer<typeof GroupType>;

export const GroupStatus = z.enum(['pending_approval', 'approved', 'rejected']);
export type GroupStatus = z.infer<typeof GroupStatus>;

export const JoinPolicy = z.enum(['open', 'approval'], 'Please select how people join');
export type JoinPolicy = z.infer<typeof JoinPolicy>;

const chargeForEvents = z.enum(['free', 'paid'], "Please indicate if you'll charge for events");

export const GroupCard = z.strictObject({
  id: z.int().meta({ examples: [3] }),
  name: z.string(),
  description: z.string(),
  categoryId: z.int(),
  category: Named,
  groupType: GroupType,
  chargeForEvents,
  imageUrl: z.string().nullable(),
  status: GroupStatus,
  joinPolicy: JoinPolicy,
  /** The question for people who ask to join, where an organiser approves each. */
  joinQuestion: z.string().nullable(),
  audience: Audience,
  audienceText,
  /** The owner; for anyone but members and admins a pseudonym, which differs between groups. */
  createdById: z.string().nullable(),
  location: z
    .string()
    .nullable()
    .meta({ examples: ['Bath'] }),
  memberCount: z.int(),
  createdAt: Instant,
  joinState: JoinState,
  /** From the place that was asked for, as the crow flies; with one decimal. */
  distanceMiles: z.number().optional(),
  /** Present for a signed-in caller. */
  membership: OwnMembership.nullable().optional(),
  /** Set if an admin has hidden the group: only its owner and admins see it and its contents. */
  hidden: z.literal(true).optional(),
  /**
   * Set if the fields are those of a pending edit, for the owner, organisers and admins. Everybody
   * else sees the approved group.
   */
  editPending: z.literal(true).optional(),
});
export type GroupCard = z.infer<typeof GroupCard>;

export const Group = z.strictObject({
  ...GroupCard.shape,
  /**
   * Why an admin rejected the group, for its members, owner and admins; or its last edit, for its
   * owner, organisers and admins.
   */
  statusReason: z.string().nullable().optional(),
  /**
   * Whether the caller's next edit would need review; for those who may edit, in answers about one
   * group.
   */
  reviewedOnEdit: z.boolean().optional(),
  /** For those who may edit it. */
  revision: Revision.optional(),
  /** Whether people can write to its organisers. */
  contactEnabled: z.boolean(),
  /** The default for the group's events: the people who see attendees' first names. */
  attendeeNames: AttendeeNames,
  /** The default for its new events: who may come. */
  defaultOpenTo: OpenTo,
  /** The default for its new events: whether everybody sees the venue. */
  defaultPlacePublic: z.boolean(),
  /** Whether its events ask every member to say whether they come. */
  asksEverybody: z.boolean(),
  /** Whether organisers record who comes to its events. */
  recordsAttendance: z.boolean(),
  /** Whether its organisers can edit its text, and not only the owner. */
  organisersEdit: z.boolean(),
  /**
   * The person responsible for children's safety, and their contact details; for signed-in callers.
   */
  safeguardingLead: z.string().nullable().optional(),
  safeguardingContact: z.string().nullable().optional(),
  /** In the list of the caller's own groups: present once its quota of dates is nearly used up. */
  quota: QuotaNotice.optional(),
  /** The caller's abilities in this group. */
  can: z.strictObject({
    join: z.boolean(),
    /** The only organiser can't leave. Only answers about one group check that; lists say true. */
    leave: z.boolean(),
    createEvent: z.boolean(),
    edit: z.boolean(),
    /** To decide whether its organisers can edit it. */
    letOrganisersEdit: z.boolean(),
    /** The owner can submit it for review; the owner's edits are submitted automatically. */
    submit: z.boolean(),
    /** To approve or reject it while that is pending. */
    review: z.boolean(),
    manageMembers: z.boolean(),
    handOver: z.boolean(),
    /** The caller can write to members and attendees, and can read earlier messages. */
    message: z.boolean(),
    /** The caller can write to its organisers. */
    contact: z.boolean(),
  }),
});
export type Group = z.infer<typeof Group>;

/** The create and edit form. */
export const GroupForm = z.object({
  name: readableLine({
    what: 'Group name',
    min: 3,
    max: 100,
    tooShort: 'Group name must be at least 3 characters',
    tooLong: 'Group name cannot exceed 100 characters',
  }),
  description: paragraphs({
    min: 20,
    max: 5_000,
    tooShort: 'Please provide a more detailed description (at least 20 characters)',
  }),
  groupType: GroupType,
  chargeForEvents,
  imageUrl: ImageUrl,
});

/** The question for people who ask to join. */
export const JoinQuestion = line({ max: 140 });

/** The public town; a new group without one gets its founder's town. */
export const GroupTown = line({ max: 100 });

/**
 * The person responsible for children's safety. A group for under 18s needs both fields to be
 * approved.
 */
export const SafeguardingLead = line({ max: 100 });
export const SafeguardingContact = line({ max: 200 });

/** Messages for the two fields that a group for under 18s needs before an admin approves it. */
export const requiredForUnder18 = {
  safeguardingLead: 'Please tell us who looks after the safety of children in this group',
  safeguardingContact: 'Please tell us how to contact the safeguarding lead',
} as const;

/** The fields that an admin reviews; an edit has some of them. */
export const GroupChanges = GroupCard.pick({
  name: true,
  description: true,
  categoryId: true,
  groupType: true,
  chargeForEvents: true,
  imageUrl: true,
  joinPolicy: true,
  joinQuestion: true,
  location: true,
  audience: true,
})
  .extend({
    safeguardingLead: z.string().nullable(),
    safeguardingContact: z.string().nullable(),
  })
  .partial();
export type GroupChanges = z.infer<typeof GroupChanges>;

const defaultPlacePublic = z.boolean(
  'Please say whether everybody may see the place of new events',
);

const organisersEdit = z.boolean('Please say whether organisers can edit this group');

const asksEverybody = z.boolean('Please say whether every member is asked');

const recordsAttendance = z.boolean('Please say whether you record who comes');

/** A client sends category 1 or none for 'by type'; its `status` is ignored. */
const GroupBody = GroupForm.extend({
  categoryId: Id.nullish(),
  joinPolicy: JoinPolicy.optional(),
  joinQuestion: JoinQuestion.nullish(),
  location: GroupTown.nullish(),
  audience: Audience.optional(),
  attendeeNames: AttendeeNames.optional(),
  defaultOpenTo: OpenTo.optional(),
  defaultPlacePublic: defaultPlacePublic.optional(),
  asksEverybody: asksEverybody.optional(),
  recordsAttendance: recordsAttendance.optional(),
  organisersEdit: organisersEdit.optional(),
  safeguardingLead: SafeguardingLead.nullish(),
  safeguardingContact: SafeguardingContact.nullish(),
});

const isSent = (value: unknown) => value !== undefined;

const groupFilters = {
  q: FilterText,
  category: FilterId,
  /** A town or a region, or a postcode or part of one. */
  near: NearText,
  within: Within,
  type: z
    .union([z.literal('').transform(() => undefined), GroupType], 'Please select a group type')
    .optional(),
};

/** Counts to a hundred, which is as many as one page of the list can have. */
export const countGroups = endpoint('GET /api/groups/count', {
  summary: 'Count the groups of a list',

  shared: true,
  access: 'anyone',
  query: z.object(groupFilters),
  response: Count,
});

export const listGroups = endpoint('GET /api/groups', {
  summary: 'List approved groups',

  shared: true,
  access: 'anyone',
  query: z.object({
    ...groupFilters,
    sort: z.enum(['popular', 'new']).default('popular'),
    ...paging,
  }),
  response: z.array(GroupCard),
});

export const getGroup = endpoint('GET /api/groups/:id', {
  summary: 'Get one group by its id',
  refuses: ['sign_in_required', 'forbidden'],

  shared: true,
  access: 'anyone',
  params: z.object({ id: Id }),
  response: Group,
});

/** An admin may have to approve it first. */
export const createGroup = endpoint('POST /api/groups', {
  summary: 'Start a group',
  words: { done: createdGroup, failed: 'Your group was not created' },
  answers: [201],
  refuses: ['profile_incomplete', 'quota'],

  once: true,
  access: 'signed_in',
  rate: 'write',
  body: GroupBody,
  response: Group,
});

/**
 * The whole form, or only the status: a draft's Done button sends only `pending_approval`. An edit
 * of an approved group by its owner, or by an organiser whom the owner lets edit, waits for
 * approval, and the public group stays as it was.
 */
export const updateGroup = endpoint('PUT /api/groups/:id', {
  summary: 'Update a group or submit it for review',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: z.union([
    GroupBody.extend(basedOn),
    z.strictObject({ status: z.literal('pending_approval') }),
  ]),
  response: Group,
});

/**
 * Only the sent fields change. Any organiser can change without review whether people can write to
 * organisers, who sees names, and whether they record who came, which deletes what was recorded;
 * `organisersEdit` is for the owner alone. All other fields work as in the form.
 */
export const changeGroup = endpoint('PATCH /api/groups/:id', {
  summary: 'Update some fields of a group',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: GroupBody.extend({ contactEnabled: z.boolean() })
    .partial()
    .extend(basedOn)
    .refine(({ revision: _, ...fields }) => Object.values(fields).some(isSent), {
      path: ['name'],
      error: 'Please send what to change',
    }),
  response: Group,
});

/** Changes what its new events begin with; waits for no review. */
export const changeGroupSwitches = endpoint('PATCH /api/groups/:id/switches', {
  summary: 'Update the defaults of a group',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: z
    .object({ defaultOpenTo: OpenTo, defaultPlacePublic, asksEverybody })
    .partial()
    .refine((fields) => Object.values(fields).some(isSent), {
      path: ['defaultOpenTo'],
      error: 'Please send what to change',
    }),
  response: Group,
});

export const myGroups = endpoint('GET /api/user/groups', {
  summary: 'List your groups',

  mayLag: true,
  access: 'signed_in',
  query: z.object(paging),
  response: z.array(Group),
});
