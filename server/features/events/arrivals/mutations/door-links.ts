import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { makeDoorLink as makeCall } from '#contract/events/arrivals.ts';
import { hour, minute } from '#contract/platform/durations.ts';
import { doorHours } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { recordOnEvent } from '#features/events/events/mutations/record.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { DoorLinkFacts } from '#platform/http/context.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { attendanceRefusal, linkEnds, makeLinkRefusal, recordingRefusal } from '../policy.ts';
import { isOfEvent } from '../queries/door-links.ts';
import { lockRecording } from '../queries/door.ts';
import { doorLinks } from '../tables.ts';

/**
 * @returns the link with its address, which can't be read again
 * @throws Refusal `not_found`, `forbidden`, `conflict` for an event that is over or cancelled, where
 * the group doesn't record who comes, and at the limit
 */
export function makeDoorLink(
  db: Database,
  viewer: Viewer,
  eventId: number,
  { name, notes }: z.output<typeof makeCall.body>,
  origin: string,
  now: Date,
) {
  const token = newToken();
  return transaction(db, async (tx) => {
    const recording = await lockRecording(tx, eventId);
    const event = await lockForLinks(tx, viewer, eventId);
    demand(recordingRefusal(recording ?? false));
    demand(makeLinkRefusal(event, await tx.$count(doorLinks, isOfEvent(eventId)), now));
    const [made] = await tx
      .insert(doorLinks)
      .values({
        eventId,
        tokenHash: tokenHash(token),
        name,
        notes,
        createdById: viewer.id,
        createdAt: now,
      })
      .returning({ id: doorLinks.id });
    if (!made) throw new Error('an insert returned no row');
    await recordOnEvent(tx, viewer, event, 'door_link.make', { before: null, after: null }, now);
    const expiresAt = linkEnds(event).toISOString();
    return { id: made.id, name, notes, url: `${origin}/door/${token}`, expiresAt };
  });
}

/** @throws Refusal `not_found`, `forbidden` */
export async function endDoorLink(
  db: Database,
  viewer: Viewer,
  eventId: number,
  linkId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockForLinks(tx, viewer, eventId);
    const isIt = and(isOfEvent(eventId), eq(doorLinks.id, linkId));
    const ended = await tx.delete(doorLinks).where(isIt).returning({ id: doorLinks.id });
    if (ended.length === 0) throw notFound('Link');
    await recordOnEvent(tx, viewer, event, 'door_link.end', { before: null, after: null }, now);
  });
}

async function lockForLinks(tx: Transaction, viewer: Viewer, eventId: number) {
  const event = await lockEventFacts(tx, viewer, eventId);
  demand(attendanceRefusal(viewer, event));
  return event;
}

/** Finds the link of a token while it opens the door of its event, and records its use. */
export async function doorLinkOf(
  db: Database,
  token: string,
  now: Date,
): Promise<DoorLinkFacts | undefined> {
  const byHash = statement(db, 'door_link_by_hash', (sqlDb) =>
    sqlDb
      .select({
        id: doorLinks.id,
        eventId: doorLinks.eventId,
        name: doorLinks.name,
        notes: doorLinks.notes,
        lastUsedAt: doorLinks.lastUsedAt,
      })
      .from(doorLinks)
      .innerJoin(events, eq(events.id, doorLinks.eventId))
      .innerJoin(groups, eq(groups.id, events.groupId))
      .innerJoin(users, eq(users.id, doorLinks.createdById))
      .where(
        and(
          eq(doorLinks.tokenHash, sql.placeholder('hash')),
          eq(events.status, 'scheduled'),
          eq(groups.status, 'approved'),
          eq(users.isActive, true),
          lte(events.startTime, sql.placeholder('opens')),
          gt(events.endTime, sql.placeholder('closes')),
        ),
      ),
  );
  const [opens, closes] = [1, -1].map((sign) => new Date(now.getTime() + sign * doorHours * hour));
  const [link] = await byHash.execute({ hash: tokenHash(token), opens, closes });
  if (link && (!link.lastUsedAt || now.getTime() - link.lastUsedAt.getTime() >= minute))
    await db.update(doorLinks).set({ lastUsedAt: now }).where(eq(doorLinks.id, link.id));
  return link;
}
