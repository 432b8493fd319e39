import { deleteComment, listComments, postComment } from '../../../contract/comments.ts';
import { commentRefusal } from '../events/policy.ts';
import { eventFacts } from '../events/queries.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import { created, noContent, page, route } from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { commentsOn } from './queries.ts';

export const commentRoutes = [
  route(listComments, async ({ params, query }, { db, viewer }) => {
    const event = await eventFacts(db, params.id, viewer);
    if (!event) throw notFound('Event');
    demand(commentRefusal(viewer, event));
    return page(await commentsOn(db, viewer, { ...event, id: params.id }, query));
  }),

  route(postComment, async ({ params, body }, context) =>
    created(await mutations.postComment(context, params.id, body.content)),
  ),

  route(deleteComment, async ({ params }, { db, viewer, now }) => {
    await mutations.deleteComment(db, viewer, params.id, params.commentId, now);
    return noContent();
  }),
];
