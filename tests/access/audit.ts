import { admins } from './roles.ts';
import type { Rows } from './fixture.ts';

export const audit = {
  'GET /api/admin/audit': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/audit/filters': { request: () => ({}), answers: admins(200) },
} satisfies Rows;
