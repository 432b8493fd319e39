import type { FastifyInstance } from 'fastify';
import { addPicture, uploadPicture } from '#contract/base/media.ts';
import type { Database } from '#platform/db/database.ts';
import { picturePolicy } from '#platform/http/content-policy.ts';
import { sendError } from '#platform/http/errors.ts';
import { etagMatches } from '#platform/http/etag.ts';
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
 * A browser need not ask again for what never changes. A cache between us and many asks within the hour: a picture
 * that was taken away, with its group or its member, goes from there too.
 */
const caching = 'public, max-age=31536000, s-maxage=3600, immutable';

/** Serves pictures; what is under an address never changes, since the address is its content's. */
export function mountPictures(app: FastifyInstance, { db }: { db: Database }): void {
  app.setErrorHandler(sendError);
  app.get<{ Params: { file: string } }>(
    '/media/:file',
    { compress: false },
    async (request, reply) => {
      const { file } = request.params;
      const asked = pictureIn(file);
      const picture = asked && (await findPicture(db, asked.id, asked.width));
      if (!picture) {
        void reply.header('cache-control', 'no-store');
        return sendError(notFound('Picture'), request, reply);
      }
      const tag = `"${file.replace('.webp', '')}"`;
      void reply
        .header('cache-control', caching)
        .header('etag', tag)
        .header('content-security-policy', picturePolicy);
      if (etagMatches(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type(picture.contentType).send(picture.bytes);
    },
  );
}
