import * as calls from '#contract/events/contact.ts';
import { accepted, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';

export const contactRoutes = [
  route(calls.contactOrganisers, async ({ params, body }, { db, viewer, attempt, config, now }) =>
    accepted(
      await mutations.contactOrganisers(db, viewer, params.id, { ...body, attempt }, config, now),
    ),
  ),
];
