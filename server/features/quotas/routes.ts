import { getQuotas } from '../../../contract/quota-calls.ts';
import { ok, route } from '../../platform/http/route.ts';
import { quotaNotices } from './queries.ts';

export const quotaRoutes = [
  route(getQuotas, async (_, { db, viewer, config, now }) =>
    ok(await quotaNotices(db, viewer, config, now)),
  ),
];
