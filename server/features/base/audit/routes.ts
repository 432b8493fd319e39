import { getAuditFilters, listAudit } from '#contract/base/audit.ts';
import { ok, page, route } from '#platform/http/route.ts';
import { filterChoices, findEntries } from './queries.ts';

export const auditRoutes = [
  route(listAudit, async ({ query }, { db }) => page(await findEntries(db, query))),
  route(getAuditFilters, async (_, { db }) => ok(await filterChoices(db))),
];
