import { mailLeaves } from '#platform/config.ts';
import * as calls from '#contract/events/messages.ts';
import { accepted, noContent, ok, page, route } from '#platform/http/route.ts';
import { demand, notFound } from '#platform/refusal.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { eventFacts } from '#features/events/events/queries/event.ts';
import { requireGroup } from '#features/community/membership/queries/membership.ts';
import * as mutations from './mutations.ts';
import { messageRefusal } from '#features/community/groups/policy.ts';
import { audienceSizes, groupOfEvent, messagesOf } from './queries.ts';

export const messageRoutes = [
  route(calls.messageGroup, async ({ params, body }, { db, viewer, attempt, config, now }) =>
    accepted(
      await mutations.writeToGroup(db, viewer, params.id, { ...body, attempt }, config, now),
    ),
  ),

  route(calls.messageEvent, async ({ params, body }, { db, viewer, attempt, config, now }) =>
    accepted(
      await mutations.writeToEvent(db, viewer, params.id, { ...body, attempt }, config, now),
    ),
  ),

  route(calls.undoMessage, async ({ params }, { db, viewer, now }) => {
    await mutations.undoMessage(db, viewer, params.id, now);
    return noContent();
  }),

  route(calls.listAudiences, async ({ params, query }, { db, viewer, config }) => {
    await requireGroup(db, viewer, params.id, messageRefusal);
    const eventId = query.eventId ?? null;
    if (eventId !== null) {
      const event = await eventFacts(db, viewer, eventId);
      if (!event || (await groupOfEvent(db, eventId)) !== params.id) throw notFound('Event');
      demand(seeEventRefusal(viewer, event));
    }
    const about = { groupId: params.id, eventId, sentById: viewer.id };
    return ok(await audienceSizes(db, about, mailLeaves(config)));
  }),

  route(calls.listMessages, async ({ params, query }, { db, viewer }) => {
    await requireGroup(db, viewer, params.id, messageRefusal);
    return page(await messagesOf(db, viewer, params.id, query));
  }),
];
