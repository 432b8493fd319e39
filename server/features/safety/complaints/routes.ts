import * as calls from '#contract/safety/complaints.ts';
import { created, ok, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { findComplaints } from './queries.ts';

export const complaintRoutes = [
  route(calls.complain, async ({ body }, { db, viewer, now }) =>
    created(await mutations.complain(db, viewer, body, now)),
  ),

  route(calls.listComplaints, async ({ query }, { db, now }) =>
    page(await findComplaints(db, query, now)),
  ),

  route(calls.answerComplaint, async ({ params, body }, { db, viewer, now }) =>
    ok(await mutations.answerComplaint(db, viewer, params.id, body.outcome, now)),
  ),
];
