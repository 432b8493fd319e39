import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Block } from '#contract/trust/blocks.ts';
import { UserId } from '#contract/platform/values.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam } from '#platform/db/fast/statements.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { blocks } from './tables.ts';

/** Selects the people on the other side of a person's blocks, whichever of the two blocked. */
export const blockedWith = (person: SQL) => sql`
  select ${blocks.blockedId} as person from ${blocks} where ${blocks.userId} = ${person}
  union all select ${blocks.userId} from ${blocks} where ${blocks.blockedId} = ${person}`;

const viewerParam = boundParam('viewer', 'text');

/**
 * Excludes people with a block in either direction; the viewer is a placeholder unless given. The
 * blocked ids are read once per statement, not per row: a viewer without blocks pays two index
 * look-ups.
 */
export const isNotBlocked = (person: PgColumn | SQL, viewer = viewerParam) =>
  sql`${person} <> all (array(${blockedWith(viewer)}))`;

/** Tells whether one of two people has blocked the other. */
export async function areBlocked(db: Reader, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from (${blockedWith(sql`${one}::text`)}) apart where apart.person = ${other}`,
  );
  return rows.length > 0;
}

const blockCursor = cursorOf(z.tuple([CursorTime, UserId]));

/** Lists the members that the viewer has blocked, latest first. */
export async function blocksOf(
  db: Reader,
  viewer: Viewer,
  paging: { limit: number; cursor?: string | undefined },
) {
  const before = blockCursor.decode(paging.cursor);
  const rows = await db
    .select({ userId: blocks.blockedId, ...publicColumns, createdAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(
      and(
        eq(blocks.userId, viewer.id),
        before && sql`(${blocks.createdAt}, ${blocks.blockedId}) < (${before[0]}, ${before[1]})`,
      ),
    )
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(paging.limit + 1);
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    blockCursor.encode([last.createdAt.getTime(), last.userId]),
  );
  return {
    items: items.map((row): Block => ({ ...row, createdAt: row.createdAt.toISOString() })),
    next,
  };
}
