import { getOpenApi } from '#contract/operations/openapi.ts';
import { ok, route } from '#platform/http/route.ts';
import { apiDescription } from './queries/description.ts';

export const openApiRoutes = [
  route(getOpenApi, () => {
    const { text, etag } = apiDescription();
    return {
      ...ok(text),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        etag,
      },
    };
  }),
];
