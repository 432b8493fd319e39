import { eq, sql } from 'drizzle-orm';
import type { PurgeCounts } from '#contract/safety/purge.ts';
import { users } from '#features/base/accounts/tables.ts';
import { lockAccounts, withdrawAsGuest } from '#features/safety/enforcement/mutations/accounts.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { emailSnapshot } from '#features/events/events/mutations/events.ts';
import { isHidden } from '#features/events/events/queries/cards.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { passOwnership } from '#features/community/membership/mutations.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { enqueueMany, enqueue } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import { enqueueForEverybody } from '#features/events/attendance/mutations/notifications.ts';
import { endSessionsOf } from '#features/base/sign-in/mutations/sessions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { purgeRefusal } from '#features/trust/moderation/policy.ts';
import { isSoon, lastUndone, undoUntil } from '../policy.ts';
import { purgedAt, countsOf, oneOf, type Scope } from '../queries.ts';
import { purges, removedRows } from '../tables.ts';
import { lockScope, removeRows } from './remove.ts';

/**
 * Bans a member, ends their sessions and removes everything they wrote. A second purge adds to the
 * first; rows of the first keep their own deadline.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for oneself and for an admin
 */
export async function purgeMember(
  db: Database,
  viewer: Viewer,
  userId: string,
  reason: string | null,
  now: Date,
): Promise<{ counts: PurgeCounts; removedAt: Date }> {
  return transaction(db, async (tx) => {
    await tx.select().from(purges).where(eq(purges.userId, userId)).for('update');
    // Locks groups, memberships and events before the account, as every writer does. The scope is
    // read again under the account's lock, when nobody can add to it.
    await lockScope(tx, userId);
    await withdrawAsGuest(tx, userId, now);
    const { target } = await lockAccounts(tx, viewer, userId);
    demand(purgeRefusal(viewer, target));
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const scope = await lockScope(tx, userId);
    const counts = await countsOf(tx, userId, scope, now);
    const before = await purgedAt(tx, userId);
    if (before && !target.isActive && isNothing(counts)) return { counts, removedAt: before };
    await openPurge(tx, target, now);
    await notifyOthers(tx, viewer, userId, scope, now);
    await withdrawAsGuest(tx, userId, now);
    await removeRows(tx, userId, scope, now);
    await handOverGroups(tx, userId, now);
    await banMember(tx, target, reason, now);
    const change = { before: { isActive: target.isActive }, after: { ...counts, reason } };
    await record(tx, viewer, 'user.clean_up', userId, change, now);
    return { counts, removedAt: now };
  });
}

const isNothing = (counts: PurgeCounts) => Object.values(counts).every((count) => count === 0);

interface Account {
  id: string;
  isActive: boolean;
}

/** A purge that can still be undone stays open: undoing both lifts the ban of the first. */
async function openPurge(
  tx: Transaction,
  { id: userId, isActive }: Account,
  now: Date,
): Promise<void> {
  const stands = sql`${purges.createdAt} > ${lastUndone(now)}`;
  await tx
    .insert(purges)
    .values({ userId, wasActive: isActive, createdAt: now })
    .onConflictDoUpdate({
      target: purges.userId,
      set: {
        wasActive: sql`excluded.was_active or (${stands} and ${purges.wasActive})`,
        createdAt: now,
      },
    });
}

async function banMember(
  tx: Transaction,
  { id, isActive }: Account,
  reason: string | null,
  now: Date,
): Promise<void> {
  // Removes the end of a suspension that would end by itself.
  await tx.update(users).set({ isActive: false, suspendedUntil: null }).where(eq(users.id, id));
  if (!isActive) return;
  await endSessionsOf(tx, id);
  await enqueue(tx, 'account_suspended', id, { reason, removed: true }, now);
}

/** Makes another organiser the owner of each group that stays. */
async function handOverGroups(tx: Transaction, userId: string, now: Date): Promise<void> {
  const owned = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.createdById, userId))
    .orderBy(groups.id);
  for (const { id } of owned) {
    const heir = await passOwnership(tx, id, now);
    if (heir === null) continue;
    const content = { group_id: id };
    const row = { purgeId: userId, kind: 'heir', memberId: heir, content } as const;
    await tx.insert(removedRows).values({ ...row, removedAt: now });
  }
}

/**
 * Notifies the attendees of upcoming events and the members of groups. Attendees who learnt of a
 * review now learn of the cancellation, and emails about hidden content quote none of it. If a
 * removal can be undone before it matters, the emails wait until it is final.
 */
async function notifyOthers(
  tx: Transaction,
  viewer: Viewer,
  userId: string,
  scope: Scope,
  now: Date,
): Promise<void> {
  const final = undoUntil(now);
  const coming = await tx
    .select({ event: events, hidden: isHidden })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(
      sql`${events.id} = ${oneOf(scope.events)} and coalesce(${events.hiddenFrom}, ${events.status}) = 'scheduled'
        and ${events.endTime} > ${now}`,
    )
    .orderBy(events.id);
  for (const { event, hidden } of coming) {
    const { id: eventId, revision } = event;
    const payload = {
      eventId,
      event: emailSnapshot(event),
      revision,
      removed: true,
      ...(hidden && { hidden }),
    };
    const email = {
      kind: 'event_cancelled',
      payload,
      now,
      dueAt: isSoon(event.startTime, now) ? now : final,
    } as const;
    await enqueueForEverybody(tx, email, event.id, {
      but: [viewer.id, userId],
      uniqueKey: nameOf(`event:${event.id}`, now),
    });
  }
  const going = await tx
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .where(sql`${groups.id} = ${oneOf(scope.groups)} and ${groups.status} <> 'hidden'`)
    .orderBy(groups.id);
  for (const { id, name } of going) {
    const off = coming.filter(({ event, hidden }) => event.groupId === id && !hidden).length;
    const payload = { groupId: id, name, coming: off };
    const to = sql`select user_id, null::text from ${memberships}
      where group_id = ${id} and user_id not in (${viewer.id}, ${userId})`;
    const email = { kind: 'group_deleted', payload, now, dueAt: final } as const;
    const uniqueKey = sql`${`${nameOf(`group:${id}`, now)}:`} || recipient.id`;
    await enqueueMany(tx, email, { to, uniqueKey });
  }
}

/**
 * A unique name for each recipient's email, so other emails about the event or group don't replace
 * it.
 */
const nameOf = (what: string, now: Date) => `removed:${what}:${now.getTime()}`;
