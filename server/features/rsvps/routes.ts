import { attend, cancelRsvp, listAttendees, myRsvps, rsvpStatus } from '../../../contract/rsvps.ts';
import type { Database } from '../../platform/db/database.ts';
import { seeEventRefusal } from '../events/policy.ts';
import { eventFacts } from '../events/queries.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import { created, noContent, ok, page, route, type Viewer } from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { attendeesOf, eventIdsOf, isAttending } from './queries.ts';

const going = { status: 'going' } as const;

export const rsvpRoutes = [
  route(listAttendees, async ({ params, query }, { db, viewer }) => {
    await requireVisible(db, params.id, viewer);
    return page(await attendeesOf(db, params.id, viewer, query));
  }),

  route(rsvpStatus, async ({ params }, { db, viewer }) => {
    await requireVisible(db, params.eventId, viewer);
    return ok({ rsvped: viewer !== null && (await isAttending(db, params.eventId, viewer.id)) });
  }),

  route(attend, async ({ params }, { db, viewer, now }) => {
    const added = await mutations.attend(db, viewer, params.id, now);
    return added ? created(going) : ok(going);
  }),

  route(cancelRsvp, async ({ params }, { db, viewer }) => {
    await mutations.cancel(db, viewer, params.id);
    return noContent();
  }),

  route(myRsvps, async (_, { db, viewer }) => ok(await eventIdsOf(db, viewer.id))),
];

async function requireVisible(db: Database, eventId: number, viewer: Viewer | null): Promise<void> {
  const event = await eventFacts(db, eventId, viewer);
  if (!event) throw notFound('Event');
  demand(seeEventRefusal(viewer, event));
}
