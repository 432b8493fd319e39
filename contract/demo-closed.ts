import type { ApiKey } from './api.ts';

const sharedAccount = 'other visitors use this account, too';
const sharedAccounts = 'other visitors use these accounts, too';
const sharedSite = 'the next visitor finds the site as it was';

/**
 * Calls that would spoil a public demonstration for the next visitor, with the reason that pages
 * give: they lock a shared account, keep what somebody typed in a place that the hourly reset
 * leaves, sign others out, or collect what other visitors of an account did.
 */
const reasons = new Map<string, string>([
  ['DELETE /api/auth/user', sharedAccount],
  ['GET /api/auth/user/export', 'it would hold what other visitors did'],
  ['DELETE /api/auth/user/sessions', sharedAccount],
  ['DELETE /api/auth/user/sessions/:id', sharedAccount],
  ['POST /api/auth/user/password', sharedAccount],
  ['POST /api/auth/user/two-step/setup', sharedAccount],
  ['POST /api/auth/user/two-step', sharedAccount],
  ['POST /api/passkeys/registration-options', sharedAccount],
  ['POST /api/passkeys', sharedAccount],
  ['POST /api/user/tokens', sharedAccount],
  ['PATCH /api/admin/settings', sharedSite],
  ['PUT /api/admin/legal/:page', sharedSite],
  ['DELETE /api/admin/legal/:page', sharedSite],
  ['PATCH /api/admin/users/:id/role', sharedAccounts],
  ['PATCH /api/admin/users/:id/status', sharedAccounts],
  ['DELETE /api/admin/users/:id', sharedAccounts],
  ['DELETE /api/admin/users/:id/sessions', sharedAccounts],
  ['POST /api/admin/users/:id/cleanup', sharedAccounts],
] satisfies [ApiKey, string][]);

export const isClosedOnDemo = (key: string): boolean => reasons.has(key);

/** Says why a public demonstration refuses a call; undefined for a call that it takes. */
export function closedOnDemo(key: ApiKey): string | undefined {
  const reason = reasons.get(key);
  return reason && `Not in the demonstration: ${reason}.`;
}
