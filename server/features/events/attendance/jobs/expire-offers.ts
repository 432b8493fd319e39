import { sql } from 'drizzle-orm';
import { mostGuests } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { events } from '#features/events/events/tables.ts';
import { lockAndOfferPlaces } from '../mutations/offers.ts';
import { lastStretch } from '../policy/offer-clock.ts';
import { guestRsvps, waitlist } from '../tables.ts';

/**
 * Expires offers and ends waiting lists of events that nobody has opened meanwhile, and offers free
 * places to entries added since.
 * @returns the number of events it settled
 */
export async function expireOffersEverywhere(db: Database, now: Date): Promise<number> {
  const due = await eventsDue(db, now);
  return forEachItem(due, (id) => lockAndOfferPlaces(db, id, now));
}

async function eventsDue(db: Database, now: Date): Promise<number[]> {
  const closing = sql`least(${events.startTime}, ${events.rsvpClosesAt})`;
  const soon = new Date(now.getTime() + lastStretch);
  const { rows } = await db.execute<{ id: number }>(sql`
    with entries as not materialized (
      select event_id, guests, offer_expires_at, last_places_of from ${waitlist}
      union all select event_id, guests, offer_expires_at, last_places_of from ${guestRsvps}
      where turn is not null)
    select event_id as id from entries where offer_expires_at <= ${now}
    union
    select ${events.id} from entries join ${events} on ${events.id} = event_id
    where ${events.status} = 'cancelled' or ${events.endTime} <= ${now}
      or ${closing} > ${now} and ${closing} <= ${soon} and last_places_of is distinct from ${closing}
      or ${closing} > ${soon} and offer_expires_at is null
      and guests < coalesce(${events.capacity} - ${events.placesTaken}, ${mostGuests + 1})
    order by id`);
  return rows.map(({ id }) => id);
}
