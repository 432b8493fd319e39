import { adminSummary, reviewGroup } from '../../contract/admin.ts';
import { findGroup } from '../groups/queries.ts';
import { notFound } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import * as mutations from './mutations.ts';
import { summary } from './queries.ts';

export const adminRoutes = [
  route(adminSummary, async (_, { db, now }) => ok(await summary(db, now))),

  route(reviewGroup, async ({ params, body }, { db, viewer, now }) => {
    await mutations.reviewGroup(db, viewer, params.id, body, now);
    const group = await findGroup(db, viewer, params.id);
    if (!group) throw notFound('Group');
    return ok(group);
  }),
];
