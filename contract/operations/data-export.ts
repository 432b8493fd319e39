import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';

/** All the caller's data as a zip file. */
export const exportAccount = endpoint('GET /api/auth/user/export', {
  summary: 'Download your data as a zip file',
  sends: 'application/zip',

  access: 'signed_in',
  rate: 'export',
  response: z.unknown(),
});
