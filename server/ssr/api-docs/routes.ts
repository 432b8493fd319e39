import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SettingValues } from '#contract/base/settings.ts';
import { apiDocsPath } from '#contract/platform/paths.ts';
import { apiDescription } from '#features/operations/openapi/queries/description.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { allowStyles } from '#platform/http/content-policy.ts';
import { brotliHigh } from '#platform/http/compression.ts';
import { etagMatches } from '#platform/http/cache/etag.ts';
import type { CallDeps } from '#platform/http/deps.ts';
import type { SharedAddress } from '#platform/http/cache/shared-address.ts';
import { apiDocs } from './page.ts';
import { docsStyle } from './style.ts';

export const sharedApiDocs: readonly SharedAddress[] = [{ path: apiDocsPath }];

interface MadePage extends Pick<SettingValues, 'siteName' | 'logoUrl'> {
  page: string;
  etag: string;
}

/** The API's page, rendered at the first request, and again when the site's name or logo changes. */
export function mountApiDocs(app: FastifyInstance, { db, config, clock, shared }: CallDeps): void {
  let made: MadePage | undefined;
  app.get(apiDocsPath, { compress: brotliHigh }, async (request, reply) => {
    const { siteName, logoUrl } = await currentSettings(db, null, config, clock());
    if (made?.siteName !== siteName || made.logoUrl !== logoUrl)
      made = makePage({ siteName, logoUrl });
    void reply.headers({ 'cache-control': 'no-cache', etag: made.etag, vary: 'Cookie' });
    // A browser takes the policy of a 304 for the copy that it has.
    allowStyles(reply, { elements: [docsStyle] });
    if (etagMatches(request.headers['if-none-match'], made.etag)) return reply.code(304).send();
    shared.mark(reply.raw);
    return reply.type('text/html; charset=utf-8').send(made.page);
  });
}

function makePage(site: Pick<MadePage, 'siteName' | 'logoUrl'>): MadePage {
  const page = apiDocs(apiDescription(), site);
  return { ...site, page, etag: `"${createHash('sha1').update(page).digest('base64url')}"` };
}
