import { transcode } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompressSync, constants } from 'node:zlib';

const commonOptions = { threshold: 1024, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] };

/**
 * Brotli settings for an answer made for one person. A better quality would save a tenth of its
 * bytes and take three times as long; a window larger than the answer would only have to be
 * cleared.
 */
export const brotliFast = {
  ...commonOptions,
  brotliOptions: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  },
  zlibOptions: { level: 1 },
};

/** Brotli settings for shared pages, which are larger and block the first paint. */
export const brotliHigh = {
  ...commonOptions,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/;

/** Picks the best of our encodings that the client accepts. */
export function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const text = String(accepted);
  if (acceptsBrotli.test(text)) return 'br';
  return acceptsGzip.test(text) ? 'gzip' : 'identity';
}

/**
 * In characters. Longer texts are compressed in pieces on another thread, so that they block
 * nobody.
 */
const longestAtOnce = 256 * 1024;

/**
 * Compresses a text made for one person right here, if their browser accepts it. Handing it to
 * another thread and back would occupy this one for longer.
 */
export function compressedAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): string | Buffer {
  const worthIt = text.length >= commonOptions.threshold && text.length <= longestAtOnce;
  if (!worthIt || encodingFor(request.headers['accept-encoding']) !== 'br') return text;
  const varies = reply.getHeader('vary');
  void reply.headers({
    'content-encoding': 'br',
    vary: varies ? `${String(varies)}, Accept-Encoding` : 'Accept-Encoding',
  });
  return brotliCompressSync(bytesOf(text), brotliFast.brotliOptions);
}

/**
 * Encodes a text as UTF-8. A single dash or bullet makes V8 keep two bytes for each character, and
 * encoding such a page character by character takes half as long as compressing it; converting from
 * the two-byte form takes a fifth of that.
 */
const bytesOf = (text: string): Buffer =>
  text.isWellFormed()
    ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')
    : Buffer.from(text);
