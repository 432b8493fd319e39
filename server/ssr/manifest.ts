import type { FastifyInstance } from 'fastify';
import { paths } from '../../contract/paths.ts';
import type { Config } from '../config.ts';
import { themeColours } from './document.ts';

const icon = (src: string, sizes: string, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes,
  type: 'image/png',
  purpose,
});

/** What a phone needs to know to put the site on its home screen, under the operator's name for it. */
export function mountManifest(app: FastifyInstance, { siteName }: Config): void {
  const manifest = JSON.stringify({
    id: paths.home,
    name: siteName,
    short_name: siteName,
    description: 'Find and create community events.',
    lang: 'en-GB',
    start_url: paths.home,
    scope: paths.home,
    // With a way back and a way to reload: the pages have none of their own.
    display: 'minimal-ui',
    background_color: themeColours.light,
    theme_color: themeColours.light,
    icons: [
      icon('/icon-192.png', '192x192'),
      icon('/icon-512.png', '512x512'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Explore Events', url: paths.events },
      { name: 'Discover Groups', url: paths.groups },
      { name: 'My Events', url: paths.myEvents },
    ],
  });
  app.get('/manifest.webmanifest', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/manifest+json')
      .send(manifest),
  );
}
