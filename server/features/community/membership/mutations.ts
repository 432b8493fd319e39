import { and, eq, inArray, or, sql, ne } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type {
  Membership,
  MembershipStatus,
  OwnMembership,
} from '#contract/community/membership.ts';
import { recordAsAdmin } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { groupSteps } from '#features/community/groups/steps.ts';
import { groups } from '#features/community/groups/tables.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import type { EmailPayloads, EmailKind } from '#platform/mail/email.ts';
import { enqueue, enqueueMany } from '#platform/mail/outbox.ts';
import {
  changeMemberRefusal,
  handOverRefusal,
  heirRefusal,
  joinRefusal,
  leaveRefusal,
  manageMembersRefusal,
  removeMemberRefusal,
  seeGroupRefusal,
} from './policy.ts';
import {
  countOtherOrganisers,
  isMember,
  lockMember,
  membershipColumns,
  organisersOf,
  organises,
  groupAndMembership,
  ownMembershipColumns,
  requireGroup,
} from './queries/membership.ts';
import { memberships } from './tables.ts';

interface JoinForm {
  /** The token of an invitation link. */
  invitation?: string | undefined;
  answer?: CleanText | null | undefined;
}

/**
 * Joins a group by its join policy; joining twice changes nothing.
 * @throws Refusal `not_found`, `conflict`, `suspended`
 */
export async function join(
  db: Database,
  viewer: Viewer,
  groupId: number,
  { invitation, answer }: JoinForm,
  now: Date,
): Promise<{ status: MembershipStatus; joined: boolean }> {
  return transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const membership = (await groupAndMembership(tx, viewer, groupId))?.membership;
    demand(joinRefusal(viewer, group, membership));
    if (membership) return { status: membership.status, joined: false };
    await lockAccount(tx, viewer);
    const status = group.joinPolicy === 'open' ? 'approved' : 'pending';
    await tx.insert(memberships).values({
      groupId,
      userId: viewer.id,
      status,
      invitedByLink: invitation === group.invitationToken,
      answer: status === 'pending' && group.joinQuestion ? answer || null : null,
      createdAt: now,
    });
    if (status === 'approved') await moveMemberCount(tx, groupId, 1);
    else await notifyOrganisers(tx, groupId, viewer.id, now);
    return { status, joined: true };
  });
}

/**
 * Leaves a group and withdraws from its upcoming events; does nothing for a non-member.
 * @throws Refusal `not_found`, `conflict` for the last organiser
 */
export async function leave(
  db: Database,
  viewer: Viewer,
  groupId: number,
  now: Date,
): Promise<void> {
  return transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const membership = (await groupAndMembership(tx, viewer, groupId))?.membership;
    if (!membership) return demand(seeGroupRefusal(viewer, group, membership));
    // Includes hidden events.
    demand(leaveRefusal(membership, await countOtherOrganisers(tx, groupId, viewer.id)));
    await deleteMembership(tx, groupId, viewer.id, membership.status, now);
    if (group.createdById === viewer.id) await passOwnership(tx, groupId, now);
  });
}

interface MemberChange {
  status?: 'approved' | undefined;
  isOrganizer?: boolean | undefined;
}

/**
 * Approves a request, or grants or revokes the organiser role.
 * @throws Refusal `not_found`, `forbidden`, `conflict`
 */
export async function changeMember(
  db: Database,
  viewer: Viewer,
  groupId: number,
  userId: string,
  change: MemberChange,
  now: Date,
): Promise<Membership> {
  return transaction(db, async (tx) => {
    const { group, membership, isOwn } = await lockForManager(tx, viewer, groupId, userId);
    const others = await countOtherOrganisers(tx, groupId, userId);
    demand(changeMemberRefusal(group, { userId, membership }, change, others));
    const approves = change.status === 'approved' && membership.status === 'pending';
    const promotes = change.isOrganizer === true && !membership.isOrganizer;
    const [changed] = await tx
      .update(memberships)
      .set({
        ...(approves && { status: 'approved' as const, approvedAt: now }),
        isOrganizer: change.isOrganizer ?? membership.isOrganizer,
      })
      .where(isMember(groupId, userId))
      .returning(membershipColumns);
    if (!isOwn) {
      const auditChange = {
        before: { userId, ...membership },
        after: { userId, ...(changed ?? membership) },
      };
      await recordAsAdmin(tx, viewer, 'member.change', groupId, auditChange, now);
    }
    if (approves) {
      await moveMemberCount(tx, groupId, 1);
      await enqueue(tx, 'request_approved', userId, { groupId }, now);
    }
    if (promotes) await enqueue(tx, 'organiser_made', userId, { groupId }, now);
    return changed ?? membership;
  });
}

/**
 * Declines a request, or removes a member and withdraws them from upcoming events.
 * @throws Refusal `not_found`, `forbidden`, `conflict`
 */
export async function removeMember(
  db: Database,
  viewer: Viewer,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  return transaction(db, async (tx) => {
    const { group, membership, isOwn } = await lockForManager(tx, viewer, groupId, userId);
    const others = await countOtherOrganisers(tx, groupId, userId);
    demand(removeMemberRefusal(group, { userId, membership }, others));
    await deleteMembership(tx, groupId, userId, membership.status, now);
    if (!isOwn) {
      const change = { before: { userId, ...membership }, after: null };
      await recordAsAdmin(tx, viewer, 'member.remove', groupId, change, now);
    }
    if (membership.status === 'pending') {
      await enqueue(tx, 'request_declined', userId, { groupId }, now);
    }
  });
}

