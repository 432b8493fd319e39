import { and, eq, sql } from 'drizzle-orm';
import type { Comment } from '../../../contract/comments.ts';
import { publicColumns } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import type { Reader, Transaction } from '../../platform/db/database.ts';
import { given, statement } from '../../platform/db/fast/statements.ts';
import { deleteCommentRefusal, type EventFacts } from '../events/policy.ts';
import { cursorOf, cutPage, TimeAndId } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { heldOf } from '../moderation/queries.ts';
import { comments } from './tables.ts';

const commentCursor = cursorOf(TimeAndId);

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

type CommentRow = Awaited<ReturnType<typeof selectComments>>[number] & { held?: boolean };

export const toComment = (
  { held, ...row }: CommentRow,
  viewer: Viewer,
  event: EventFacts,
): Comment => ({
  ...row,
  ...(held && { held }),
  createdAt: row.createdAt.toISOString(),
  can: { delete: deleteCommentRefusal(viewer, event, row) === null },
});

const isAfter = sql`(${comments.createdAt}, ${comments.id}) > (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterId')}::int)`;

/** An event's comments, oldest first, and at their end what the viewer wrote and nobody else sees yet. */
export async function commentsOn(
  db: Reader,
  viewer: Viewer,
  event: EventFacts & { id: number },
  paging: { limit: number; cursor?: string | undefined },
) {
  const after = commentCursor.decode(paging.cursor);
  const list = statement(db, `comments_on_event${after ? '_after' : ''}`, (sqlDb) =>
    selectComments(sqlDb)
      .where(and(eq(comments.eventId, given('event', 'int')), after && isAfter))
      .orderBy(comments.createdAt, comments.id)
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    event: event.id,
    afterTime: after?.[0],
    afterId: after?.[1],
    limit: paging.limit + 1,
  });
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    commentCursor.encode([last.createdAt.getTime(), last.id]),
  );
  const own = next ? [] : await ownHeld(db, viewer, event.id);
  return { items: [...items, ...own].map((row) => toComment(row, viewer, event)), next };
}

/** What the viewer wrote and an admin has yet to look at; it stands after all that is there for everybody. */
async function ownHeld(db: Reader, viewer: Viewer, eventId: number): Promise<CommentRow[]> {
  const { firstName, profileImageUrl } = viewer;
  const found = await heldOf(db, eventId, viewer.id);
  return found.map((row) => ({ ...row, held: true, author: { firstName, profileImageUrl } }));
}

/** A comment of this event, held until the transaction ends. */
export async function lockedComment(tx: Transaction, eventId: number, commentId: number) {
  const [comment] = await tx
    .select({ userId: comments.userId })
    .from(comments)
    .where(and(eq(comments.id, commentId), eq(comments.eventId, eventId)))
    .for('update');
  return comment;
}
