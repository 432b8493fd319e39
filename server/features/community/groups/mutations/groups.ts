import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import {
  groupTypes,
  type changeGroup,
  type createGroup,
  type GroupStatus,
  type GroupType,
} from '#contract/community/groups.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import { record, recordAsAdmin } from '#features/base/audit/mutations.ts';
import type { Config } from '#platform/config.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import { siteActor, type Actor, type Viewer } from '#platform/viewer.ts';
import { lockCover } from '#features/base/media/mutations.ts';
import { manageMembersRefusal } from '#features/community/membership/policy.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { recordText } from '#features/trust/moderation/mutations.ts';
import { isRepeated } from '#features/trust/moderation/policy.ts';
import { limitNewGroups, requireUnapprovedGroupQuota } from './quota.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { changedFields, emptied, revise, sentFields } from '#platform/revisions.ts';
import { needsContactReview } from '#features/community/membership/queries/trust.ts';
import {
  defaultOpenToRefusal,
  isOwner,
  ownerRefusal,
  pickFields,
  safeguardingRefusal,
  statusOnceSent,
  unreviewedFields,
} from '../policy.ts';
import { lockGroup } from '../queries/groups.ts';
import { requireCategory } from '../queries/categories.ts';
import { groupSteps } from '../steps.ts';
import { groups } from '../tables.ts';

const generalCategory = 1;

/** Category 1, or none, means 'by type': a group of type n then gets category n + 1. */
const categoryFor = (type: GroupType, sent: number | null | undefined) =>
  sent && sent !== generalCategory ? sent : groupTypes.indexOf(type) + 2;

/** 'Keswick' from 'Keswick, United Kingdom'. */
const townOf = (location: CleanText | null) =>
  (location && cleanText(location.split(',')[0]?.trim() ?? '')) || null;

export type GroupBody = z.output<(typeof createGroup)['body']>;
type GroupChange = z.output<(typeof changeGroup)['body']>;

/** Returns the columns of the sent fields; a new type also sets the category. */
export const changedColumnsOf = (
  { categoryId, revision: _, ...form }: GroupChange,
  groupType: GroupType,
) =>
  sentFields({
    ...form,
    joinQuestion: emptied(form.joinQuestion),
    location: emptied(form.location),
    safeguardingLead: emptied(form.safeguardingLead),
    safeguardingContact: emptied(form.safeguardingContact),
    categoryId:
      form.groupType || categoryId
        ? categoryFor(form.groupType ?? groupType, categoryId)
        : undefined,
  });

/**
 * Creates a group with its creator as first organiser. The town defaults to the creator's. It
 * awaits approval if the settings ask for that.
 * @throws Refusal `profile_incomplete`, `invalid`, `quota`, `too_many_requests`, `suspended`
 */
export async function startGroup(
  db: Database,
  viewer: Viewer,
  form: GroupBody,
  attempt: Attempt | undefined,
  config: Config,
  now: Date,
): Promise<number> {
  demand(profileRefusal(viewer, 'create a group'));
  return transaction(db, (tx) =>
    once(tx, attempt, now, () => insertGroup(tx, viewer, form, config, now)),
  );
}

/** @throws Refusal `invalid`, `quota`, `too_many_requests`, `suspended` */
export async function insertGroup(
  tx: Transaction,
  viewer: Viewer,
  form: GroupBody,
  config: Config,
  now: Date,
): Promise<number> {
  const values = {
    ...form,
    categoryId: categoryFor(form.groupType, form.categoryId),
    joinQuestion: form.joinQuestion || null,
    location: form.location || townOf(viewer.location),
    audience: form.audience ?? 'all',
    safeguardingLead: form.safeguardingLead || null,
    safeguardingContact: form.safeguardingContact || null,
  };
  demand(defaultOpenToRefusal(values.defaultOpenTo, values));
  await requireCategory(tx, values.categoryId);
  await lockAccount(tx, viewer);
  await limitNewGroups(tx, viewer, config, now);
  const isSuspect = await isSuspectText(tx, viewer, form.description, config, now);
  const status = statusOnceSent(await settingsNow(tx, config), { isSuspect });
  if (status === 'approved') demand(safeguardingRefusal(values));
  if (status !== 'approved') await requireUnapprovedGroupQuota(tx, viewer, config, now);
  await lockCover(tx, viewer, null, values.imageUrl);
  const [group] = await tx
    .insert(groups)
    .values({
      ...values,
      status,
      createdById: viewer.id,
      memberCount: 1,
      createdAt: now,
      submittedAt: now,
    })
    .returning({ id: groups.id });
  if (!group) throw new Error('an insert returned no row');
  await tx.insert(memberships).values({
    groupId: group.id,
    userId: viewer.id,
    status: 'approved',
    isOrganizer: true,
    createdAt: now,
  });
  if (status === 'approved') await recordApproval(tx, group.id, null, now);
  return group.id;
}

