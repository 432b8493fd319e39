import { createHash } from 'node:crypto';
import type { Clean } from '#contract/platform/clean-text.ts';
import type { Audience, OpenTo } from '#contract/community/audience.ts';
import {
  requiredForUnder18,
  type GroupChanges as ReviewedFields,
  type GroupStatus,
} from '#contract/community/groups.ts';
import type { Membership } from '#contract/community/membership.ts';
import type { SettingValues } from '#contract/base/settings.ts';
import {
  groupVisible,
  handOverRefusal,
  joinState,
  leaveRefusal,
  manageMembersRefusal,
  seeGroupRefusal,
  hiddenSubjectRefusal,
  type GroupFacts,
} from '#features/community/membership/policy.ts';
import { invalid, notFound, Refusal, signInRequired } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

export const isOwner = (viewer: Viewer, group: GroupFacts) => group.createdById === viewer.id;

/**
 * Strangers learn that a draft exists, and its page says why they can't see it. They don't learn
 * that a hidden group exists.
 */
export function readGroupRefusal(
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null {
  if (groupVisible(viewer, group, membership)) return null;
  if (group.status === 'hidden') return notFound('Group');
  return viewer
    ? new Refusal('forbidden', 'This group is not open to everyone yet')
    : signInRequired();
}

/** Admins' edits need no approval, unless the group is their own. */
export const isAdminEdit = (viewer: Viewer, group: GroupFacts) =>
  viewer.role === 'admin' && !isOwner(viewer, group);

const canDecide = (viewer: Viewer, group: GroupFacts) =>
  isOwner(viewer, group) || viewer.role === 'admin';

type EditedGroup = GroupFacts & { organisersEdit: boolean };

export function editGroupRefusal(
  viewer: Viewer,
  group: EditedGroup,
  membership: Membership | null | undefined,
): Refusal | null {
  if (!groupVisible(viewer, group, membership)) return notFound('Group');
  if (canDecide(viewer, group) || (group.organisersEdit && membership?.isOrganizer)) return null;
  return new Refusal('forbidden', 'Only the person who started this group can edit it');
}

/** Organisers who may edit a group don't submit it, and let nobody edit it. */
export const ownerRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  sent: { status?: string | undefined; organisersEdit?: boolean | undefined },
): Refusal | null =>
  (sent.status === undefined && sent.organisersEdit === undefined) || canDecide(viewer, group)
    ? null
    : new Refusal('forbidden', 'Only the owner of this group can decide this');

/** Organisers can create events while their group still awaits approval. */
export const createEventRefusal = (membership: Membership | null): Refusal | null =>
  membership?.isOrganizer
    ? null
    : new Refusal('forbidden', 'Only organisers of this group can create events for it');

/**
 * Rejected groups, and groups with a suspect text, need an admin's approval whatever the settings
 * say.
 */
export const statusOnceSent = (
  { groupApproval }: Pick<SettingValues, 'groupApproval'>,
  { before, isSuspect }: { before?: GroupStatus | 'hidden'; isSuspect: boolean },
) => (groupApproval || isSuspect || before === 'rejected' ? 'pending_approval' : 'approved');

/** The fields that an admin reviews. */
const reviewedFields = [
  'name',
  'description',
  'categoryId',
  'groupType',
  'chargeForEvents',
  'imageUrl',
  'joinPolicy',
  'joinQuestion',
  'location',
  'audience',
  'safeguardingLead',
  'safeguardingContact',
] as const satisfies readonly (keyof GroupChanges)[];

/** Tells whether a change has a reviewed field that not every organiser may set. */
export const isReviewed = (changes: object): boolean =>
  reviewedFields.some((field) => field in changes);

type GroupChanges = Clean<ReviewedFields>;
export type Reviewed = Required<GroupChanges>;
export type Editable = Reviewed & { edit: GroupChanges | null };

/** The fields that every organiser may change, and that nobody reviews; the last is the owner's. */
export const unreviewedFields = [
  'contactEnabled',
  'attendeeNames',
  'defaultOpenTo',
  'defaultPlacePublic',
  'asksEverybody',
  'recordsAttendance',
  'organisersEdit',
] as const;

