import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { rsvps } from '../rsvps/tables.ts';
import { outbox } from './tables.ts';

/** What members are told of, with the facts as they were when it happened. */
export interface Effects {
  group_reviewed: { groupId: number; status: 'approved' | 'rejected'; reason: string | null };
  request_received: { groupId: number; userId: string };
  request_approved: { groupId: number };
  request_declined: { groupId: number };
  organiser_made: { groupId: number };
  owner_made: { groupId: number };
  event_changed: { eventId: number; before: EventOutline; after: EventOutline };
  event_cancelled: { eventId: number; event: EventOutline };
}

export interface EventOutline {
  title: string;
  location: string;
  startTime: string;
  endTime: string;
}

/** Writes an effect in the transaction that causes it. */
export async function enqueue<K extends keyof Effects>(
  tx: Transaction,
  kind: K,
  recipientId: string,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await tx.insert(outbox).values({ kind, recipientId, payload, dueAt: now, createdAt: now });
}

/** One effect for each who goes to the event, but not for the one who caused it. */
export async function enqueueForAttendees<K extends keyof Effects>(
  tx: Transaction,
  kind: K,
  eventId: number,
  causedBy: string,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into ${outbox} (kind, recipient_id, payload, due_at, created_at)
    select ${kind}, ${rsvps.userId}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now}
    from ${rsvps}
    where ${and(eq(rsvps.eventId, eventId), ne(rsvps.userId, causedBy))}`);
}
