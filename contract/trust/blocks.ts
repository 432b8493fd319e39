import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { Instant, paging, UserId } from '#contract/platform/values.ts';

const params = z.object({ id: UserId });

/**
 * The blocked member is not notified, and neither sees the other from now on. Repeating the call is
 * harmless.
 */
export const blockMember = endpoint('PUT /api/users/:id/block', {
  summary: 'Block a member',
  refuses: ['conflict'],

  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
});

/** Ends the caller's own block, if any; one by the other member stays. */
export const unblockMember = endpoint('DELETE /api/users/:id/block', {
  summary: 'Unblock a member',

  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
});

export const Block = z.strictObject({
  userId: z.string(),
  ...publicProfile,
  createdAt: Instant,
});
export type Block = z.infer<typeof Block>;

/**
 * The members whom the caller has blocked, newest first; never the members who have blocked the
 * caller.
 */
export const listBlocks = endpoint('GET /api/user/blocks', {
  summary: 'List the members you have blocked',

  access: 'signed_in',
  query: z.object(paging),
  response: z.array(Block),
});
