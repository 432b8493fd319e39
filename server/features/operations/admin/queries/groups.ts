import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { AdminGroup, adminGroups } from '#contract/operations/admin.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { lettersOfWords, newestFirst, wordSearch, wordValues } from '#platform/db/search.ts';
import { boundParam, roundedUp, statement } from '#platform/db/fast/statements.ts';
import { wordPatterns } from '#platform/db/words.ts';
import { events } from '#features/events/events/tables.ts';
import { approvedBefore, reviewVersion, withEdit } from '#features/community/groups/policy.ts';
import { idsToReview, reviewedColumns } from '#features/community/groups/queries/groups.ts';
import { groups } from '#features/community/groups/tables.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { publicStatus } from '#features/trust/moderation/policy.ts';
import { groupAbilities } from '../policy.ts';
import { countRows, idCursor, type Filter } from './parts.ts';

const queueCursor = cursorOf(TimeAndId);

/**
 * Selects whether the group has an organiser who can sign in. The limit keeps it a look-up per
 * group; a plain `exists` may read every member once.
 */
const hasOrganiser = sql<boolean>`coalesce((
  select true from ${memberships} join ${users} organiser on organiser.id = ${memberships.userId}
  where ${memberships.groupId} = ${groups.id} and ${memberships.isOrganizer} and organiser.is_active
  limit 1), false)`;

const selectGroups = (db: Reader) =>
  db
    .select({
      id: groups.id,
      ...reviewedColumns,
      status: groups.status,
      hiddenFrom: groups.hiddenFrom,
      statusReason: groups.statusReason,
      memberCount: groups.memberCount,
      eventCount: countRows(sql`${events} where ${events.groupId} = ${groups.id}`),
      hasOrganizer: hasOrganiser,
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
      otherGroups: countRows(
        sql`${groups} other where other.created_by_id = ${users.id} and other.id <> ${groups.id}`,
      ),
    })
    .from(groups)
    .leftJoin(users, eq(users.id, groups.createdById));

type GroupRow = Awaited<ReturnType<typeof selectGroups>>[number];

const toGroup = ({ owner, otherGroups, hiddenFrom, edit, ...row }: GroupRow): AdminGroup => ({
  ...withEdit({ ...row, edit }),
  ...publicStatus({ ...row, hiddenFrom }),
  ...(edit && { status: 'pending_approval', was: approvedBefore(row, edit) }),
  version: reviewVersion({ ...row, edit }),
  createdAt: row.createdAt.toISOString(),
  submittedAt: row.submittedAt.toISOString(),
  owner: owner && { ...owner, createdAt: owner.createdAt.toISOString(), otherGroups },
  can: groupAbilities({ ...row, edit }),
});

/** Lists groups of any status, newest first; pending ones longest waiting first. */
export function findGroups(db: Database, filter: Filter<typeof adminGroups>) {
  return filter.status === 'pending_approval'
    ? waitingGroups(db, filter)
    : newestGroups(db, filter);
}

type GroupFilter = Filter<typeof adminGroups>;

/** Filters each group of the queue in turn, since the queue is short. */
async function waitingGroups(db: Database, { q, organizer, limit, cursor }: GroupFilter) {
  const after = queueCursor.decode(cursor);
  const rows = await selectGroups(db)
    .where(
      and(
        sql`${groups.id} in ${idsToReview}`,
        ...wordPatterns(q ?? '').map((word) => sql`${groups.folded} ~ ${word}`),
        organizer && sql`not ${hasOrganiser}`,
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
  const words = wordPatterns(q ?? '');
  const search = wordSearch(groups, groups.folded, words);
  const match = and(
    search.match,
    status && eq(groups.status, boundParam('status', 'text')),
    // Admins read a group with its waiting edit.
    status === 'approved' ? isNull(groups.edit) : undefined,
    organizer && sql`not ${hasOrganiser}`,
  );
  const shape = [
    lettersOfWords(words),
    status && (status === 'approved' ? 'sa' : 's'),
    organizer,
    after && 'after',
    size,
  ];
  const list = statement(db, `admin_groups_${shape.filter(Boolean).join('_')}`, (sqlDb) =>
    selectGroups(sqlDb)
      .where(
        newestFirst({
          table: groups,
          key: groups.id,
          after,
          match,
          found: search.found,
          limit: size,
        }),
      )
      .orderBy(desc(groups.id)),
  );
  const rows = await list.execute({ ...wordValues('word', words), status, after: after?.[0] });
  const { items, next } = cutPage(rows, limit, (last) => idCursor.encode([last.id]));
  return { items: items.map(toGroup), next };
}
