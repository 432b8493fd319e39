import { sql } from 'drizzle-orm';
import { mostGuests } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { lockAndOfferPlaces } from '../mutations/offers.ts';
import { lastStretch } from '../policy/offer-clock.ts';
import { waitlist } from '../tables.ts';

/**
 * Expires offers and ends waiting lists of events that nobody has opened meanwhile, and offers free
 * places to entries added since.
 * @returns the number of events it settled
 */
export async function expireOffersEverywhere(db: Database, now: Date): Promise<number> {
  const due = await eventsDue(db, now);
  for (const id of due) await lockAndOfferPlaces(db, id, now);
  return due.length;
}

async function eventsDue(db: Database, now: Date): Promise<number[]> {
  const closing = sql`least(${events.startTime}, ${events.rsvpClosesAt})`;
  const soon = new Date(now.getTime() + lastStretch);
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${waitlist.eventId} as id from ${waitlist} where ${waitlist.offerExpiresAt} <= ${now}
    union
    select ${events.id} from ${waitlist} join ${events} on ${events.id} = ${waitlist.eventId}
    where ${events.status} = 'cancelled' or ${events.endTime} <= ${now}
      or ${closing} > ${now} and ${closing} <= ${soon}
      and ${waitlist.lastPlacesOf} is distinct from ${closing}
      or ${closing} > ${soon} and ${waitlist.offerExpiresAt} is null
      and ${waitlist.guests} < coalesce(${events.capacity} - ${events.placesTaken}, ${mostGuests + 1})
    order by id`);
  return rows.map(({ id }) => id);
}
