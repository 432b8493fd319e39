import * as calls from '#contract/events/contact.ts';
import { accepted, noContent, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { findPendingContacts } from './queries.ts';

export const contactRoutes = [
  route(calls.contactOrganisers, async ({ params, body }, { db, viewer, attempt, config, now }) =>
    accepted(
      await mutations.contactOrganisers(db, viewer, params.id, { ...body, attempt }, config, now),
    ),
  ),

  route(calls.heldContacts, async ({ query }, { db, viewer }) =>
    page(await findPendingContacts(db, viewer, query)),
  ),

  route(calls.releaseContact, async ({ params }, { db, viewer, now }) => {
    await mutations.releaseContact(db, viewer, params.id, now);
    return noContent();
  }),

  route(calls.removeHeldContact, async ({ params }, { db, viewer, now }) => {
    await mutations.removeHeldContact(db, viewer, params.id, now);
    return noContent();
  }),
];
