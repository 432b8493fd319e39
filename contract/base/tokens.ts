import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { largestTokenDays } from '#contract/platform/limits.ts';
import { codeField } from './two-step.ts';
import { Id, line } from '#contract/platform/values.ts';

/** The scopes of a token: `read` allows `GET` calls, `write` allows all others. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The prefix of every token, by which scanners recognise a leaked one. */
export const tokenPrefix = 'vh_';

const Scopes = z.array(z.enum(tokenScopes));

const scopesMissing = 'Please choose what the token may do';
const daysWrong = `Please enter a number of days from 1 to ${largestTokenDays}`;

export const TokenForm = z.object({
  name: line({ min: 1, max: 60, tooShort: 'Please give the token a name' }),
  scopes: z
    .array(z.enum(tokenScopes, scopesMissing), scopesMissing)
    .min(1, scopesMissing)
    .max(10, scopesMissing)
    .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  expiresInDays: z.int(daysWrong).min(1, daysWrong).max(largestTokenDays, daysWrong),
});

export const Token = z.strictObject({
  id: z.int().meta({ examples: [2] }),
  name: z.string().meta({ examples: ['Newsletter script'] }),
  scopes: Scopes,
  createdAt: z.string(),
  /** To the hour; null if it was never used. */
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string(),
  /** It no longer works, and stays listed for a while with the reason. */
  isExpired: z.boolean(),
});
export type Token = z.infer<typeof Token>;

export const NewToken = Token.pick({ id: true, name: true, scopes: true, expiresAt: true }).extend({
  /** Shown only this once. */
  token: z.string().meta({ examples: ['shown-once-keep-it-like-a-password'] }),
});
export type NewToken = z.infer<typeof NewToken>;

/** The caller's tokens, last to expire first. */
export const listTokens = endpoint('GET /api/user/tokens', {
  summary: 'List your access tokens',
  access: 'signed_in',
  response: z.array(Token),
});

/**
 * Creates a token for a script, which calls in the caller's name with `Authorization: Bearer
 * <token>`. A caller who signed in more than a few minutes ago also sends their password, and a
 * code where two-step sign-in is on.
 */
export const makeToken = endpoint('POST /api/user/tokens', {
  answers: [201],
  summary: 'Create an access token for a script',
  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'password', code: 'code' },
  body: TokenForm.extend({
    password: z.string().max(200, 'Password is too long').optional(),
    code: codeField.optional(),
  }),
  response: NewToken,
});

/** It stops working at once. */
export const endToken = endpoint('DELETE /api/user/tokens/:id', {
  summary: 'Revoke an access token',
  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
});
