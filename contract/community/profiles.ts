import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { Named, UserId } from '#contract/platform/values.ts';

/**
 * The part of a member's profile that another may see (docs/behaviour.md, Profile); never an email
 * address, last name or phone number.
 */
export const Card = z.strictObject({
  id: z.string(),
  ...publicProfile,
  bio: z.string().nullable(),
  /** 'city, country' */
  location: z.string().nullable(),
  /** The groups of which both are approved members, by name. */
  groups: z.array(Named),
});
export type Card = z.infer<typeof Card>;

/** Only for members who share a group. */
export const getCard = endpoint('GET /api/users/:id/card', {
  summary: "Get a fellow member's profile",

  mayLag: true,
  access: 'signed_in',
  params: z.object({ id: UserId }),
  response: Card,
});
