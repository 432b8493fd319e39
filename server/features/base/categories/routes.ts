import { listCategories } from '#contract/base/categories.ts';
import { ok, route } from '#platform/http/route.ts';
import { allCategories } from './queries.ts';

export const categoryRoutes = [
  route(listCategories, async (_, { db, now }) => ok(await allCategories(db, now))),
];
