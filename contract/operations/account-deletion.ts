import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { codeField } from '#contract/base/two-step.ts';
import { Named } from '#contract/platform/values.ts';

/** The data that an account's deletion removes, and the reasons that prevent it. */
export const DeletionPreview = z.strictObject({
  /** The confirmation to type: the password, or the email address of an account without one. */
  confirmBy: z.enum(['password', 'email']),
  groups: z.int(),
  rsvps: z.int(),
  comments: z.int(),
  /** Groups that would have no organiser. */
  leaderless: z.array(Named),
  /** The only admin can't leave. */
  onlyAdmin: z.boolean(),
});

export type DeletionPreview = z.infer<typeof DeletionPreview>;

export const getParting = endpoint('GET /api/auth/user/parting', {
  summary: 'Preview the deletion of your account',

  access: 'signed_in',
  response: DeletionPreview,
});

export const deleteOwnAccount = endpoint('DELETE /api/auth/user', {
  summary: 'Delete your account permanently',

  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'password', code: 'code' },
  body: z.object({
    password: z.string().max(200, 'Password is too long').optional(),
    email: z.string().max(254, 'Please enter a valid email address').optional(),
    /** Also required if two-step sign-in is on. */
    code: codeField.optional(),
  }),
});
