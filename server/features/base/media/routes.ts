import type { FastifyInstance } from 'fastify';
import { addPicture, uploadPicture } from '#contract/base/media.ts';
import type { Database } from '#platform/db/database.ts';
import { picturePolicy } from '#platform/http/content-policy.ts';
import { sendError } from '#platform/http/errors.ts';
import { etagMatches } from '#platform/http/cache/etag.ts';
import { notFound } from '#platform/refusal.ts';
import { created, route } from '#platform/http/route.ts';
import { keepUpload } from './mutations.ts';
import { uploadIn } from '#platform/media/images.ts';
import { findPicture, pictureIn } from './queries.ts';

export const mediaRoutes = [
  route(uploadPicture, async ({ params: { use }, body }, { db, viewer, config, now }) =>
    created(await keepUpload(db, viewer, { upload: body, use }, config, now)),
  ),

  route(addPicture, async ({ body: { image, use } }, { db, viewer, config, now }) =>
    created(await keepUpload(db, viewer, { upload: uploadIn(image, 'image'), use }, config, now)),
  ),
];

/**
 * Browsers may cache a picture for ever, since it never changes. Shared caches revalidate hourly,
 * so the picture of a deleted group or member disappears from them too.
 */
const cacheControl = 'public, max-age=31536000, s-maxage=3600, immutable';

/** Serves pictures. An address is a hash of its picture, so its content never changes. */
export function mountPictures(app: FastifyInstance, { db }: { db: Database }): void {
  app.setErrorHandler(sendError);
  app.get<{ Params: { file: string } }>(
    '/media/:file',
    { compress: false },
    async (request, reply) => {
      const { file } = request.params;
      const address = pictureIn(file);
      const picture = address && (await findPicture(db, address.id, address.width));
      if (!picture) {
        void reply.header('cache-control', 'no-store');
        return sendError(notFound('Picture'), request, reply);
      }
      const tag = `"${file.replace('.webp', '')}"`;
      void reply
        .header('cache-control', cacheControl)
        .header('etag', tag)
        .header('content-security-policy', picturePolicy);
      if (etagMatches(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type(picture.contentType).send(picture.bytes);
    },
  );
}
