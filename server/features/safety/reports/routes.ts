import { listHidden } from '#contract/safety/hidden.ts';
import * as calls from '#contract/safety/reports.ts';
import { notFound } from '#platform/refusal.ts';
import { created, ok, page, route } from '#platform/http/route.ts';
import { appeal } from './mutations/appeal.ts';
import { decide, openCase } from './mutations/decide.ts';
import { report } from './mutations/report.ts';
import { findCases } from './queries/cases.ts';
import { caseDetail } from './queries/detail.ts';
import { figuresAsCsv } from './queries/figures.ts';
import { hiddenOf } from './queries/hidden.ts';
import { reportsBy, sideFor, viewOf } from './queries/sides.ts';
import { subjectFor } from './queries/visible-subject.ts';

export const reportRoutes = [
  route(calls.report, async ({ body }, { db, viewer, config, now }) =>
    created(await report(db, viewer, body, config, now)),
  ),

  route(calls.getReportSubject, async ({ params }, { db, viewer }) =>
    ok(await subjectFor(db, viewer, params)),
  ),

  route(calls.getReport, async ({ params, query }, { db, viewer, signer }) => {
    const side = await sideFor(db, viewer, params.reference, query.token, signer);
    const view = await viewOf(db, side);
    if (!view) throw notFound('Report');
    return ok(view);
  }),

  route(calls.listOwnReports, async ({ query }, { db, viewer }) =>
    page(await reportsBy(db, viewer, query)),
  ),

  route(listHidden, async (_, { db, viewer }) => ok(await hiddenOf(db, viewer))),

  route(calls.appealReport, async ({ params, body }, { db, viewer, signer, config, now }) =>
    created(await appeal(db, viewer, { ...params, ...body }, signer, config, now)),
  ),

  route(calls.listReports, async ({ query }, { db, config }) =>
    page(await findCases(db, query, config)),
  ),

  route(calls.getReportCase, async ({ params }, { db, viewer, config, now }) =>
    ok(await caseDetail(db, viewer, params.id, config, now)),
  ),

  route(calls.decideReport, async ({ params, body }, { db, viewer, config, now }) => {
    if ('state' in body) await openCase(db, viewer, params.id, now);
    else await decide(db, viewer, params.id, body, config, now);
    return ok(await caseDetail(db, viewer, params.id, config, now));
  }),

  route(calls.reportFigures, async (_, { db }) => ({
    ...ok(await figuresAsCsv(db)),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="reports.csv"',
    },
  })),
];
