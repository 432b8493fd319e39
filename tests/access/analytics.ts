import { admins } from './roles.ts';
import type { Rows } from './fixture.ts';

export const analytics = {
  'GET /api/admin/analytics': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/analytics/charts': { request: () => ({}), answers: admins(200) },
} satisfies Rows;
