import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type {
  AdminComment,
  adminComments,
  AdminEvent,
  adminEvents,
  AdminGroup,
  adminGroups,
  adminSummary,
  AdminUser,
  adminUsers,
} from '../../contract/admin.ts';
import { UserId } from '../../contract/values.ts';
import { users } from '../accounts/tables.ts';
import { currentFigures, totalOf } from '../analytics/queries.ts';
import { rowCounts } from '../analytics/tables.ts';
import { comments } from '../comments/tables.ts';
import type { Reader } from '../db/database.ts';
import { containing } from '../db/statements.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { CursorId, cursorOf, CursorTime, cutPage, TimeAndId } from '../http/cursor.ts';
import type { Viewer } from '../http/route.ts';
import { memberships } from '../membership/tables.ts';
import { rsvps } from '../rsvps/tables.ts';
import { accountAbilities } from './policy.ts';

const week = 7 * 24 * 60 * 60 * 1000;

type Summary = z.output<(typeof adminSummary)['response']>;

const countOf = (from: SQL) => sql<number>`(select count(*)::int from ${from})`;

/** How much there is on the site, and what waits; no number needs a walk through a whole table. */
export async function summary(db: Reader, now: Date): Promise<Summary> {
  const weekAgo = new Date(now.getTime() - week);
  const { totalUsers, activeUsers, totalGroups, totalEvents } = await currentFigures(db, now);
  const [counted] = await db
    .select({
      waitingGroups: countOf(sql`${groups} where ${groups.status} = 'pending_approval'`),
      upcomingEvents: countOf(
        sql`${events} where ${events.status} = 'scheduled' and ${events.startTime} > ${now}`,
      ),
      comments: totalOf('comments'),
      newComments: countOf(sql`${comments} where ${comments.createdAt} > ${weekAgo}`),
    })
    .from(rowCounts);
  if (!counted) throw new Error('a count returned no row');
  return {
    users: totalUsers,
    activeUsers,
    groups: totalGroups,
    events: totalEvents,
    ...counted,
  };
}

type Filter<E extends { query: z.ZodType }> = z.output<E['query']>;

const userCursor = cursorOf(z.tuple([CursorTime, UserId]));
const idCursor = cursorOf(z.tuple([CursorId]));
const queueCursor = cursorOf(TimeAndId);

/** As the index on it spells it. */
const userText = sql`(${users.firstName} || ' ' || coalesce(${users.lastName}, '') || ' ' || ${users.email})`;

const selectUsers = (db: Reader) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      location: users.location,
      profileImageUrl: users.profileImageUrl,
      role: users.role,
      isActive: users.isActive,
      profileCompleted: users.profileCompleted,
      createdAt: users.createdAt,
      groupCount: countOf(sql`${memberships} where ${memberships.userId} = ${users.id}`),
      rsvpCount: countOf(sql`${rsvps} where ${rsvps.userId} = ${users.id}`),
      commentCount: countOf(sql`${comments} where ${comments.userId} = ${users.id}`),
    })
    .from(users);

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number];

const toUser = (row: UserRow, viewer: Viewer): AdminUser => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  can: accountAbilities(viewer, row.id),
});

