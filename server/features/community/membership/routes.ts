import {
  changeMember,
  changeOwner,
  downloadMembers,
  joinGroup,
  leaveGroup,
  listHiddenGroups,
  muteGroup,
  listMembers,
  removeMember,
  listUsers,
} from '#contract/community/membership.ts';
import { demand } from '#platform/refusal.ts';
import { noContent, ok, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { searchMembersRefusal, seeGroupRefusal, sortMembersRefusal } from './policy.ts';
import { memberFileOf } from './queries/managed.ts';
import { membersOf } from './queries/members.ts';
import {
  acquaintancesOf,
  hiddenGroupsOf,
  requireGroup,
  requireManager,
} from './queries/membership.ts';

export const membershipRoutes = [
  route(listMembers, async ({ params, query }, { db, viewer, signer, now }) => {
    const { id } = params;
    const found = { id, ...(await requireGroup(db, viewer, id, seeGroupRefusal)) };
    const isSearch = query.q || query.sort || query.filter;
    if (isSearch) demand(searchMembersRefusal(viewer, found.group, found.membership));
    demand(sortMembersRefusal(query.sort, found.group));
    const { next, ...members } = await membersOf(db, viewer, found, query, signer, now);
    return { ...ok(members), next };
  }),

  route(downloadMembers, async ({ params }, { db, viewer }) => {
    await requireManager(db, viewer, params.id);
    return {
      ...ok(await memberFileOf(db, params.id)),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="members-${params.id}.csv"`,
      },
    };
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
