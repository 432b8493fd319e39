import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EmbedQuery } from '#contract/events/embed.ts';
import { embedPath, embedScriptPath } from '#contract/events/embed-paths.ts';
import { brotliHigh } from '#platform/http/compression.ts';
import { asRefusal } from '#platform/http/errors.ts';
import { etagMatches } from '#platform/http/cache/etag.ts';
import type { CallDeps } from '#platform/http/deps.ts';
import type { SharedAddress } from '#platform/http/cache/shared-address.ts';
import { parse } from '#platform/http/route.ts';
import type { Refusal } from '#platform/refusal.ts';
import { currentSettings } from '#features/base/settings/queries.ts';
import { findEmbedded } from '../queries.ts';
import { listPage, errorPage, type FramedPage } from './page.ts';
import { frameFitter } from './scripts.ts';

/**
 * Other caches may store it for a minute; after that, cancelled and hidden events are up to date
 * everywhere.
 */
const listCaching = 'public, max-age=60';
/** Cached for a day, so a mistake in it is corrected everywhere within a day. */
const scriptCaching = 'public, max-age=86400';

export const sharedEmbeds: readonly SharedAddress[] = [{ path: embedPath, query: EmbedQuery }];

/**
 * Lists of events for the pages of other sites. Every caller gets the same: it neither reads nor
 * sets cookies, so a frame can't expose anything personal.
 */
export function mountEmbed(
  app: FastifyInstance,
  { db, config, clock, shared }: Pick<CallDeps, 'db' | 'config' | 'clock' | 'shared'>,
): void {
  const siteName = async () => (await currentSettings(db, null, config, clock())).siteName;

  app.setErrorHandler(async (problem, request, reply) => {
    const refusal = asRefusal(problem);
    if (!refusal) request.log.error({ err: problem }, 'an embedded list failed');
    if (refusal?.retryAfter) void reply.header('retry-after', refusal.retryAfter);
    void reply
      .code(refusal?.status ?? 500)
      .removeHeader('etag')
      .header('cache-control', 'no-store');
    const name = await siteName().catch(() => config.siteName);
    return sendFramed(reply, errorPage(errorMessageOf(refusal), name));
  });

  app.get(embedPath, { compress: brotliHigh }, async (request, reply) => {
    const query = parse(EmbedQuery, request.query);
    const found = await findEmbedded(db, query, clock());
    const page = listPage(found, query, await siteName());
    void reply.header('cache-control', listCaching);
    if (isKnown(request, reply, page.html)) return reply.code(304).send();
    shared.mark(reply.raw);
    return sendFramed(reply, page);
  });

  app.get(embedScriptPath, async (request, reply) => {
    void reply
      .header('cache-control', scriptCaching)
      // Other sites load it into their pages.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (isKnown(request, reply, frameFitter)) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(frameFitter);
  });
}

/** Tells whether the caller's cached copy is current. */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  void reply.header('etag', tag);
  return etagMatches(headers['if-none-match'], tag);
}

const sendFramed = (reply: FastifyReply, { html, policy }: FramedPage) =>
  reply
    .removeHeader('x-frame-options')
    // A frame in a sandbox can't have the origin-agent cluster that the header requests, and
    // browsers log that.
    .removeHeader('origin-agent-cluster')
    .header('content-security-policy', policy)
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('text/html; charset=utf-8')
    .send(html);

/** The message in a frame that has no list, for the site owner who has to correct its code. */
function errorMessageOf(refusal: Refusal | undefined): { title: string; sentences: string[] } {
  const fields = Object.entries(refusal?.body.fields ?? {});
  if (fields.length > 0) {
    return {
      title: 'There is a mistake in the address of this list',
      sentences: fields.map(([field, sentence]) => `${field}: ${sentence}`),
    };
  }
  if (refusal?.status === 404) {
    return {
      title: 'We can’t find this group',
      sentences: ['It may have been removed, or is not public at the moment.'],
    };
  }
  return { title: 'The events cannot be shown right now', sentences: ['Please try again later.'] };
}
