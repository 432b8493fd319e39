import { joinWaitlist, leaveWaitlist, letIn, listWaitlist } from '../../../contract/waitlist.ts';
import { created, noContent, ok, page, route } from '../../platform/http/route.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import { overRefusal } from '../events/policy/event.ts';
import { manageWaitlistRefusal } from '../events/policy/waitlist.ts';
import { eventFacts } from '../events/queries/event.ts';
import * as rsvps from '../rsvps/mutations/rsvps.ts';
import { settleOffers } from './mutations/offers.ts';
import * as turns from './mutations/turns.ts';
import { waitlistOf } from './queries/list.ts';
import { turnoutOf } from './queries/turnout.ts';

const going = { status: 'going' } as const;

export const waitlistRoutes = [
  route(listWaitlist, async ({ params, query }, { db, viewer, now }) => {
    const event = await eventFacts(db, viewer, params.id);
    if (!event) throw notFound('Event');
    demand(manageWaitlistRefusal(viewer, event));
    if (overRefusal(event, now)) return page({ items: [] });
    const { offersDue } = await turnoutOf(db, params.id, viewer.id, now);
    if (offersDue) await settleOffers(db, params.id, now);
    return page(await waitlistOf(db, params.id, query));
  }),

  route(joinWaitlist, async ({ params, body }, { db, viewer, now }) => {
    const { joined, ...turn } = await turns.joinWaitlist(db, viewer, params.id, body, now);
    return joined ? created(turn) : ok(turn);
  }),

  route(leaveWaitlist, async ({ params }, { db, viewer, now }) => {
    await turns.leaveWaitlist(db, viewer, params.id, now);
    return noContent();
  }),

  route(letIn, async ({ params }, { db, viewer, now }) => {
    const added = await rsvps.letIn(db, viewer, params.id, params.userId, now);
    return added ? created(going) : ok(going);
  }),
];
