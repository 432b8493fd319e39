import {
  deleteComment,
  listComments,
  postComment,
  releaseEventComment,
} from '#contract/events/comments.ts';
import { commentRefusal } from '#features/events/events/policy/comment.ts';
import { requireEvent } from '#features/events/events/queries/event.ts';
import { demand } from '#platform/refusal.ts';
import { created, noContent, page, route } from '#platform/http/route.ts';
import * as mutations from './mutations.ts';
import { commentsOn } from './queries.ts';

export const commentRoutes = [
  route(listComments, async ({ params, query }, { db, viewer }) => {
    const event = await requireEvent(db, viewer, params.id);
    demand(commentRefusal(viewer, event));
    return page(await commentsOn(db, viewer, { ...event, id: params.id }, query));
  }),

  route(postComment, async ({ params, body }, { db, viewer, attempt, config, now }) =>
    created(await mutations.postComment(db, viewer, params.id, { ...body, attempt }, config, now)),
  ),

  route(deleteComment, async ({ params }, { db, viewer, now }) => {
    await mutations.deleteComment(db, viewer, params.id, params.commentId, now);
    return noContent();
  }),

  route(releaseEventComment, async ({ params }, { db, viewer, now }) => {
    await mutations.releaseEventComment(db, viewer, params.id, params.commentId, now);
    return noContent();
  }),
];
