import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { QuotaNotice } from '#contract/platform/quotas.ts';
import { Id, Instant, paging, paragraphs } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

export const Comment = z.strictObject({
  id: z.int().meta({ examples: [41] }),
  userId: z.string().nullable(),
  content: z.string(),
  createdAt: Instant,
  /** Absent once the author's account is deleted. */
  author: z.strictObject(publicProfile).nullable(),
  /** Set while it awaits review: only its author, organisers and admins see it. */
  held: z.literal(true).optional(),
  /** Set if an admin has hidden it: only its author and admins see it. */
  hidden: z.literal(true).optional(),
  /** Present in the answer to a new comment if little of the caller's quota is left. */
  quota: QuotaNotice.optional(),
  /** The caller's abilities over the comment. */
  can: z.strictObject({
    delete: z.boolean(),
    /** For organisers and admins, on another member's pending comment: to release or delete it. */
    review: z.literal(true).optional(),
    /** For admins: the author can be banned and their content removed. */
    cleanUp: z.literal(true).optional(),
  }),
});
export type Comment = z.infer<typeof Comment>;

export const CommentForm = z.object({
  content: paragraphs({
    min: 1,
    max: 2_000,
    tooShort: 'Comment cannot be empty',
    tooLong: 'A comment can have at most 2,000 characters',
  }),
});

export const CommentOrder = z.enum(['oldest', 'newest']);
export type CommentOrder = z.infer<typeof CommentOrder>;

/** Oldest first; with `newest`, pages go back in time from the latest. */
export const listComments = endpoint('GET /api/events/:id/comments', {
  summary: 'List the comments on an event',
  refuses: ['not_a_member'],

  mayLag: true,
  access: 'signed_in',
  params,
  query: z.object({ order: CommentOrder.default('oldest'), ...paging }),
  response: z.array(Comment),
});

export const postComment = endpoint('POST /api/events/:id/comments', {
  summary: 'Comment on an event',
  words: {
    done: ({ held }: Comment) =>
      held
        ? { title: 'Waiting for review', description: 'An admin will look at it first.' }
        : { title: 'Comment posted' },
  },
  answers: [201],
  refuses: ['not_a_member', 'profile_incomplete', 'quota'],

  once: true,
  access: 'signed_in',
  rate: 'write',
  params,
  body: CommentForm,
  response: Comment,
});

export const deleteComment = endpoint('DELETE /api/events/:id/comments/:commentId', {
  summary: 'Delete a comment',
  refuses: ['not_a_member'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, commentId: Id }),
});

/** For organisers and admins; the author gets an email. */
export const releaseEventComment = endpoint('POST /api/events/:id/comments/:commentId/release', {
  summary: 'Release a comment from review on its event',
  refuses: ['not_a_member'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id, commentId: Id }),
});
