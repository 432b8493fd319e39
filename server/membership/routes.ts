import { joinGroup, leaveGroup, listMembers } from '../../contract/membership.ts';
import { demand, notFound } from '../http/refusal.ts';
import { noContent, ok, route } from '../http/route.ts';
import { join, leave } from './mutations.ts';
import { seeGroupRefusal } from './policy.ts';
import { membersOf, standingIn } from './queries.ts';

export const membershipRoutes = [
  route(listMembers, async ({ params }, { db, viewer }) => {
    const standing = await standingIn(db, params.id, viewer);
    if (!standing) throw notFound('Group');
    demand(seeGroupRefusal(viewer, standing.group, standing.membership));
    return ok(await membersOf(db, params.id, viewer, standing.membership));
  }),

  route(joinGroup, async ({ params }, { db, viewer, now }) => {
    const { status, joined } = await join(db, viewer, params.id, now);
    return { status: joined ? 201 : 200, body: { status } };
  }),

  route(leaveGroup, async ({ params }, { db, viewer, now }) => {
    await leave(db, viewer, params.id, now);
    return noContent();
  }),
];
