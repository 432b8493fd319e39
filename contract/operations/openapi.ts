import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';

/** Generated from these declarations: see server/platform/openapi. */
export const getOpenApi = endpoint('GET /api/openapi.json', {
  summary: 'Describe this API as OpenAPI 3.1',
  access: 'anyone',
  response: z.unknown(),
});
