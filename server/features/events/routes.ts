import {
  cancelEvent,
  createEvent,
  eventCalendar,
  getEvent,
  listEvents,
  listGroupEvents,
  myEvents,
  updateEvent,
} from '../../../contract/events.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import { created, noContent, ok, page, route, type Context } from '../../platform/http/route.ts';
import { seeGroupRefusal } from '../membership/policy.ts';
import { standingIn } from '../membership/queries.ts';
import { eventIcs } from '../../platform/calendar/ics.ts';
import * as mutations from './mutations.ts';
import { eventsAttended, eventsOfGroup, findEvent, findEvents, revisionOf } from './queries.ts';

export const eventRoutes = [
  route(listEvents, async ({ query }, { db, viewer, now }) =>
    page(await findEvents(db, viewer, query, now)),
  ),

  route(getEvent, async ({ params }, context) => ok(await eventFor(context, params.id))),

  route(listGroupEvents, async ({ params, query }, { db, viewer, now }) => {
    const standing = await standingIn(db, params.groupId, viewer);
    if (!standing) throw notFound('Group');
    demand(seeGroupRefusal(viewer, standing.group, standing.membership));
    return page(await eventsOfGroup(db, viewer, params.groupId, query, now));
  }),

  route(createEvent, async ({ body }, context) => {
    const id = await mutations.createEvent(context, body);
    return created(await eventFor(context, id));
  }),

  route(updateEvent, async ({ params, body }, context) => {
    await mutations.changeEvent(context, params.id, body);
    return ok(await eventFor(context, params.id));
  }),

  route(cancelEvent, async ({ params }, { db, viewer, now }) => {
    await mutations.callOff(db, viewer, params.id, now);
    return noContent();
  }),

  route(eventCalendar, async ({ params }, context) => {
    const event = await eventFor(context, params.id);
    const revision = await revisionOf(context.db, params.id);
    return {
      ...ok(eventIcs(event, revision, context.origin, context.now)),
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="event-${event.id}.ics"`,
      },
    };
  }),

  route(myEvents, async ({ query }, { db, viewer, now }) =>
    page(await eventsAttended(db, viewer, query, now)),
  ),
];

async function eventFor({ db, viewer, now }: Context, id: number) {
  const event = await findEvent(db, viewer, id, now);
  if (!event) throw notFound('Event');
  return event;
}
