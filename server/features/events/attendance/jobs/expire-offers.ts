import type { Database } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { lockAndOfferPlaces } from '../mutations/offers.ts';
import { eventsToSettle } from '../queries/state.ts';

/**
 * Ends offers and waiting lists of events that nobody has opened meanwhile, and offers free places
 * to those who have joined since.
 * @returns the number of events it settled
 */
export const expireOffers = async (db: Database, now: Date): Promise<number> =>
  forEachItem(await eventsToSettle(db, now), (id) => lockAndOfferPlaces(db, id, now));
