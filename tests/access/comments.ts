import { membersAndAdmins, hiddenFromMembers } from './roles.ts';
import { forMembersAndAdmins, of, type Rows } from './rows.ts';

export const comments = {
  'DELETE /api/events/:id/comments/:commentId': {
    request: ({ event, comment }) => ({ params: { id: event.id, commentId: comment.id } }),
    answers: { ...membersAndAdmins('forbidden'), organiser: 204, owner: 204, admin: 204 },
    whileHidden: hiddenFromMembers(204),
  },
  'GET /api/events/:id/comments': forMembersAndAdmins(200, of('event')),
  'POST /api/events/:id/comments': forMembersAndAdmins(
    201,
    of('event', { content: 'See you there' }),
  ),
  'POST /api/events/:id/comments/:commentId/release': {
    request: ({ event, pendingComment }) => ({
      params: { id: event.id, commentId: pendingComment.id },
    }),
    answers: { ...membersAndAdmins('forbidden'), organiser: 204, owner: 204, admin: 204 },
    whileHidden: hiddenFromMembers(204),
  },
} satisfies Rows;
