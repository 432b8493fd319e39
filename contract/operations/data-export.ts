import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';

export const exportAccount = endpoint('GET /api/auth/user/export', {
  summary: 'Download your data as a zip file',
  sends: 'application/zip',

  access: 'signed_in',
  rate: 'export',
  response: z.unknown(),
});
