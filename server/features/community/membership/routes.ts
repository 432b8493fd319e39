import {
  changeMember,
  changeOwner,
  joinGroup,
  leaveGroup,
  listHiddenGroups,
  muteGroup,
  listMembers,
  removeMember,
  listUsers,
} from '#contract/community/membership.ts';
import { noContent, ok, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { seeGroupRefusal } from './policy.ts';
import { acquaintancesOf, hiddenGroupsOf, membersOf, requireGroup } from './queries/membership.ts';

export const membershipRoutes = [
  route(listMembers, async ({ params, query }, { db, viewer, signer }) => {
    const found = await requireGroup(db, viewer, params.id, seeGroupRefusal);
    const { next, ...members } = await membersOf(db, viewer, params.id, found, query, signer);
    return { ...ok(members), next };
  }),

  route(joinGroup, async ({ params, query, body }, { db, viewer, now }) => {
    const sent = { ...query, ...body };
    const { status, joined } = await mutations.join(db, viewer, params.id, sent, now);
    return { status: joined ? 201 : 200, body: { status } };
  }),

  route(leaveGroup, async ({ params }, { db, viewer, now }) => {
    await mutations.leave(db, viewer, params.id, now);
    return noContent();
  }),

  route(listHiddenGroups, async ({ query }, { db, viewer }) =>
    page(await hiddenGroupsOf(db, viewer, query)),
  ),

  route(muteGroup, async ({ params, body }, { db, viewer }) =>
    ok(await mutations.mute(db, viewer, params.id, body.muted)),
  ),

  route(changeMember, async ({ params, body }, { db, viewer, now }) =>
    ok(await mutations.changeMember(db, viewer, params.id, params.userId, body, now)),
  ),

  route(removeMember, async ({ params }, { db, viewer, now }) => {
    await mutations.removeMember(db, viewer, params.id, params.userId, now);
    return noContent();
  }),

  route(changeOwner, async ({ params, body }, { db, viewer, now }) => {
    await mutations.handOver(db, viewer, params.id, body.userId, now);
    return noContent();
  }),

  route(listUsers, async ({ query }, { db, viewer }) =>
    ok(await acquaintancesOf(db, viewer, query.ids)),
  ),
];
