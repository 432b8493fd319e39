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
} from '../../../contract/admin.ts';
import { UserId } from '../../../contract/values.ts';
import { users } from '../accounts/tables.ts';
import { currentFigures, totalOf } from '../analytics/queries.ts';
import { rowCounts } from '../analytics/tables.ts';
import { comments } from '../comments/tables.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { newestFirst, searched } from '../../platform/db/search.ts';
import {
  containing,
  given,
  holds,
  patternsOf,
  roundedUp,
  statement,
  waysTo,
} from '../../platform/db/fast/statements.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { CursorId, cursorOf, CursorTime, cutPage, TimeAndId } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { memberships } from '../membership/tables.ts';
import { lookalikesAmong } from '../moderation/queries.ts';
import { rsvps } from '../rsvps/tables.ts';
import { twoSteps } from '../sign-in/tables.ts';
import { accountAbilities } from './policy.ts';
import { week } from '../../../contract/durations.ts';

type Summary = z.output<(typeof adminSummary)['response']>;

const countOf = (from: SQL) => sql<number>`(select count(*)::int from ${from})`;

const existsIn = (from: SQL) => sql<boolean>`exists (select from ${from})`;

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
      twoStep: existsIn(sql`${twoSteps} where ${twoSteps.userId} = ${users.id}`),
      createdAt: users.createdAt,
      groupCount: countOf(sql`${memberships} where ${memberships.userId} = ${users.id}`),
      rsvpCount: countOf(sql`${rsvps} where ${rsvps.userId} = ${users.id}`),
      commentCount: countOf(sql`${comments} where ${comments.userId} = ${users.id}`),
    })
    .from(users);

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number];

async function toUsers(db: Reader, rows: UserRow[], viewer: Viewer): Promise<AdminUser[]> {
  const taken = await lookalikesAmong(db, rows);
  return rows.map((row) => ({
    ...row,
    readsLike: taken.get(row.id) ?? null,
    createdAt: row.createdAt.toISOString(),
    can: accountAbilities(viewer, row.id),
  }));
}

