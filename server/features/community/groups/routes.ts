import {
  changeGroup,
  changeGroupSwitches,
  countGroups,
  createGroup,
  getGroup,
  listGroups,
  myGroups,
  updateGroup,
} from '#contract/community/groups.ts';
import { listCategories } from '#contract/base/categories.ts';
import { getQuotas } from '#contract/base/quota-calls.ts';
import { created, ok, page, route } from '#platform/http/route.ts';
import { changeUnreviewed, startGroup } from './mutations/groups.ts';
import { editGroup } from './mutations/editing.ts';
import { isReviewed } from './policy.ts';
import { countFound, findGroups, groupsOf, readGroup } from './queries/groups.ts';
import { allCategories } from './queries/categories.ts';
import { quotaNotices } from './queries/quota.ts';

export const groupRoutes = [
  route(listGroups, async ({ query }, { db, viewer, signer }) =>
    page(await findGroups(db, viewer, query, signer)),
  ),

  route(countGroups, async ({ query }, { db }) => ok(await countFound(db, query))),

  route(getGroup, async ({ params }, { db, viewer, config, signer }) =>
    ok(await readGroup(db, viewer, params.id, config, signer)),
  ),

  route(createGroup, async ({ body }, context) => {
    const { db, viewer, attempt, config, signer, now } = context;
    const id = await startGroup(db, viewer, body, attempt, config, now);
    return created(await readGroup(db, viewer, id, config, signer));
  }),

  route(updateGroup, async ({ params, body }, context) => {
    const { db, viewer, config, signer, now } = context;
    await editGroup(db, viewer, params.id, body, config, now);
    return ok(await readGroup(db, viewer, params.id, config, signer));
  }),

  route(changeGroup, async ({ params, body }, context) => {
    const { db, viewer, config, signer, now } = context;
    if (isReviewed(body)) await editGroup(db, viewer, params.id, body, config, now);
    else await changeUnreviewed(db, viewer, params.id, body, now);
    return ok(await readGroup(db, viewer, params.id, config, signer));
  }),

  route(changeGroupSwitches, async ({ params, body }, context) => {
    const { db, viewer, config, signer, now } = context;
    await changeUnreviewed(db, viewer, params.id, body, now);
    return ok(await readGroup(db, viewer, params.id, config, signer));
  }),

  route(myGroups, async ({ query }, { db, viewer, config, now }) =>
    page(await groupsOf(db, viewer, query, config, now)),
  ),

  route(getQuotas, async (_, { db, viewer, config, now }) =>
    ok(await quotaNotices(db, viewer, config, now)),
  ),

  route(listCategories, async (_, { db, now }) => ok(await allCategories(db, now))),
];
