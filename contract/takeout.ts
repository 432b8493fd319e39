import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Everything held about the caller, as a zip file. */
export const exportAccount = endpoint('GET /api/auth/user/export', {
  access: 'signed_in',
  rate: 'export',
  response: z.unknown(),
});
