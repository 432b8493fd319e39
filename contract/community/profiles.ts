import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { Named, UserId } from '#contract/platform/values.ts';

/**
 * The profile that one member may read of another (docs/behaviour/community.md, Profile cards). It
 * never has an email, a last name or a phone number.
 */
export const MemberProfile = z.strictObject({
  id: z.string(),
  ...publicProfile,
  bio: z.string().nullable(),
  /** 'city, country' */
  location: z
    .string()
    .nullable()
    .meta({ examples: ['Bath'] }),
  /** The groups in which both are approved members, by name. */
  groups: z.array(Named),
});
export type MemberProfile = z.infer<typeof MemberProfile>;

export const getCard = endpoint('GET /api/users/:id/card', {
  summary: "Get a fellow member's profile",

  mayLag: true,
  access: 'signed_in',
  params: z.object({ id: UserId }),
  response: MemberProfile,
});
