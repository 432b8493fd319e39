import type { FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompressSync, constants } from 'node:zlib';

const common = { threshold: 1024, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] };

/**
 * For an answer made for one person. A better quality would save a tenth of its bytes and take three times as
 * long; a window larger than the answer would only have to be cleared.
 */
export const lightly = {
  ...common,
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  },
  zlibOptions: { level: 1 },
};

/** For pages that many are sent: they are larger, and what the first paint waits for. */
export const thoroughly = {
  ...common,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/**
 * A page made for one person, compressed at once where their browser can: to hand it to another thread and have
 * it back in pieces would keep this one as long.
 */
export function sendLightly(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): FastifyReply {
  if (!takesBrotli.test(String(request.headers['accept-encoding']))) return reply.send(html);
  return reply
    .header('content-encoding', 'br')
    .header('vary', 'Cookie, Accept-Encoding')
    .send(brotliCompressSync(html, lightly.brotliOptions));
}
