import * as calls from '#contract/events/household.ts';
import { created, noContent, ok, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { householdInvitation, householdOf } from './queries.ts';

export const householdRoutes = [
  route(calls.listHousehold, async (_, { db, viewer }) => ok(await householdOf(db, viewer.id))),

  route(calls.addChild, async ({ body }, { db, viewer, now }) =>
    created(await mutations.addChild(db, viewer, body, now)),
  ),

  route(calls.changeChild, async ({ params, body }, { db, viewer }) =>
    ok(await mutations.changeChild(db, viewer, params.id, body)),
  ),

  route(calls.removeChild, async ({ params }, { db, viewer, now }) => {
    await mutations.removeAdult(db, viewer, { ...params, userId: viewer.id }, now);
    return noContent();
  }),

  route(calls.inviteAdult, async ({ params }, { db, viewer, origin, now }) =>
    created(await mutations.inviteAdult(db, viewer, params.id, origin, now)),
  ),

  route(calls.readHouseholdInvitation, async ({ body }, { db, viewer, now }) =>
    ok(await householdInvitation(db, viewer, body.token, now)),
  ),

  route(calls.acceptChild, async ({ body }, { db, viewer, now }) =>
    ok(await mutations.acceptChild(db, viewer, body.token, now)),
  ),

  route(calls.removeAdult, async ({ params }, { db, viewer, now }) => {
    await mutations.removeAdult(db, viewer, params, now);
    return noContent();
  }),
];
