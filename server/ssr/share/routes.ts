import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { invitedPath, joinPath } from '#contract/community/invitation-link.ts';
import { paths } from '#contract/platform/paths.ts';
import { findEvent } from '#features/events/events/queries/event.ts';
import { groupInvitedTo } from '#features/community/invitation-link/queries.ts';
import { publicGroup } from '#features/community/groups/queries/groups.ts';
import { sendError } from '#platform/http/errors.ts';
import type { Deps } from '#platform/http/deps.ts';
import { notFound } from '#platform/refusal.ts';
import { idOf } from '#platform/http/id-in-path.ts';
import { originOf } from '#platform/http/client-address/address.ts';
import { addressSubject } from '#platform/http/client-address/network.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import type * as web from '#web/server.tsx';
import { logoIcon } from '../icons.ts';
import {
  eventPicture,
  groupPicture,
  markOf,
  sitePicture,
  type Drawings,
  type Picture,
} from './layout.ts';
import { nameOf, openStudio } from './studio.ts';

/** White modules around a QR code; without them cameras don't find it (ISO/IEC 18004). */
const quietZone = 4;

type ById = { Params: { id: string } };
type ByToken = { Params: { token: string } };

const sendCode = (reply: FastifyReply, address: string) =>
  reply
    .header('cache-control', 'public, max-age=86400')
    .type('image/svg+xml')
    .send(renderSVG(address, { ecc: 'M', border: quietZone }));

interface DrawingSource {
  web: () => Promise<Pick<typeof web, 'coverUrl' | 'drawMark'>>;
  publicFolder: string;
}

/** Serves the pictures for link previews, the codes on printed posters, and invitation links. */
export async function mountShare(
  root: FastifyInstance,
  source: DrawingSource,
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): Promise<void> {
  const studio = openStudio();
  const settings = () => currentSettings(db, null, config, clock());
  const siteName = async () => (await settings()).siteName;
  root.addHook('onClose', studio.close);

  async function drawingsFor(categoryId: number, seed: number): Promise<Drawings> {
    const { coverUrl, drawMark } = await source.web();
    const read = (path: string) => readFile(join(source.publicFolder, path), 'utf8');
    const { logoUrl } = await settings();
    const [cover, bunting, logo] = await Promise.all([
      read(coverUrl(categoryId, seed)),
      read('covers/bunting.svg'),
      logoIcon(db, logoUrl, { size: 192 }),
    ]);
    return { cover, bunting, mark: logo ? markOf(logo) : drawMark() };
  }

  async function send(request: FastifyRequest, reply: FastifyReply, picture: Picture) {
    const name = nameOf(picture);
    void reply
      .header('etag', `"${name}"`)
      // Revalidated on each request, for one look at the row: the group may be hidden or the event
      // renamed.
      .header('cache-control', 'public, no-cache')
      // Other sites show it in their previews.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match']?.includes(name)) return reply.code(304).send();
    return reply
      .type('image/png')
      .send(await studio.png(picture, name, addressSubject(request.ip)));
  }

  await root.register(async (app) => {
    app.setErrorHandler(async (error, request, reply) => {
      void reply.removeHeader('etag').header('cache-control', 'no-store');
      return sendError(error, request, reply);
    });

    app.get<ById>('/share/events/:id(^\\d{1,10}).png', async (request, reply) => {
      // Always drawn as a visitor sees it, so it has the venue only where that is public.
      const id = idOf(request.params.id, 'Event');
      const event = await findEvent(db, null, id, config, clock());
      if (!event) throw notFound('Event');
      const drawings = await drawingsFor(event.categoryId, event.id);
      return send(request, reply, eventPicture(event, await siteName(), drawings));
    });

    app.get<ById>('/share/groups/:id(^\\d{1,10}).png', async (request, reply) => {
      const group = await publicGroup(db, idOf(request.params.id, 'Group'));
      if (!group) throw notFound('Group');
      const drawings = await drawingsFor(group.categoryId, group.id);
      return send(request, reply, groupPicture(group, await siteName(), drawings));
    });

    app.get('/share/site.png', async (request, reply) =>
      send(request, reply, sitePicture(await siteName(), await drawingsFor(1, 0))),
    );

    // A code holds only the address, so it needs no look at the event or group.
    for (const [kind, type, pathOf] of [
      ['events', 'Event', paths.event],
      ['groups', 'Group', paths.group],
    ] as const) {
      app.get<ById>(`/share/${kind}/:id/qr.svg`, async (request, reply) => {
        return sendCode(reply, originOf(request, config) + pathOf(idOf(request.params.id, type)));
      });
    }

    app.get<ByToken>('/share/join/:token(^[0-9a-f]{16})/qr.svg', async (request, reply) =>
      sendCode(reply, originOf(request, config) + joinPath(request.params.token)),
    );

    app.get<ByToken>('/join/:token(^[0-9a-f]{16})', async (request, reply) => {
      const groupId = await groupInvitedTo(db, request.params.token);
      void reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      return groupId === undefined
        ? reply.callNotFound()
        : reply.redirect(invitedPath(groupId, request.params.token));
    });
  });
}
