import * as calls from '#contract/events/pending-review.ts';
import type { Context } from '#platform/http/context.ts';
import { noContent, page, route } from '#platform/http/route.ts';
import type { Viewer } from '#platform/viewer.ts';
import { decide } from './mutations.ts';
import { findPendingComments, findPendingContacts, findPendingMessages } from './queries.ts';

type DecideParameters = Parameters<typeof decide>;

const decideOn =
  (kind: DecideParameters[2], decision: DecideParameters[4]) =>
  async ({ params }: { params: { id: number } }, { db, viewer, now }: Context<Viewer>) => {
    await decide(db, viewer, kind, params.id, decision, now);
    return noContent();
  };

export const pendingReviewRoutes = [
  route(calls.pendingComments, async ({ query }, { db, viewer, now }) =>
    page(await findPendingComments(db, viewer, query, now)),
  ),
  route(calls.releaseComment, decideOn('comment', 'release')),
  route(calls.deletePendingComment, decideOn('comment', 'delete')),

  route(calls.pendingMessages, async ({ query }, { db, viewer, now }) =>
    page(await findPendingMessages(db, viewer, query, now)),
  ),
  route(calls.releaseMessage, decideOn('message', 'release')),
  route(calls.deletePendingMessage, decideOn('message', 'delete')),

  route(calls.pendingContacts, async ({ query }, { db, viewer }) =>
    page(await findPendingContacts(db, viewer, query)),
  ),
  route(calls.releaseContact, decideOn('contact', 'release')),
  route(calls.deletePendingContact, decideOn('contact', 'delete')),
];