export const pickFields = <Source extends object, Field extends keyof Source>(
  from: Source,
  fields: readonly Field[],
) => Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<Source, Field>;

/** Returns the fields of `after` that differ from the approved ones; null if none does. */
export function editOf(approved: Reviewed, after: Reviewed): GroupChanges | null {
  const changed = reviewedFields.filter((field) => approved[field] !== after[field]);
  return changed.length > 0 ? pickFields(after, changed) : null;
}

/** Returns the values that everybody else still sees for the edited fields. */
export const approvedBefore = (approved: Reviewed, edit: GroupChanges): GroupChanges =>
  pickFields(
    approved,
    reviewedFields.filter((field) => field in edit),
  );

/** Picks the fields that an admin reviews. */
export const reviewedOf = (group: Reviewed): GroupChanges => pickFields(group, reviewedFields);

/** Returns the group as it would read once its edit is approved. */
export const withEdit = <G extends Reviewed>({
  edit,
  ...group
}: G & { edit: GroupChanges | null }): Omit<G & { edit: GroupChanges | null }, 'edit'> => ({
  ...group,
  ...edit,
});

/**
 * Owner, organisers and admins read the waiting edit; everybody else reads the approved version.
 */
export const canSeeEdit = (
  viewer: Viewer | null,
  group: GroupFacts,
  membership: Membership | null,
): boolean =>
  viewer !== null &&
  (viewer.role === 'admin' || isOwner(viewer, group) || membership?.isOrganizer === true);

/**
 * Fingerprints the version that an admin reads before a verdict; any change gives another value.
 */
export function reviewVersion(group: Editable & Pick<GroupFacts, 'status'>): string {
  const shown = withEdit(group);
  const read = [group.status, group.edit !== null, ...reviewedFields.map((field) => shown[field])];
  return createHash('sha256').update(JSON.stringify(read)).digest('base64url').slice(0, 22);
}

/** A verdict applies only to the version that the admin has read. */
export const staleVersionRefusal = (
  group: Parameters<typeof reviewVersion>[0],
  read: string | undefined,
): Refusal | null =>
  read === undefined || read === reviewVersion(group)
    ? null
    : new Refusal(
        'conflict',
        'This group has changed since you looked at it. Please read it again before you decide.',
      );

export interface Safeguarding {
  audience: Audience;
  safeguardingLead: string | null;
  safeguardingContact: string | null;
}

type SafeguardingLead = Pick<Safeguarding, 'safeguardingLead' | 'safeguardingContact'>;

const hasSafeguardingLead = (group: SafeguardingLead) =>
  Boolean(group.safeguardingLead && group.safeguardingContact);

const isSafeguarded = (group: Safeguarding) =>
  group.audience !== 'under18' || hasSafeguardingLead(group);

const missingLead = (group: SafeguardingLead): Refusal =>
  invalid({
    ...(!group.safeguardingLead && {
      safeguardingLead: requiredForUnder18.safeguardingLead,
    }),
    ...(!group.safeguardingContact && {
      safeguardingContact: requiredForUnder18.safeguardingContact,
    }),
  });

/** A group for under 18s must name a safeguarding lead with contact details before its approval. */
export const approvalRefusal = (group: Safeguarding): Refusal | null =>
  isSafeguarded(group)
    ? null
    : new Refusal(
        'conflict',
        'A group for under 18s needs a safeguarding lead, and a way to reach them, before it can be approved',
      );

/**
 * Refuses a form without a safeguarding lead if it would be public at once or change a public
 * group.
 */
export const safeguardingRefusal = (group: Safeguarding): Refusal | null =>
  isSafeguarded(group) ? null : missingLead(group);

/** Refuses an event for under 18s if the group is for adults or names no safeguarding lead. */
export function audienceRefusal(audience: Audience, group: Safeguarding): Refusal | null {
  if (audience !== 'under18') return null;
  if (group.audience === 'adults') {
    return invalid({
      audience: 'This group is for adults only, so its events can’t be for under 18s',
    });
  }
  if (hasSafeguardingLead(group)) return null;
  return invalid({
    audience:
      'This group has no safeguarding lead yet, so it can’t have events for under 18s. Its owner can add one by editing the group.',
  });
}

