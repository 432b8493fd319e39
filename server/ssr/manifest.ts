import type { FastifyInstance } from 'fastify';
import { paths, startPath, todaysDoorPath } from '#contract/platform/paths.ts';
import type { Deps } from '#platform/http/deps.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { themeColours } from './document.ts';
import { iconAddress } from './icons.ts';

const iconEntry = (src: string, sizes: string, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes,
  type: 'image/png',
  purpose,
});

/**
 * Serves the web app manifest, which phones need to add the site to the home screen under the
 * operator's name for it.
 */
export function mountManifest(
  app: FastifyInstance,
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): void {
  app.get('/manifest.webmanifest', async (_, reply) => {
    const { siteName, logoUrl, accent } = await currentSettings(db, null, config, clock());
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(manifestJson(siteName, logoUrl, accent));
  });
}

const manifestJson = (siteName: string, logoUrl: string | null, accent: string) =>
  JSON.stringify({
    id: paths.home,
    name: siteName,
    short_name: siteName,
    description: 'Find and create community events.',
    lang: 'en-GB',
    start_url: startPath,
    scope: paths.home,
    // An iPhone gives push messages to `standalone` alone. The header has the way back.
    display: 'standalone',
    background_color: themeColours.light,
    theme_color: accent || themeColours.light,
    icons: [
      iconEntry(iconAddress('/icon-192.png', logoUrl), '192x192'),
      iconEntry(iconAddress('/icon-512.png', logoUrl), '512x512'),
      iconEntry(iconAddress('/icon-maskable-512.png', logoUrl), '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'My Events', url: paths.myEvents },
      { name: 'Explore Events', url: paths.events },
      { name: 'Today’s door', url: todaysDoorPath },
    ],
  });
