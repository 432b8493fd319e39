import * as calls from '../../../contract/moderation.ts';
import { noContent, page, route } from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { findHeld, findHeldMessages } from './queries.ts';

export const moderationRoutes = [
  route(calls.heldComments, async ({ query }, { db, viewer, now }) =>
    page(await findHeld(db, viewer, query, now)),
  ),

  route(calls.releaseComment, async ({ params }, { db, viewer, now }) => {
    await mutations.releaseComment(db, viewer, params.id, now);
    return noContent();
  }),

  route(calls.removeHeldComment, async ({ params }, { db, viewer, now }) => {
    await mutations.removeHeldComment(db, viewer, params.id, now);
    return noContent();
  }),

  route(calls.heldMessages, async ({ query }, { db, viewer, now }) =>
    page(await findHeldMessages(db, viewer, query, now)),
  ),

  route(calls.releaseMessage, async ({ params }, { db, viewer, now }) => {
    await mutations.releaseMessage(db, viewer, params.id, now);
    return noContent();
  }),

  route(calls.removeHeldMessage, async ({ params }, { db, viewer, now }) => {
    await mutations.removeHeldMessage(db, viewer, params.id, now);
    return noContent();
  }),
];