/** Refuses a group for under 18s whose new events would be open to people without an account. */
export const defaultOpenToRefusal = (
  sent: OpenTo | undefined,
  { audience }: Pick<Safeguarding, 'audience'>,
): Refusal | null =>
  sent === 'anyone' && audience === 'under18'
    ? invalid({
        defaultOpenTo: 'Groups for under 18s can’t open events to people without an account',
      })
    : null;

/** Tells whether an edit removes what the group's events for under 18s need. */
export const endsUnder18Events = (before: Safeguarding, after: Safeguarding): boolean =>
  !audienceRefusal('under18', before) && audienceRefusal('under18', after) !== null;

/** Refuses such an edit while events for under 18s are upcoming. */
export const keepsUnder18EventsRefusal = (after: Safeguarding): Refusal =>
  after.audience === 'adults'
    ? invalid({
        audience:
          'This group has upcoming events for under 18s, so it can’t be for adults only. Change or cancel those events first.',
      })
    : missingLead(after);

/** Refuses an admin's approval of an edit that conflicts with the group's upcoming events. */
export const approvedEventsRefusal = (): Refusal =>
  new Refusal(
    'conflict',
    'This group has upcoming events for under 18s, which this edit would no longer allow. Reject the edit, and say so in the reason.',
  );

/** Tells whether an edit by the viewer needs review, as far as the group alone decides it. */
export const reviewedOnEdit = (
  viewer: Viewer,
  group: GroupFacts & { edit: GroupChanges | null },
  settings: Pick<SettingValues, 'groupApproval'>,
) =>
  isAdminEdit(viewer, group)
    ? group.edit !== null
    : statusOnceSent(settings, { before: group.status, isSuspect: false }) === 'pending_approval';

/** Tells whether the group or an edit of it awaits an admin's decision. */
export const awaitsReview = (group: Pick<GroupFacts, 'status'> & { edit?: GroupChanges | null }) =>
  group.status === 'pending_approval' || (group.status === 'approved' && Boolean(group.edit));

/** Anyone who sees a group can write to its organisers, unless they turned messages off. */
export const contactRefusal = (
  viewer: Viewer,
  group: GroupFacts & { contactEnabled: boolean },
  membership: Membership | null | undefined,
): Refusal | null =>
  seeGroupRefusal(viewer, group, membership) ??
  hiddenSubjectRefusal(group, 'group') ??
  (group.contactEnabled
    ? null
    : new Refusal('forbidden', 'The organisers of this group don’t take messages here'));

/** Organisers can write to their group's members; admins to those of any group. */
export const messageRefusal = manageMembersRefusal;

/** A hidden group sends no messages. */
export const writeRefusal = (
  group: Pick<GroupFacts, 'status'>,
  event?: { status: string },
): Refusal | null =>
  hiddenSubjectRefusal(group, 'group') ?? (event ? hiddenSubjectRefusal(event, 'event') : null);

/** The viewer's abilities; each uses the rule that the call itself enforces. */
export const groupAbilities = (
  viewer: Viewer | null,
  group: EditedGroup & { contactEnabled: boolean; edit?: GroupChanges | null },
  membership: Membership | null,
  otherOrganisers = 1,
) => ({
  join: joinState(viewer, group, membership) === 'open',
  leave: membership !== null && leaveRefusal(membership, otherOrganisers) === null,
  createEvent: createEventRefusal(membership) === null,
  edit: viewer !== null && editGroupRefusal(viewer, group, membership) === null,
  letOrganisersEdit: viewer !== null && canDecide(viewer, group),
  submit: viewer !== null && isOwner(viewer, group),
  review: viewer?.role === 'admin' && awaitsReview(group),
  manageMembers: viewer !== null && manageMembersRefusal(viewer, group, membership) === null,
  message:
    viewer !== null && (messageRefusal(viewer, group, membership) ?? writeRefusal(group)) === null,
  contact: viewer !== null && contactRefusal(viewer, group, membership) === null,
  handOver: viewer !== null && handOverRefusal(viewer, group, membership) === null,
});
