import { getOpenApi } from '#contract/operations/openapi.ts';
import { ok, route } from '#platform/http/route.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { describeFor } from './queries/description.ts';

export const openApiRoutes = [
  route(getOpenApi, async (_, { db, viewer, config, now }) => {
    const { siteName, supportEmail } = await currentSettings(db, viewer, config, now);
    const { text, etag } = describeFor({ name: siteName, email: supportEmail });
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
