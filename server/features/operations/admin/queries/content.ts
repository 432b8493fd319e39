import { desc, eq, sql } from 'drizzle-orm';
import type {
  AdminComment,
  adminComments,
  AdminEvent,
  adminEvents,
} from '#contract/operations/admin.ts';
import { users } from '#features/base/accounts/tables.ts';
import { canPurge, publicStatus } from '#features/trust/moderation/policy.ts';
import { comments } from '#features/events/comments/tables.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { likePattern, newestFirst, textSearch, wordValues } from '#platform/db/search.ts';
import { roundedUp, statement } from '#platform/db/fast/statements.ts';
import { wordPatterns } from '#platform/db/words.ts';
import { eventSearch, lettersOfSearch } from '#features/events/events/queries/search.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { cutPage } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { countRows, idCursor, type Filter } from './parts.ts';
import { usersWithText } from './users.ts';

/** The author's facts that decide the admin's abilities. */
const authorColumns = { id: users.id, role: users.role };

type Hideable = Pick<EventRow, 'status' | 'hiddenFrom' | 'group'>;

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
      hiddenFrom: events.hiddenFrom,
      attendeeCount: events.attendeeCount,
      commentCount: countRows(sql`${comments} where ${comments.eventId} = ${events.id}`),
      group: {
        id: groups.id,
        name: groups.name,
        status: groups.status,
        hiddenFrom: groups.hiddenFrom,
      },
      creator: authorColumns,
      createdAt: events.createdAt,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(users, eq(users.id, events.createdById));

type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

/** One `hidden` mark covers the event and its group. */
function markHidden<Row extends Hideable>({ status, hiddenFrom, group, ...event }: Row) {
  const { id, name } = group;
  const { hidden, ...hosting } = publicStatus(group);
  return {
    ...event,
    ...(hidden && { hidden }),
    ...publicStatus({ status, hiddenFrom }),
    group: { id, name, ...hosting },
  };
}

/** Lists events of any group and status, latest published first. */
export async function findEvents(db: Database, viewer: Viewer, filter: Filter<typeof adminEvents>) {
  const { q, limit } = filter;
  const after = idCursor.decode(filter.cursor);
  const size = roundedUp(limit + 1);
  const words = wordPatterns(q ?? '');
  const terms = { words, place: [] };
  const { match, joined, lookup } = eventSearch(terms, { seesVenues: true });
  const found = lookup && sql`(${lookup.own()}) union all (${lookup.ofNamed?.() ?? sql``})`;
  const search = { ...lookup, match, joined, found };
  const shape = [lettersOfSearch(terms, true), after && 'after', size];
  const list = statement(db, `admin_events_${shape.filter(Boolean).join('_')}`, (sqlDb) =>
    selectEvents(sqlDb)
      .where(newestFirst({ table: events, key: events.id, after, ...search, limit: size }))
      .orderBy(desc(events.id)),
  );
  const rows = await list.execute({ ...wordValues('word', words), after: after?.[0] });
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
  return {
    items: items.map(({ creator, startTime, endTime, createdAt, ...row }): AdminEvent => ({
      ...markHidden(row),
      createdById: creator?.id ?? null,
      can: { cleanUp: canPurge(viewer, creator) },
      startTime: startTime.toISOString(),
      endTime: endTime.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}

/** A search of the comments by author looks at this many of the newest accounts. */
const maxAuthorsSearched = 100;

const selectComments = (db: Reader) =>
  db
    .select({
      id: comments.id,
      content: comments.content,
      userId: comments.userId,
      author: authorColumns,
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

/** Lists comments, newest first; searches their text and their author. */
export async function findComments(
  db: Database,
  viewer: Viewer,
  filter: Filter<typeof adminComments>,
) {
  const { q, limit } = filter;
  const after = idCursor.decode(filter.cursor);
  const size = roundedUp(limit + 1);
  const byAuthor = sql`coalesce(${comments.userId} = any (array(select id from (${usersWithText(q ?? '', maxAuthorsSearched)}) author)), false)`;
  const search = q ? textSearch(comments, comments.content, q, byAuthor) : { match: undefined };
  const shape = [q && `q${search.found ? 1 : 0}`, after && 'after', size];
  const list = statement(db, `admin_comments_${shape.filter(Boolean).join('_')}`, (sqlDb) =>
    selectComments(sqlDb)
      .where(
        newestFirst({
          table: comments,
          key: comments.id,
          after,
          ...search,
          limit: size,
        }),
      )
      .orderBy(desc(comments.id)),
  );
  const rows = await list.execute({ q: q && likePattern(q), after: after?.[0] });
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
  return {
    items: items.map(({ author: by, lastName, userName, createdAt, ...comment }): AdminComment => ({
      ...comment,
      can: { cleanUp: canPurge(viewer, by) },
      userName: [userName, lastName].filter(Boolean).join(' ') || null,
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}
