import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { systemActor } from '../../../contract/limits.ts';
import {
  groupTypes,
  type createGroup,
  type GroupStatus,
  type GroupType,
  type updateGroup,
} from '../../../contract/groups.ts';
import type { SettingValues } from '../../../contract/settings.ts';
import { profileRefusal } from '../accounts/policy.ts';
import { recordAction, recordIfByOffice } from '../audit/mutations.ts';
import type { Config } from '../../platform/config.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { holdPicture } from '../media/mutations.ts';
import { standingIn } from '../membership/queries.ts';
import { memberships } from '../membership/tables.ts';
import { earlierCopies, noteText, slowGroups } from '../moderation/mutations.ts';
import { isRepeated } from '../moderation/policy.ts';
import { settingsNow } from '../settings/queries.ts';
import { editGroupRefusal } from './policy.ts';
import { groups } from './tables.ts';
import { requireCategory } from '../categories/queries.ts';

const generalCategory = 1;

/** Category 1, or none, means "by type": category n + 1 files the groups of type n. */
const categoryFor = (type: GroupType, sent: number | null | undefined) =>
  sent && sent !== generalCategory ? sent : groupTypes.indexOf(type) + 2;

/** 'Keswick' from 'Keswick, United Kingdom'. */
const townOf = (location: string | null) => location?.split(',')[0]?.trim() || null;

type GroupBody = z.output<(typeof createGroup)['body']>;

const columnsOf = (form: GroupBody) => ({
  name: form.name,
  description: form.description,
  groupType: form.groupType,
  categoryId: categoryFor(form.groupType, form.categoryId),
  chargeForEvents: form.chargeForEvents,
  imageUrl: form.imageUrl,
  ...(form.joinPolicy && { joinPolicy: form.joinPolicy }),
  ...(form.location !== undefined && { location: form.location || null }),
});

interface Author {
  db: Database;
  config: Config;
  viewer: Viewer;
  now: Date;
}

/**
 * Starts a group, in its creator's town where it names none, with them as its first organiser; it awaits
 * approval where the settings ask for one.
 * @throws Refusal `profile_incomplete`, `invalid`, `too_many_requests`
 */
export async function startGroup(author: Author, form: GroupBody): Promise<number> {
  const { db, config, viewer, now } = author;
  demand(profileRefusal(viewer, 'create a group'));
  return transaction(db, async (tx) => {
    const values = columnsOf(form);
    await requireCategory(tx, values.categoryId);
    await slowGroups(tx, author);
    const repeated = await isCopied(tx, author, form.description);
    const status = statusOnceSent(await settingsNow(tx, config), { repeated });
    await holdPicture(tx, values.imageUrl);
    const [group] = await tx
      .insert(groups)
      .values({
        ...values,
        status,
        createdById: viewer.id,
        location: form.location || townOf(viewer.location),
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
  });
}

/**
 * Saves the form, or only sends the group for review again; an edit by its creator needs approval anew where
 * the settings ask for one.
 * @throws Refusal `not_found`, `forbidden`, `invalid`
 */
export async function editGroup(
  author: Author,
  id: number,
  body: z.output<(typeof updateGroup)['body']>,
): Promise<void> {
  const { db, config, viewer, now } = author;
  await transaction(db, async (tx) => {
    await tx.select({ id: groups.id }).from(groups).where(eq(groups.id, id)).for('no key update');
    const standing = await standingIn(tx, id, viewer);
    if (!standing) throw notFound('Group');
    demand(editGroupRefusal(viewer, standing.group, standing.membership));
    const changes: Partial<ReturnType<typeof columnsOf>> = 'name' in body ? columnsOf(body) : {};
    if (changes.categoryId) await requireCategory(tx, changes.categoryId);
    await holdPicture(tx, changes.imageUrl);
    const review = standing.group.createdById === viewer.id || !('name' in body);
    const before = standing.group.status;
    const repeated = 'name' in body && (await isCopied(tx, author, body.description));
    const status = statusOnceSent(await settingsNow(tx, config), { before, repeated });
    await tx
      .update(groups)
      .set({
        ...changes,
        ...(review && { status, statusReason: null }),
        // A change made while it waits keeps its place in the queue.
        ...(review && before !== 'pending_approval' && { submittedAt: now }),
      })
      .where(eq(groups.id, id));
    await recordIfByOffice(tx, viewer, standing.group.createdById === viewer.id, {
      action: 'group.edit',
      target: { type: 'group', id: String(id) },
      before: null,
      after: { fields: Object.keys(changes) },
      now,
    });
    if (review && status === 'approved' && before !== 'approved') {
      await recordApproval(tx, id, before, now);
    }
  });
}

/** Whether a group takes the words that several others took lately. */
async function isCopied(tx: Transaction, author: Author, description: string): Promise<boolean> {
  const copies = await earlierCopies(tx, author, description);
  await noteText(tx, author, 'group', description);
  return isRepeated(copies);
}

/**
 * What an admin has rejected comes before an admin again, and so does what says the same as several others did,
 * whatever the settings say of new groups.
 */
const statusOnceSent = (
  { groupApproval }: SettingValues,
  { before, repeated }: { before?: GroupStatus; repeated: boolean },
) => (groupApproval || repeated || before === 'rejected' ? 'pending_approval' : 'approved');

const recordApproval = (tx: Transaction, id: number, before: GroupStatus | null, now: Date) =>
  recordAction(
    tx,
    { id: systemActor },
    {
      action: 'group.approve_by_setting',
      target: { type: 'group', id: String(id) },
      before: before && { status: before },
      after: { status: 'approved' },
      now,
    },
  );
