import {
  changeGroup,
  createGroup,
  getGroup,
  listGroups,
  myGroups,
  updateGroup,
} from '../../../contract/groups.ts';
import { created, ok, page, route } from '../../platform/http/route.ts';
import { changeUnreviewed, editGroup, startGroup } from './mutations.ts';
import { findGroups, groupsOf, readGroup } from './queries.ts';

export const groupRoutes = [
  route(listGroups, async ({ query }, { db, viewer }) => page(await findGroups(db, viewer, query))),

  route(getGroup, async ({ params }, { db, viewer, config }) =>
    ok(await readGroup(db, viewer, params.id, config)),
  ),

  route(createGroup, async ({ body }, context) => {
    const { db, viewer, attempt, config, now } = context;
    const id = await startGroup(db, viewer, body, attempt, config, now);
    return created(await readGroup(db, viewer, id, config));
  }),

  route(updateGroup, async ({ params, body }, context) => {
    const { db, viewer, config, now } = context;
    await editGroup(db, viewer, params.id, body, config, now);
    return ok(await readGroup(db, viewer, params.id, config));
  }),

  route(changeGroup, async ({ params, body }, { db, viewer, config, now }) => {
    await changeUnreviewed(db, viewer, params.id, body, now);
    return ok(await readGroup(db, viewer, params.id, config));
  }),

  route(myGroups, async ({ query }, { db, viewer }) => page(await groupsOf(db, viewer, query))),
];