/**
 * Changes settings that need no approval; any organiser may change them, but for the owner's.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `conflict` for fields that others have
 * changed since `revision`
 */
export async function changeUnreviewed(
  db: Database,
  viewer: Viewer,
  id: number,
  sent: GroupChange,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const group = await lockGroup(tx, id);
    const own = (await groupAndMembership(tx, viewer, id))?.membership;
    demand(manageMembersRefusal(viewer, group, own));
    demand(ownerRefusal(viewer, group, sent));
    demand(defaultOpenToRefusal(sent.defaultOpenTo, group));
    const changes = pickFields(sent, unreviewedFields);
    const revised = revise(group, group, changes, sent.revision);
    await tx
      .update(groups)
      .set({ ...changes, ...revised })
      .where(eq(groups.id, id));
    if (sent.recordsAttendance === false) await groupSteps.read().forgetAttendance(tx, id);
    if (own?.isOrganizer && (sent.organisersEdit === undefined || isOwner(viewer, group))) return;
    const change = { before: null, after: { fields: changedFields(group, changes) } };
    await recordAsAdmin(tx, viewer, 'group.edit', id, change, now);
  });
}

/**
 * Hides a group and its events from everybody but its owner and the admins. Attendees of upcoming
 * events are notified as of a cancellation.
 * @returns whether it was not hidden before
 * @throws Refusal `not_found`
 */
export async function hideGroup(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  const { status } = await lockGroup(tx, id);
  if (status === 'hidden') return false;
  await tx.update(groups).set({ status: 'hidden', hiddenFrom: status }).where(eq(groups.id, id));
  // Waits for members who RSVP at this moment, so that they are notified; later ones find the group
  // hidden.
  await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.groupId, id))
    .orderBy(memberships.userId)
    .for('no key update');
  await groupSteps.read().hideEvents(tx, actor, id, now);
  await record(tx, actor, 'group.hide', id, { before: { status }, after: { hidden: true } }, now);
  return true;
}

/**
 * Shows a hidden group again in its earlier status, and notifies attendees of its events.
 * @returns whether it was hidden
 * @throws Refusal `not_found`
 */
export async function showGroup(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  const group = await lockGroup(tx, id);
  if (group.status !== 'hidden') return false;
  const status = group.hiddenFrom ?? 'pending_approval';
  // An edit or a draft submitted while the group was hidden joins the queue today.
  const queued = (status === 'pending_approval' || group.edit) && { submittedAt: now };
  await tx
    .update(groups)
    .set({ status, hiddenFrom: null, ...queued })
    .where(eq(groups.id, id));
  await groupSteps.read().showEvents(tx, actor, id, now);
  await record(
    tx,
    actor,
    'group.show',
    id,
    { before: null, after: { hidden: false, status } },
    now,
  );
  return true;
}

/**
 * Tells whether a group's text waits for review even if the settings approve groups: it repeats
 * text that several other groups used lately, or has a new member's contact details.
 */
export async function isSuspectText(
  tx: Transaction,
  viewer: Viewer,
  description: string,
  config: Config,
  now: Date,
): Promise<boolean> {
  const { copies } = await recordText(tx, viewer, 'group', description, config, now);
  return isRepeated(copies) || needsContactReview(tx, viewer, description, config, now);
}

export const recordApproval = (
  tx: Transaction,
  id: number,
  before: GroupStatus | null,
  now: Date,
) => {
  const change = { before: before && { status: before }, after: { status: 'approved' } };
  return record(tx, siteActor, 'group.approve_by_setting', id, change, now);
};
