import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findPicture, pictureAt } from '#features/base/media/queries.ts';
import { currentSettings, settingsNow } from '#features/base/settings/queries.ts';
import { picturePolicy } from '#platform/http/content-policy.ts';
import type { Deps } from '#platform/http/deps.ts';
import { sendError } from '#platform/http/errors.ts';
import { drawIcon, type IconLook } from '#platform/media/icons.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';

/** The icons that are drawn from a logo. */
const iconLooks: Record<string, IconLook> = {
  'icon-32.png': { size: 32 },
  'icon-192.png': { size: 192 },
  'icon-512.png': { size: 512 },
  'icon-maskable-512.png': { size: 512, onGround: true },
  'apple-touch-icon.png': { size: 180, onGround: true },
};

/** The icons of the build's own mark, and what takes their place where there is a logo. */
const standIns: Record<string, string> = {
  '/favicon.ico': 'icon-32.png',
  '/favicon.svg': 'icon-192.png',
  '/apple-touch-icon.png': 'apple-touch-icon.png',
  '/icon-192.png': 'icon-192.png',
  '/icon-512.png': 'icon-512.png',
  '/icon-maskable-512.png': 'icon-maskable-512.png',
};

/** Returns the address of an icon, which names the logo it shows: another logo has another one. */
export function iconAddress(path: string, logoUrl: string | null): string {
  const logo = pictureAt(logoUrl);
  return logo ? `/icons/${logo}/${standIns[path]}` : path;
}

/** Adds a few letters of the logo to an address, so that no cache answers with the one before. */
export function withLogo(address: string, logoUrl: string | null): string {
  const logo = pictureAt(logoUrl)?.slice(0, 8);
  if (!logo) return address;
  return `${address}${address.includes('?') ? '&' : '?'}logo=${logo}`;
}

const drawnIcons = new LRUCache<string, Promise<Buffer>>({ max: 20 });

/** Draws a logo as PNG, once for each look; undefined if the picture is gone. */
export async function logoIcon(
  db: Database,
  logoUrl: string | null,
  look: IconLook,
): Promise<Buffer | undefined> {
  const id = pictureAt(logoUrl);
  if (id === undefined) return undefined;
  const key = `${id} ${look.size} ${look.onGround}`;
  const known = drawnIcons.get(key);
  if (known) return known;
  const picture = await findPicture(db, id, null);
  if (!picture) return undefined;
  const icon = drawIcon(picture.bytes, look);
  drawnIcons.set(key, icon);
  icon.catch(() => drawnIcons.delete(key));
  return icon;
}

type ByLogo = { Params: { logo: string; name: string } };

/** Serves the icons of the site's logo. */
export async function mountIcons(
  root: FastifyInstance,
  { db, config, clock }: Deps,
): Promise<void> {
  // Some programs ask for the usual addresses whatever the page says.
  root.addHook('onRequest', async (request, reply) => {
    if (!isStandIn(request)) return;
    const { logoUrl } = await currentSettings(db, null, config, clock());
    const address = iconAddress(request.url, logoUrl);
    if (address === request.url) return;
    return reply.header('cache-control', 'no-cache').redirect(address, 302);
  });

  await root.register(async (icons) => {
    icons.setErrorHandler(sendError);
    icons.get<ByLogo>('/icons/:logo/:name', async (request, reply) => {
      const { logo, name } = request.params;
      // Another process may have changed it a moment ago.
      const { logoUrl } = await settingsNow(db, config);
      const look = Object.hasOwn(iconLooks, name) ? iconLooks[name] : undefined;
      const icon =
        look && pictureAt(logoUrl) === logo ? await logoIcon(db, logoUrl, look) : undefined;
      if (!icon) throw notFound('Icon');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', picturePolicy)
        .type('image/png')
        .send(icon);
    });
  });
}

const isStandIn = ({ url, method }: FastifyRequest): boolean =>
  method === 'GET' && Object.hasOwn(standIns, url);
