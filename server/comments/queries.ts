import { and, eq, sql } from 'drizzle-orm';
import type { Comment } from '../../contract/comments.ts';
import { publicColumns } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import type { Reader } from '../db/database.ts';
import { CursorId, cursorOf, CursorTime, cutPage } from '../http/cursor.ts';
import { comments } from './tables.ts';

const commentCursor = cursorOf(CursorTime, CursorId);

const selectComments = (db: Reader) =>
  db
    .select({
      id: comments.id,
      userId: comments.userId,
      content: comments.content,
      createdAt: comments.createdAt,
      author: publicColumns,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId));

type CommentRow = Awaited<ReturnType<typeof selectComments>>[number];

const toComment = (row: CommentRow): Comment => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** An event's comments, oldest first. */
export async function commentsOn(
  db: Reader,
  eventId: number,
  paging: { limit: number; cursor?: string | undefined },
) {
  const after = commentCursor.decode(paging.cursor);
  const rows = await selectComments(db)
    .where(
      and(
        eq(comments.eventId, eventId),
        after && sql`(${comments.createdAt}, ${comments.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(comments.createdAt, comments.id)
    .limit(paging.limit + 1);
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    commentCursor.encode(last.createdAt.getTime(), last.id),
  );
  return { items: items.map(toComment), next };
}