/** Accounts, the newest first. */
export async function findUsers(db: Database, viewer: Viewer, filter: Filter<typeof adminUsers>) {
  const after = userCursor.decode(filter.cursor);
  const rows = await (filter.q
    ? soughtUsers(db, filter.q, filter, after)
    : selectUsers(db)
        .where(
          and(
            filter.role && eq(users.role, filter.role),
            filter.status && isOfStatus(filter.status),
            after && sql`(${users.createdAt}, ${users.id}) < (${after[0]}, ${after[1]})`,
          ),
        )
        .orderBy(...newestUsers)
        .limit(filter.limit + 1));
  const { items, next } = cutPage(rows, filter.limit, (last) =>
    userCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return { items: await toUsers(db, items, viewer), next };
}

const newestUsers = [desc(users.createdAt), desc(users.id)];
const isOfStatus = (status: 'active' | 'banned') =>
  status === 'active' ? sql`${users.isActive}` : sql`not ${users.isActive}`;

/** The accounts a text is found in, the newest first. */
const usersHolding = (
  q: string,
  limit: number,
  more: { within?: SQL | undefined; match?: SQL | undefined } = {},
) =>
  searched({
    table: users,
    key: [users.createdAt, users.id],
    descending: true,
    within: more.within,
    match: and(holds(userText, 'q'), more.match),
    ways: waysTo(userText, q),
    limit,
  });

function soughtUsers(
  db: Database,
  q: string,
  { role, status, limit }: Filter<typeof adminUsers>,
  after: [Date, string] | undefined,
) {
  const size = roundedUp(limit + 1);
  const shape = [role, status, after && 'after', waysTo(userText, q).length, size];
  const isAfter = sql`(${users.createdAt}, ${users.id}) < (${given('afterTime', 'timestamptz')}, ${given('afterId', 'text')})`;
  const list = statement(db, `admin_users_${shape.filter(Boolean).join('_')}`, (sqlDb) => {
    const page = usersHolding(q, size, {
      within: after && isAfter,
      match: and(role && eq(users.role, given('role', 'text')), status && isOfStatus(status)),
    });
    return selectUsers(sqlDb)
      .where(sql`${users.id} in (select id from (${page}) page)`)
      .orderBy(...newestUsers);
  });
  return list.execute({ ...patternsOf(q), role, afterTime: after?.[0], afterId: after?.[1] });
}

export async function userOf(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<AdminUser | undefined> {
  const [user] = await toUsers(db, await selectUsers(db).where(eq(users.id, id)), viewer);
  return user;
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

const groupText = sql`(${groups.name} || E'\n' || ${groups.description})`;

/** Groups of any status, the newest first; those that await approval by how long they have waited. */
export function findGroups(db: Database, filter: Filter<typeof adminGroups>) {
  return filter.status === 'pending_approval'
    ? waitingGroups(db, filter)
    : newestGroups(db, filter);
}

type GroupFilter = Filter<typeof adminGroups>;

/** The queue is short beside the groups there are: whatever is asked of it is asked of each. */
async function waitingGroups(db: Database, { q, organizer, limit, cursor }: GroupFilter) {
  const after = queueCursor.decode(cursor);
  const rows = await selectGroups(db)
    .where(
      and(
        sql`${groups.status} = 'pending_approval'`,
        q ? sql`${groupText} ilike ${containing(q)}` : undefined,
        organizer && sql`not ${organised}`,
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

async function newestGroups(db: Database, { q, status, organizer, limit, cursor }: GroupFilter) {
  const after = idCursor.decode(cursor);
  const size = roundedUp(limit + 1);
  const match = and(
    q ? holds(groupText, 'q') : undefined,
    status && eq(groups.status, given('status', 'text')),
    organizer && sql`not ${organised}`,
  );
  const ways = q ? waysTo(groupText, q) : undefined;
  const shape = [ways && `q${ways.length}`, status && 's', organizer, after && 'after', size];
  const list = statement(db, `admin_groups_${shape.filter(Boolean).join('_')}`, (sqlDb) =>
    selectGroups(sqlDb)
      .where(newestFirst({ table: groups, key: groups.id, after, match, ways, size }))
      .orderBy(desc(groups.id)),
  );
  const rows = await list.execute({ ...patternsOf(q), status, after: after?.[0] });
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
  return { items: items.map(toGroup), next };
}

const eventText = sql`(${events.title} || E'\n' || ${events.description})`;

const selectEvents = (db: Reader) =>
  db
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
    .innerJoin(groups, eq(groups.id, events.groupId));

/** Events of any group and status, the last put up first. */
export async function findEvents(db: Database, filter: Filter<typeof adminEvents>) {
  const { q, limit } = filter;
  const after = idCursor.decode(filter.cursor);
  const size = roundedUp(limit + 1);
  const match = q ? holds(eventText, 'q') : undefined;
  const ways = q ? waysTo(eventText, q) : undefined;
  const shape = [ways && `q${ways.length}`, after && 'after', size];
  const list = statement(db, `admin_events_${shape.filter(Boolean).join('_')}`, (sqlDb) =>
    selectEvents(sqlDb)
      .where(newestFirst({ table: events, key: events.id, after, match, ways, size }))
      .orderBy(desc(events.id)),
  );
  const rows = await list.execute({ ...patternsOf(q), after: after?.[0] });
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
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

/** How many authors a search of the comments looks for by name: the newest accounts. */
const authorsSought = 100;

const selectComments = (db: Reader) =>
  db
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
    .leftJoin(users, eq(users.id, comments.userId));

/** Comments, the newest first; sought in the text, and by their author. */
export async function findComments(db: Database, filter: Filter<typeof adminComments>) {
  const { q, limit } = filter;
  const after = idCursor.decode(filter.cursor);
  const size = roundedUp(limit + 1);
  const ways = q ? waysTo(sql`${comments.content}`, q) : undefined;
  const shape = [ways && `q${ways.length}`, after && 'after', size];
  const list = statement(db, `admin_comments_${shape.filter(Boolean).join('_')}`, (sqlDb) => {
    const byAuthor = sql`${comments.userId} = any (array(select id from (${usersHolding(q ?? '', authorsSought)}) author))`;
    const match = q
      ? sql`(${holds(sql`${comments.content}`, 'q')} or coalesce(${byAuthor}, false))`
      : undefined;
    const orByAuthor = ways?.map(({ found, likely }) => ({
      found: sql`(${found} or ${byAuthor})`,
      likely,
    }));
    return selectComments(sqlDb)
      .where(
        newestFirst({
          table: comments,
          key: comments.id,
          after,
          match,
          ways: orByAuthor,
          size,
        }),
      )
      .orderBy(desc(comments.id));
  });
  const rows = await list.execute({ ...patternsOf(q), after: after?.[0] });
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
  return {
    items: items.map(({ lastName, userName, createdAt, ...comment }): AdminComment => ({
      ...comment,
      userName: [userName, lastName].filter(Boolean).join(' ') || null,
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}