/**
 * Transfers the group to another approved member, who becomes an organiser.
 * @throws Refusal `not_found`, `forbidden`, `conflict`
 */
export async function handOver(
  db: Database,
  viewer: Viewer,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  return transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const own = (await groupAndMembership(tx, viewer, groupId))?.membership;
    demand(handOverRefusal(viewer, group, own));
    const heir = await lockMember(tx, groupId, userId);
    if (!heir) throw notFound('Member');
    demand(heirRefusal(heir));
    await setOwner(tx, groupId, userId, now);
    if (group.createdById !== viewer.id) {
      const change = { before: { ownerId: group.createdById }, after: { ownerId: userId } };
      await recordAsAdmin(tx, viewer, 'group.owner', groupId, change, now);
    }
  });
}

/** Makes a member the owner, who is an organiser, and notifies them. */
export async function setOwner(
  tx: Transaction,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.update(memberships).set({ isOrganizer: true }).where(isMember(groupId, userId));
  await tx.update(groups).set({ createdById: userId }).where(eq(groups.id, groupId));
  await enqueue(tx, 'owner_made', userId, { groupId }, now);
}

/**
 * Turns messages to a group's members off or on for the viewer.
 * @throws Refusal `not_found`, `not_a_member`
 */
export async function mute(
  db: Database,
  viewer: Viewer,
  groupId: number,
  muted: boolean,
): Promise<OwnMembership> {
  const changed = await setMuted(db, viewer.id, groupId, muted);
  if (changed) return changed;
  await requireGroup(db, viewer, groupId, seeGroupRefusal);
  throw new Refusal('not_a_member', 'Only members of this group can do this');
}

/**
 * Mutes or unmutes without a session, for links in emails; undefined if the user is not a
 * member.
 */
export async function setMuted(
  db: Database,
  userId: string,
  groupId: number,
  muted: boolean,
): Promise<OwnMembership | undefined> {
  const [changed] = await db
    .update(memberships)
    .set({ muted })
    .where(isMember(groupId, userId))
    .returning(ownMembershipColumns);
  return changed;
}

/**
 * Locks the group and one of its members, for a viewer who may manage members.
 * @returns both, and whether the viewer organises the group
 */
async function lockForManager(tx: Transaction, viewer: Viewer, groupId: number, userId: string) {
  const group = await lockGroup(tx, groupId);
  const own = (await groupAndMembership(tx, viewer, groupId))?.membership;
  demand(manageMembersRefusal(viewer, group, own));
  const membership = await lockMember(tx, groupId, userId);
  if (!membership) throw notFound('Member');
  return { group, membership, isOwn: own?.isOrganizer ?? false };
}

async function deleteMembership(
  tx: Transaction,
  groupId: number,
  userId: string,
  status: MembershipStatus,
  now: Date,
): Promise<void> {
  await tx.delete(memberships).where(isMember(groupId, userId));
  if (status === 'approved') await moveMemberCount(tx, groupId, -1);
  await groupSteps.read().withdrawMember(tx, groupId, userId, now);
}

/**
 * Removes a leaving member from every group, even as last organiser. Their groups go to the
 * longest-serving organiser, or have no owner until an admin picks one.
 */
export async function leaveAllGroups(
  tx: Transaction,
  { id: userId }: { id: string },
  now: Date,
): Promise<void> {
  const joined = tx
    .select({ groupId: memberships.groupId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  const locked = await tx
    .select({ id: groups.id, ownerId: groups.createdById })
    .from(groups)
    .where(or(inArray(groups.id, joined), eq(groups.createdById, userId)))
    .orderBy(groups.id)
    .for('no key update');
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  const left = await tx
    .delete(memberships)
    .where(and(eq(memberships.userId, userId), inArray(memberships.groupId, ids)))
    .returning({ groupId: memberships.groupId, status: memberships.status });
  for (const { groupId, status } of left) {
    if (status === 'approved') await moveMemberCount(tx, groupId, -1);
  }
  for (const { id, ownerId } of locked) if (ownerId === userId) await passOwnership(tx, id, now);
}

/**
 * Makes the longest-serving organiser the owner in place of the one who leaves, and notifies them.
 * @returns the new owner
 */
export async function passOwnership(
  tx: Transaction,
  groupId: number,
  now: Date,
): Promise<string | null> {
  const [heir] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(organises(groupId))
    .orderBy(memberships.createdAt, memberships.userId)
    .limit(1);
  if (heir) await setOwner(tx, groupId, heir.userId, now);
  else await tx.update(groups).set({ createdById: null }).where(eq(groups.id, groupId));
  return heir?.userId ?? null;
}

async function notifyOrganisers(
  tx: Transaction,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  for (const organiser of await organisersOf(tx, groupId)) {
    await enqueue(tx, 'request_received', organiser, { groupId, userId }, now);
  }
}

async function moveMemberCount(tx: Transaction, groupId: number, by: 1 | -1): Promise<void> {
  await tx
    .update(groups)
    .set({ memberCount: sql`${groups.memberCount} + ${by}` })
    .where(eq(groups.id, groupId));
}

/** Enqueues an email for each member and requester, except the actor. */
export async function enqueueForMembers<K extends EmailKind>(
  tx: Transaction,
  actor: Actor,
  groupId: number,
  kind: K,
  payload: EmailPayloads[K],
  now: Date,
): Promise<void> {
  const to = sql`
    select ${memberships.userId}, null::text from ${memberships}
    where ${and(eq(memberships.groupId, groupId), ne(memberships.userId, actor.id))}`;
  await enqueueMany(tx, { kind, payload, now }, { to });
}
