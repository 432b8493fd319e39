import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { PurgeCounts, CleanupReview } from '#contract/safety/purge.ts';
import { purgeExamples, listLimit } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { eventIdsOfMember, memberRsvps } from '#features/events/attendance/queries/rsvps.ts';
import type { Viewer } from '#platform/viewer.ts';
import { purgeRefusal } from '#features/trust/moderation/policy.ts';
import { undoRefusal, undoUntil } from './policy.ts';
import { purges } from './tables.ts';

/**
 * The scope of a purge: groups that nobody else organises, all events of those, and the member's
 * own events.
 */
export interface Scope {
  groups: number[];
  events: number[];
}

/**
 * Tells whether the group has another organiser who can sign in. The limit keeps it a look-up per
 * group; a plain `exists` may read every member once.
 */
const isLedByAnother = sql`coalesce((
  select true from ${memberships} other join ${users} organiser on organiser.id = other.user_id
  where other.group_id = own.group_id and other.is_organizer and other.user_id <> own.user_id
    and organiser.is_active
  limit 1), false)`;

export const oneOf = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`;

export async function scopeOf(db: Reader, userId: string): Promise<Scope> {
  const led = await db.execute<{ id: number }>(sql`
    select own.group_id as id from ${memberships} own
    where own.user_id = ${userId} and own.is_organizer and not ${isLedByAnother}
    order by 1`);
  const ledAlone = led.rows.map(({ id }) => id);
  const made = await db.execute<{ id: number }>(sql`
    select id from ${events} where created_by_id = ${userId}
    union select id from ${events} where group_id = ${oneOf(ledAlone)}
    order by 1`);
  return { groups: ledAlone, events: made.rows.map(({ id }) => id) };
}

/** Matches RSVPs to delete: all to deleted events, and the member's to events not yet over. */
export const isRsvpGone = (userId: string, scope: Scope, now: Date) => sql`
  status = 'going' and (event_id = ${oneOf(scope.events)} or (user_id = ${userId} and event_id in (
    select id from ${events} where end_time > ${now} and id in (${eventIdsOfMember(userId, 'going')}))))`;

/** Matches messages by the member, and all messages in the groups and events that are deleted. */
export const isMessageGone = (userId: string, scope: Scope) =>
  sql`sent_by_id = ${userId} or group_id = ${oneOf(scope.groups)} or event_id = ${oneOf(scope.events)}`;

const countOf = (from: unknown, where: unknown) =>
  sql`(select count(*)::int from ${from} where ${where})`;

/** Counts the rows to delete, by the member and by others. */
export async function countsOf(
  db: Reader,
  userId: string,
  scope: Scope,
  now: Date,
): Promise<PurgeCounts> {
  const own = sql`user_id = ${userId}`;
  const others = sql`user_id is distinct from ${userId}`;
  const ofEvents = sql`event_id = ${oneOf(scope.events)} and ${others}`;
  const ofGroups = sql`group_id = ${oneOf(scope.groups)} and ${others}`;
  type Counted = Omit<PurgeCounts, 'groups' | 'events'>;
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`select
    ${countOf(comments, own)} as comments,
    ${countOf(heldComments, own)} as "heldComments",
    ${countOf(memberships, sql`${own} and status = 'approved'`)} as memberships,
    ${countOf(memberships, sql`${own} and status = 'pending'`)} as requests,
    ${countOf(sql`${memberRsvps} rsvp`, sql`${own} and (${isRsvpGone(userId, scope, now)})`)} as rsvps,
    ${countOf(comments, ofEvents)} + ${countOf(heldComments, ofEvents)} as "othersComments",
    ${countOf(sql`${memberRsvps} rsvp`, sql`${ofEvents} and status = 'going'`)} as "othersRsvps",
    ${countOf(memberships, ofGroups)} as "othersMemberships",
    ${countOf(messages, isMessageGone(userId, scope))} as messages`);
  const [counted] = rows;
  if (!counted) throw new Error('a count returned no row');
  return { ...counted, groups: scope.groups.length, events: scope.events.length };
}

/** Undefined if there is no such account. */
export async function reviewOf(
  db: Reader,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<CleanupReview | undefined> {
  const account = await accountOf(db, userId);
  if (!account) return undefined;
  const scope = await scopeOf(db, userId);
  const { role, createdAt, removedAt, ...user } = account;
  const undo = undoRefusal(removedAt, now) === null;
  return {
    user: { ...user, createdAt: createdAt.toISOString() },
    counts: await countsOf(db, userId, scope, now),
    comments: await latestComments(db, userId),
    events: await latestEvents(db, scope),
    groups: await largestGroups(db, scope),
    staying: await remainingGroups(db, userId, scope),
    undoUntil: undo && removedAt ? undoUntil(removedAt).toISOString() : null,
    can: { cleanUp: purgeRefusal(viewer, { id: userId, role }) === null, undo },
  };
}

async function accountOf(db: Reader, userId: string) {
  const [account] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: users.role,
      isActive: users.isActive,
      createdAt: users.createdAt,
      removedAt: purges.createdAt,
    })
    .from(users)
    .leftJoin(purges, eq(purges.userId, users.id))
    .where(eq(users.id, userId));
  return account;
}

/** Lists the newest public and pending comments. */
async function latestComments(db: Reader, userId: string) {
  const newest = async (table: typeof comments | typeof heldComments, isPending: boolean) => {
    const rows = await db
      .select({
        id: table.id,
        content: table.content,
        eventId: table.eventId,
        eventTitle: events.title,
        createdAt: table.createdAt,
      })
      .from(table)
      .innerJoin(events, eq(events.id, table.eventId))
      .where(eq(table.userId, userId))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(purgeExamples);
    return rows.map((row) => ({ ...row, held: isPending }));
  };
  const found = [...(await newest(comments, false)), ...(await newest(heldComments, true))];
  return found
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, purgeExamples)
    .map(({ createdAt: _, ...comment }) => comment);
}

async function latestEvents(db: Reader, scope: Scope) {
  const rows = await db
    .select({
      id: events.id,
      title: events.title,
      startTime: events.startTime,
      attendeeCount: events.attendeeCount,
      groupName: groups.name,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(inArray(events.id, scope.events))
    .orderBy(desc(events.id))
    .limit(purgeExamples);
  return rows.map((row) => ({ ...row, startTime: row.startTime.toISOString() }));
}

/** Lists the largest groups first: admins must see these before they delete them. */
const largestGroups = (db: Reader, scope: Scope) =>
  db
    .select({
      id: groups.id,
      name: groups.name,
      memberCount: groups.memberCount,
      eventCount: sql<number>`(select count(*)::int from ${events} hosted where hosted.group_id = groups.id)`,
    })
    .from(groups)
    .where(inArray(groups.id, scope.groups))
    .orderBy(desc(groups.memberCount), groups.id)
    .limit(purgeExamples);

const remainingGroups = (db: Reader, userId: string, scope: Scope) =>
  db
    .select({ id: groups.id, name: groups.name })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.isOrganizer, true),
        notInArray(groups.id, scope.groups),
      ),
    )
    .orderBy(groups.name, groups.id)
    .limit(listLimit);

/** Returns the time of a member's last purge, unless it was undone. */
export async function purgedAt(db: Reader, userId: string): Promise<Date | undefined> {
  const [purge] = await db
    .select({ createdAt: purges.createdAt })
    .from(purges)
    .where(eq(purges.userId, userId));
  return purge?.createdAt;
}