/** Accounts, the newest first. */
export async function findUsers(db: Reader, viewer: Viewer, filter: Filter<typeof adminUsers>) {
  const after = userCursor.decode(filter.cursor);
  const rows = await selectUsers(db)
    .where(
      and(
        filter.q ? sql`${userText} ilike ${containing(filter.q)}` : undefined,
        filter.role && eq(users.role, filter.role),
        filter.status && (filter.status === 'active' ? users.isActive : sql`not ${users.isActive}`),
        after && sql`(${users.createdAt}, ${users.id}) < (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(filter.limit + 1);
  const { items, next } = cutPage(rows, filter.limit, (last) =>
    userCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return { items: items.map((row) => toUser(row, viewer)), next };
}

export async function userOf(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<AdminUser | undefined> {
  const [row] = await selectUsers(db).where(eq(users.id, id));
  return row && toUser(row, viewer);
}

/**
 * Somebody organises the group, and can sign in to do it. The limit keeps it a look-up for each group: a plain
 * `exists` may be answered by reading every member once.
 */
const organised = sql<boolean>`coalesce((
  select true from ${memberships} join ${users} organiser on organiser.id = ${memberships.userId}
  where ${memberships.groupId} = ${groups.id} and ${memberships.isOrganizer} and organiser.is_active
  limit 1), false)`;

const selectGroups = (db: Reader) =>
  db
    .select({
      id: groups.id,
      name: groups.name,
      description: groups.description,
      categoryId: groups.categoryId,
      groupType: groups.groupType,
      chargeForEvents: groups.chargeForEvents,
      imageUrl: groups.imageUrl,
      status: groups.status,
      statusReason: groups.statusReason,
      location: groups.location,
      memberCount: groups.memberCount,
      eventCount: countOf(sql`${events} where ${events.groupId} = ${groups.id}`),
      hasOrganizer: organised,
      createdAt: groups.createdAt,
      submittedAt: groups.submittedAt,
      owner: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        bio: users.bio,
        location: users.location,
        profileImageUrl: users.profileImageUrl,
        isActive: users.isActive,
        createdAt: users.createdAt,
      },
      otherGroups: countOf(
        sql`${groups} other where other.created_by_id = ${users.id} and other.id <> ${groups.id}`,
      ),
    })
    .from(groups)
    .leftJoin(users, eq(users.id, groups.createdById));

type GroupRow = Awaited<ReturnType<typeof selectGroups>>[number];

const toGroup = ({ owner, otherGroups, ...row }: GroupRow): AdminGroup => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  submittedAt: row.submittedAt.toISOString(),
  owner: owner && { ...owner, createdAt: owner.createdAt.toISOString(), otherGroups },
});

/** Groups of any status, the newest first; those that await approval by how long they have waited. */
export async function findGroups(db: Reader, filter: Filter<typeof adminGroups>) {
  const conditions = and(
    filter.q
      ? sql`(${groups.name} || E'\n' || ${groups.description}) ilike ${containing(filter.q)}`
      : undefined,
    filter.status && sql`${groups.status} = ${filter.status}`,
    filter.organizer && sql`not ${organised}`,
  );
  return filter.status === 'pending_approval'
    ? waitingGroups(db, conditions, filter)
    : newestGroups(db, conditions, filter);
}

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

async function waitingGroups(db: Reader, conditions: SQL | undefined, { limit, cursor }: Paging) {
  const after = queueCursor.decode(cursor);
  const rows = await selectGroups(db)
    .where(
      and(
        conditions,
        sql`${groups.status} = 'pending_approval'`,
        after && sql`(${groups.submittedAt}, ${groups.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(groups.submittedAt, groups.id)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.submittedAt.getTime(), last.id]),
  );
  return { items: items.map(toGroup), next };
}

async function newestGroups(db: Reader, conditions: SQL | undefined, { limit, cursor }: Paging) {
  const after = idCursor.decode(cursor);
  const rows = await selectGroups(db)
    .where(and(conditions, after && sql`${groups.id} < ${after[0]}`))
    .orderBy(desc(groups.id))
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
  return { items: items.map(toGroup), next };
}

/** Events of any group and status, the last put up first. */
export async function findEvents(db: Reader, filter: Filter<typeof adminEvents>) {
  const after = idCursor.decode(filter.cursor);
  const rows = await db
    .select({
      id: events.id,
      title: events.title,
      startTime: events.startTime,
      endTime: events.endTime,
      location: events.location,
      town: events.town,
      status: events.status,
      attendeeCount: events.attendeeCount,
      commentCount: countOf(sql`${comments} where ${comments.eventId} = ${events.id}`),
      group: { id: groups.id, name: groups.name, status: groups.status },
      createdAt: events.createdAt,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(
      and(
        filter.q
          ? sql`(${events.title} || E'\n' || ${events.description}) ilike ${containing(filter.q)}`
          : undefined,
        after && sql`${events.id} < ${after[0]}`,
      ),
    )
    .orderBy(desc(events.id))
    .limit(filter.limit + 1);
  const { items, next } = cutPage(rows, filter.limit, (last) => idCursor.encode([last.id]));
  return {
    items: items.map(({ startTime, endTime, createdAt, ...event }): AdminEvent => ({
      ...event,
      startTime: startTime.toISOString(),
      endTime: endTime.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}

/** How many authors a search of the comments looks for by name. */
const authorsSought = 100;

/** Comments, the newest first; sought in the text, and by their author. */
export async function findComments(db: Reader, filter: Filter<typeof adminComments>) {
  const after = idCursor.decode(filter.cursor);
  const sought = filter.q && containing(filter.q);
  const rows = await db
    .select({
      id: comments.id,
      content: comments.content,
      userId: comments.userId,
      userName: users.firstName,
      lastName: users.lastName,
      userEmail: users.email,
      eventId: comments.eventId,
      eventTitle: events.title,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .innerJoin(events, eq(events.id, comments.eventId))
    .leftJoin(users, eq(users.id, comments.userId))
    .where(
      and(
        sought
          ? sql`(${comments.content} ilike ${sought} or ${comments.userId} = any (array(
              select author.id from ${users} author
              where (author.first_name || ' ' || coalesce(author.last_name, '') || ' ' || author.email) ilike ${sought}
              limit ${authorsSought})))`
          : undefined,
        after && sql`${comments.id} < ${after[0]}`,
      ),
    )
    .orderBy(desc(comments.id))
    .limit(filter.limit + 1);
  const { items, next } = cutPage(rows, filter.limit, (last) => idCursor.encode([last.id]));
  return {
    items: items.map(({ lastName, userName, createdAt, ...comment }): AdminComment => ({
      ...comment,
      userName: [userName, lastName].filter(Boolean).join(' ') || null,
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}
