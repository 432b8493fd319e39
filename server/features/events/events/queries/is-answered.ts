import { sql } from 'drizzle-orm';
import { isAnsweredByAny } from '#features/events/attendance/queries/rsvps.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import type { Reader } from '#platform/db/database.ts';

/** Tells whether anybody has answered for an event, or written under it. */
export async function isAnswered(db: Reader, eventId: number): Promise<boolean> {
  const { rows } = await db.execute<{ answered: boolean }>(sql`
    select ${isAnsweredByAny(eventId)}
      or exists (select from ${comments} where ${comments.eventId} = ${eventId})
      or exists (select from ${heldComments} where ${heldComments.eventId} = ${eventId}) as answered`);
  return rows[0]?.answered ?? false;
}
