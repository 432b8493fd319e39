import { admins } from './roles.ts';
import type { Rows } from './scene.ts';

export const analytics = {
  'GET /api/admin/analytics': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/analytics/charts': { request: () => ({}), answers: admins(200) },
} satisfies Rows;
