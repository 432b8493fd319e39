import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Named } from '#contract/platform/values.ts';

export const listCategories = endpoint('GET /api/categories', {
  summary: 'List the categories of groups and events',

  shared: true,
  access: 'anyone',
  response: z.array(Named),
});
