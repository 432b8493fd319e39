import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { changeGroup, updateGroup } from '#contract/community/groups.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { lockCover } from '#features/base/media/mutations.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { publicStatus } from '#features/trust/moderation/policy.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import { changedFields, revise, type Revisions } from '#platform/revisions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { changedColumnsOf, isSuspectText, recordApproval, type GroupBody } from './groups.ts';
import {
  approvalRefusal,
  approvedEventsRefusal,
  defaultOpenToRefusal,
  editGroupRefusal,
  editOf,
  isAdminEdit,
  endsUnder18Events,
  keepsUnder18EventsRefusal,
  ownerRefusal,
  pickFields,
  reviewedOf,
  safeguardingRefusal,
  statusOnceSent,
  unreviewedFields,
  withEdit,
  type Safeguarding,
} from '../policy.ts';
import { requireCategory } from '../queries/categories.ts';
import { lockGroup, type LockedGroup } from '../queries/groups.ts';
import { groupSteps } from '../steps.ts';
import { groups } from '../tables.ts';

/**
 * Saves the sent fields of the form, or only submits the group for review again. An edit by the owner
 * or an organiser needs approval if the settings ask for that.
 * @throws Refusal `not_found`, `forbidden`, `invalid`, `conflict` for fields that others have
 * changed since `revision`
 */
export async function editGroup(
  db: Database,
  viewer: Viewer,
  id: number,
  body: z.output<(typeof updateGroup)['body'] | (typeof changeGroup)['body']>,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const group = await lockGroup(tx, id);
    const own = (await groupAndMembership(tx, viewer, id))?.membership;
    demand(editGroupRefusal(viewer, group, own));
    demand(ownerRefusal(viewer, group, body));
    const before = publicStatus(group).status;
    const shown = before === 'approved' ? withEdit(group) : group;
    const isForm = !('status' in body);
    const changes = isForm ? changedColumnsOf(body, shown.groupType) : {};
    const revised = revise(group, shown, changes, isForm ? body.revision : undefined);
    if (changes.categoryId) await requireCategory(tx, changes.categoryId);
    await lockCover(tx, viewer, id, changes.imageUrl);
    const { description } = { ...shown, ...changes };
    const isSuspect = isForm && (await isSuspectText(tx, viewer, description, config, now));
    const status = statusOnceSent(await settingsNow(tx, config), { before, isSuspect });
    const sent: SentEdit = { changes, isForm, status, revised };
    if (before === 'approved') await editApproved(tx, viewer, group, sent, now);
    else await editDraft(tx, viewer, group, sent, now);
    if (changes.recordsAttendance === false) await groupSteps.read().forgetAttendance(tx, id);
    if (isAdminEdit(viewer, group)) {
      const change = { before: null, after: { fields: changedFields(shown, changes) } };
      await recordAsAdmin(tx, viewer, 'group.edit', id, change, now);
    }
  });
}

type Changes = ReturnType<typeof changedColumnsOf>;

interface SentEdit {
  changes: Changes;
  /** False where only the status was sent. */
  isForm: boolean;
  /** The group's status once it is submitted. */
  status: ReturnType<typeof statusOnceSent>;
  revised: Revisions;
}

/**
 * An edit that needs approval waits, replaces one that waits already, and leaves the public
 * group as it is. An admin's edit applies at once to the version they read: the group, or its
 * waiting edit.
 */
async function editApproved(
  tx: Transaction,
  viewer: Viewer,
  group: LockedGroup,
  { changes, isForm, status, revised }: SentEdit,
  now: Date,
): Promise<void> {
  if (!isForm) return;
  const after = { ...withEdit(group), ...changes };
  demand(safeguardingRefusal(after));
  await requireUnder18Events(tx, group.id, group, after, now);
  const asAdmin = isAdminEdit(viewer, group);
  const waits = asAdmin ? group.edit !== null : status === 'pending_approval';
  const edit = waits ? editOf(group, after) : null;
  demand(defaultOpenToRefusal(changes.defaultOpenTo, after));
  if (waits) demand(defaultOpenToRefusal(changes.defaultOpenTo, group));
  await tx
    .update(groups)
    .set({
      ...(!waits && reviewedOf(after)),
      ...pickFields(changes, unreviewedFields),
      edit,
      ...revised,
      ...(!asAdmin && { statusReason: null }),
      // An edit that replaces a waiting one keeps its place in the queue.
      ...(edit && !group.edit && { submittedAt: now }),
    })
    .where(eq(groups.id, group.id));
  if (waits) return;
  await setFree(tx, group.id, after.chargeForEvents);
  await closeForUnder18(tx, group.id, after, now);
}

