import type { ApiKey } from '#contract/api.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * Calls that would spoil a public demonstration for the next visitor: they lock a shared account,
 * keep what somebody typed in a place that the hourly reset leaves, sign others out, or collect what
 * other visitors of an account did.
 */
const closedCalls: ReadonlySet<string> = new Set<ApiKey>([
  'DELETE /api/auth/user',
  'GET /api/auth/user/export',
  'DELETE /api/auth/user/sessions',
  'DELETE /api/auth/user/sessions/:id',
  'POST /api/auth/user/password',
  'POST /api/auth/user/two-step/setup',
  'POST /api/auth/user/two-step',
  'POST /api/user/tokens',
  'PATCH /api/admin/settings',
  'PUT /api/admin/legal/:page',
  'DELETE /api/admin/legal/:page',
  'PATCH /api/admin/users/:id/role',
  'PATCH /api/admin/users/:id/status',
  'DELETE /api/admin/users/:id',
  'DELETE /api/admin/users/:id/sessions',
  'POST /api/admin/users/:id/cleanup',
]);

export const closedOnDemoRefusal = (key: string): Refusal | null =>
  closedCalls.has(key)
    ? new Refusal('forbidden', 'This is switched off on the demonstration')
    : null;
