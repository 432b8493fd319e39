import { sql } from 'drizzle-orm';
import { hasStatus } from '#features/events/attendance/queries/rsvps.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import type { Reader } from '#platform/db/database.ts';

/** Tells whether anybody has answered for an event, or written under it. */
export async function isAnswered(db: Reader, eventId: number): Promise<boolean> {
  const { rows } = await db.execute<{ answered: boolean }>(sql`
    select exists (select from ${rsvps} where ${rsvps.eventId} = ${eventId} and not ${hasStatus('unconfirmed')})
      or exists (select from ${comments} where ${comments.eventId} = ${eventId})
      or exists (select from ${heldComments} where ${heldComments.eventId} = ${eventId}) as answered`);
  return rows[0]?.answered ?? false;
}