async function editDraft(
  tx: Transaction,
  viewer: Viewer,
  group: LockedGroup,
  { changes, isForm, status, revised }: SentEdit,
  now: Date,
): Promise<void> {
  const { status: before, hidden } = publicStatus(group);
  const after = { ...group, ...changes };
  const review = !isAdminEdit(viewer, group) || !isForm;
  if (review && status === 'approved') {
    const refusal = isForm ? safeguardingRefusal : approvalRefusal;
    demand(refusal(after));
  }
  demand(defaultOpenToRefusal(changes.defaultOpenTo, after));
  await requireUnder18Events(tx, group.id, group, after, now);
  await tx
    .update(groups)
    .set({
      ...changes,
      ...revised,
      // A hidden group stays hidden; it gets this status when it is shown again.
      ...(review && (hidden ? { hiddenFrom: status } : { status })),
      ...(review && { statusReason: null }),
      ...(review && before !== 'pending_approval' && { submittedAt: now }),
    })
    .where(eq(groups.id, group.id));
  if (changes.chargeForEvents) await setFree(tx, group.id, changes.chargeForEvents);
  await closeForUnder18(tx, group.id, after, now);
  if (review && status === 'approved') await recordApproval(tx, group.id, before, now);
}

/**
 * Applies the waiting edit to the group.
 * @throws Refusal `conflict` if upcoming events for under 18s would lack what they need
 */
export async function applyEdit(tx: Transaction, group: LockedGroup, now: Date): Promise<void> {
  const after = withEdit(group);
  demand(approvalRefusal(after));
  if (await leavesUnder18Events(tx, group.id, group, after, now)) demand(approvedEventsRefusal());
  await tx
    .update(groups)
    .set({ ...group.edit, edit: null, statusReason: null })
    .where(eq(groups.id, group.id));
  await setFree(tx, group.id, after.chargeForEvents);
  await closeForUnder18(tx, group.id, after, now);
}

/** Discards the waiting edit; the group stays as it was approved. */
export const dropEdit = async (
  tx: Transaction,
  group: LockedGroup,
  reason: CleanText | null,
): Promise<void> => {
  const revised = revise(group, withEdit(group), reviewedOf(group));
  await tx
    .update(groups)
    .set({ edit: null, statusReason: reason, ...revised })
    .where(eq(groups.id, group.id));
};

/** @throws Refusal `invalid` if upcoming events for under 18s would lack what they need */
async function requireUnder18Events(
  ...[tx, id, before, after, now]: Parameters<typeof leavesUnder18Events>
): Promise<void> {
  if (await leavesUnder18Events(tx, id, before, after, now))
    demand(keepsUnder18EventsRefusal(after));
}

/** Tells whether upcoming events for under 18s would lack what they need after the change. */
async function leavesUnder18Events(
  tx: Transaction,
  id: number,
  before: Safeguarding,
  after: Safeguarding,
  now: Date,
): Promise<boolean> {
  if (!endsUnder18Events(before, after)) return false;
  return groupSteps.read().hasUnder18Events(tx, id, now);
}

/** The events of a group for under 18s, upcoming and new ones, are for members only. */
async function closeForUnder18(
  tx: Transaction,
  id: number,
  { audience }: Pick<Safeguarding, 'audience'>,
  now: Date,
): Promise<void> {
  if (audience !== 'under18') return;
  await tx
    .update(groups)
    .set({
      defaultOpenTo: 'members',
      revision: sql`${groups.revision} + 1`,
      fieldRevisions: sql`${groups.fieldRevisions} || jsonb_build_object('defaultOpenTo', ${groups.revision} + 1)`,
    })
    .where(and(eq(groups.id, id), eq(groups.defaultOpenTo, 'anyone')));
  await groupSteps.read().closeToGuests(tx, id, now);
}

const setFree = (tx: Transaction, id: number, charge: GroupBody['chargeForEvents']) =>
  groupSteps.read().setFree(tx, id, charge === 'free');
