import { getLastVenue, listEventTowns } from '#contract/events/event-search.ts';
import { listMonth } from '#contract/events/event-month.ts';
import {
  cancelEvent,
  createEvent,
  countEvents,
  eventCalendar,
  getEvent,
  listEvents,
  listGroupEvents,
  myEvents,
  restoreEvent,
  suggestSearches,
  updateEvent,
  type Event,
} from '#contract/events/events.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Context, Reply } from '#platform/http/context.ts';
import { created, noContent, ok, page, route } from '#platform/http/route.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { seeGroupRefusal } from '#features/community/membership/policy.ts';
import { groupAndMembership } from '#features/community/membership/queries/membership.ts';
import { calendarOf } from './policy/ics.ts';
import { adoptAtLook } from '#features/events/guests/mutations/adopt.ts';
import { lockAndOfferPlaces } from '#features/events/attendance/mutations/offers.ts';
import * as cancelling from './mutations/cancelling.ts';
import { guestKeyName, noGuestKey } from '#features/events/guests/policy.ts';
import { knownGuestAt } from '#features/events/guests/queries.ts';
import * as mutations from './mutations/events.ts';
import { findEvent, readEvent, withCalendarFacts } from './queries/event.ts';
import { findMonth } from './queries/month.ts';
import { townsWithEvents } from './queries/near.ts';
import { groupEventsOncePerSeries } from './queries/series-once.ts';
import { eventsAsking, eventsHosted, lastVenue } from './queries/hosted.ts';
import { hyphenated, searchesSpeltLike } from './queries/spellings.ts';
import { countFound, eventsAttended, eventsOfGroup, findEvents } from './queries/list.ts';

export const eventRoutes = [
  route(listEvents, async ({ query }, { db, viewer, now }) =>
    page(await findEvents(db, viewer, await hyphenated(db, query, now), now)),
  ),

  route(countEvents, async ({ query }, { db, viewer, now }) =>
    ok(await countFound(db, viewer, await hyphenated(db, query, now), now)),
  ),

  route(listEventTowns, async ({ query }, { db, now }) =>
    ok(await townsWithEvents(db, query.near, now)),
  ),

  route(suggestSearches, async ({ query }, { db, viewer, now }) =>
    ok(await searchesSpeltLike(db, viewer, query, now)),
  ),

  route(listMonth, async ({ query }, { db, viewer, now }) =>
    ok(await findMonth(db, viewer, await hyphenated(db, query, now), now)),
  ),

  route(getEvent, async ({ params }, context) =>
    withKnownGuest(await eventFor(context, params.id), context),
  ),

  route(listGroupEvents, async ({ params, query }, { db, viewer, now }) => {
    const found = await groupAndMembership(db, viewer, params.groupId);
    if (!found) throw notFound('Group');
    demand(seeGroupRefusal(viewer, found.group, found.membership));
    const once = query.series === 'next' && query.when === 'upcoming';
    const list = once ? groupEventsOncePerSeries : eventsOfGroup;
    return page(await list(db, viewer, params.groupId, query, now));
  }),

  route(getLastVenue, async ({ params, query }, { db, viewer }) => {
    const found = await groupAndMembership(db, viewer, params.id);
    if (!found) throw notFound('Group');
    demand(seeGroupRefusal(viewer, found.group, found.membership));
    demand(createEventRefusal(found.membership));
    return ok(await lastVenue(db, params.id, query.location));
  }),

  route(createEvent, async ({ body }, context) => {
    const { db, viewer, attempt, config, now } = context;
    const id = await mutations.createEvent(db, viewer, body, attempt, config, now);
    return created(await eventFor(context, id));
  }),

  route(updateEvent, async ({ params, body }, context) => {
    const { db, viewer, config, now } = context;
    await mutations.changeEvent(db, viewer, params.id, body, config, now);
    return ok(await eventFor(context, params.id));
  }),

  route(cancelEvent, async ({ params, body }, { db, viewer, now }) => {
    await cancelling.cancelInTransaction(db, viewer, params.id, body.reason ?? null, now);
    return noContent();
  }),

  route(restoreEvent, async ({ params }, context) => {
    const { db, viewer, config, now } = context;
    await cancelling.restoreEvent(db, viewer, params.id, config, now);
    return ok(await eventFor(context, params.id));
  }),

  route(eventCalendar, async ({ params }, context) => {
    const event = await eventFor(context, params.id);
    const entries = await withCalendarFacts(context.db, [event]);
    return {
      ...ok(calendarOf(entries, context.origin, context.now)),
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="event-${event.id}.ics"`,
      },
    };
  }),

  route(myEvents, async ({ query }, context) => {
    const { db, viewer, now } = context;
    if (query.asking) return page(await eventsAsking(db, viewer, query, now));
    if (!query.hosting) await adoptAtLook(db, viewer, undefined, context, now);
    return page(await (query.hosting ? eventsHosted : eventsAttended)(db, viewer, query, now));
  }),
];

/**
 * Adds the guest whom a signed-out browser knows at the event. Their answer is in no cache. A replica
 * may not know them yet, so their key stays.
 */
async function withKnownGuest(
  event: Event,
  { db, viewer, replicaReads, pathKey, now }: Context,
): Promise<Reply<Event>> {
  const token = viewer ? undefined : pathKey(guestKeyName(event.id));
  if (token === undefined) return ok(event);
  const known = await knownGuestAt(db, event.id, token, now);
  const headers = { 'cache-control': 'private, no-store' };
  if (!known && replicaReads) return { ...ok(event), headers };
  return {
    ...ok(known ? { ...event, knownGuest: known.guest } : event),
    headers,
    pathKey: known?.key ?? noGuestKey(event.id),
  };
}

async function eventFor(context: Context, id: number): Promise<Event> {
  const { db, viewer, replicaReads, config, now } = context;
  const found = await readEvent(db, viewer, id, config, now);
  if (!found) throw notFound('Event');
  const isAdopted = found.hasGuestRsvp && (await adoptAtLook(db, viewer, id, context, now));
  // A replica takes no changes, so the job expires offers instead.
  const isDue = found.hasExpiredOffers && !replicaReads;
  if (isDue) await lockAndOfferPlaces(db, id, now);
  if (!isDue && !isAdopted) return found.event;
  return (await findEvent(db, viewer, id, config, now)) ?? found.event;
}
