import {
  createGroup,
  getGroup,
  listGroups,
  myGroups,
  updateGroup,
} from '../../../contract/groups.ts';
import { notFound } from '../../platform/refusal.ts';
import { created, ok, page, route, type Context } from '../../platform/http/route.ts';
import { editGroup, startGroup } from './mutations.ts';
import { findGroup, findGroups, groupsOf } from './queries.ts';

export const groupRoutes = [
  route(listGroups, async ({ query }, { db, viewer }) => page(await findGroups(db, viewer, query))),

  route(getGroup, async ({ params }, context) => ok(await groupFor(context, params.id))),

  route(createGroup, async ({ body }, context) => {
    const id = await startGroup(context, body);
    return created(await groupFor(context, id));
  }),

  route(updateGroup, async ({ params, body }, context) => {
    await editGroup(context, params.id, body);
    return ok(await groupFor(context, params.id));
  }),

  route(myGroups, async ({ query }, { db, viewer }) => page(await groupsOf(db, viewer, query))),
];

async function groupFor({ db, viewer }: Context, id: number) {
  const group = await findGroup(db, viewer, id);
  if (!group) throw notFound('Group');
  return group;
}
