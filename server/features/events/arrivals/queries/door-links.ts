import { asc, eq } from 'drizzle-orm';
import type { DoorLink } from '#contract/events/arrivals.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import type { Reader } from '#platform/db/database.ts';
import { linkEnds } from '../policy.ts';
import { doorLinks } from '../tables.ts';

export const isOfEvent = (eventId: number) => eq(doorLinks.eventId, eventId);

/** Lists the links of an event until they have ended. */
export async function doorLinksOf(
  db: Reader,
  event: Pick<EventFacts, 'id' | 'endTime'>,
  now: Date,
): Promise<DoorLink[]> {
  const expires = linkEnds(event);
  if (expires <= now) return [];
  const rows = await db
    .select({
      id: doorLinks.id,
      name: doorLinks.name,
      notes: doorLinks.notes,
      lastUsedAt: doorLinks.lastUsedAt,
    })
    .from(doorLinks)
    .where(isOfEvent(event.id))
    .orderBy(asc(doorLinks.id));
  return rows.map(({ lastUsedAt, ...link }) => ({
    ...link,
    expiresAt: expires.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
