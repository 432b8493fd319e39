import {
  attend,
  cancelRsvp,
  doorList,
  listAttendees,
  myRsvps,
  rsvpStatus,
} from '../../../contract/rsvps.ts';
import type { Database } from '../../platform/db/database.ts';
import { seeEventRefusal } from '../events/policy/event.ts';
import { searchAttendeesRefusal } from '../events/policy/rsvp.ts';
import { eventFacts } from '../events/queries/event.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import { created, noContent, ok, page, route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/viewer.ts';
import * as mutations from './mutations/rsvps.ts';
import { attendeesOf, doorListOf, eventIdsOf, isAttending } from './queries.ts';

const going = { status: 'going' } as const;

export const rsvpRoutes = [
  route(listAttendees, async ({ params, query }, { db, viewer, signer }) => {
    const event = await visibleEvent(db, viewer, params.id);
    if (query.q) demand(searchAttendeesRefusal(viewer, event));
    return page(await attendeesOf(db, viewer, event, query, signer));
  }),

  route(rsvpStatus, async ({ params }, { db, viewer }) => {
    await visibleEvent(db, viewer, params.eventId);
    return ok({ rsvped: viewer !== null && (await isAttending(db, params.eventId, viewer.id)) });
  }),

  route(attend, async ({ params, body }, { db, viewer, now }) => {
    const added = await mutations.attend(db, viewer, params.id, body, now);
    return added ? created(going) : ok(going);
  }),

  route(cancelRsvp, async ({ params }, { db, viewer, now }) => {
    await mutations.cancel(db, viewer, params.id, now);
    return noContent();
  }),

  route(doorList, async ({ params }, { db, viewer }) => {
    const event = await visibleEvent(db, viewer, params.id);
    demand(searchAttendeesRefusal(viewer, event));
    return {
      ...ok(await doorListOf(db, params.id)),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="door-list-${params.id}.csv"`,
      },
    };
  }),

  route(myRsvps, async (_, { db, viewer }) => ok(await eventIdsOf(db, viewer.id))),
];

async function visibleEvent(db: Database, viewer: Viewer | null, eventId: number) {
  const event = await eventFacts(db, viewer, eventId);
  if (!event) throw notFound('Event');
  demand(seeEventRefusal(viewer, event));
  return event;
}
