import { getNumbers, getWaiting } from '#contract/operations/site-stats.ts';
import { ok, route } from '#platform/http/route.ts';
import { currentNumbers, waitingFor } from './queries.ts';

export const numberRoutes = [
  route(getNumbers, async (_, { db, now }) => ok(await currentNumbers(db, now))),

  route(getWaiting, async (_, { db, viewer }) => ok(await waitingFor(db, viewer))),
];
