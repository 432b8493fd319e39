import { membersAndAdmins, hiddenFromAccounts, hiddenFromMembers } from './roles.ts';
import type { Rows } from './fixture.ts';

export const comments = {
  'DELETE /api/events/:id/comments/:commentId': {
    request: ({ event, comment }) => ({
      params: { id: event.id, commentId: comment.id },
    }),
    answers: {
      ...membersAndAdmins('forbidden'),
      organiser: 204,
      owner: 204,
      admin: 204,
    },
    whileHidden: hiddenFromMembers(204),
  },
  'GET /api/events/:id/comments': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: membersAndAdmins(200),
    whileHidden: hiddenFromAccounts(200),
  },
  'POST /api/events/:id/comments': {
    request: ({ event }) => ({
      params: { id: event.id },
      body: { content: 'See you there' },
    }),
    answers: membersAndAdmins(201),
    whileHidden: hiddenFromAccounts(201),
  },
  'POST /api/events/:id/comments/:commentId/release': {
    request: ({ event, pendingComment }) => ({
      params: { id: event.id, commentId: pendingComment.id },
    }),
    answers: {
      ...membersAndAdmins('forbidden'),
      organiser: 204,
      owner: 204,
      admin: 204,
    },
    whileHidden: hiddenFromMembers(204),
  },
} satisfies Rows;
