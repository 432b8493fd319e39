import type { IncomingMessage } from 'node:http';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '#platform/config.ts';
import type { Trust } from './network.ts';
import { Refusal } from '#platform/refusal.ts';

/** Tells whether people reach the site by HTTPS, by its configuration. */
export const isHttps = (config: Pick<Config, 'publicOrigin'>) =>
  config.publicOrigin?.startsWith('https:') ?? false;

/** A host name or address, with or without a port. */
const hostRule = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Returns the site's public origin: the configured one, or the request's. The host comes from
 * `Host` alone, because the shared cache is keyed by it and anybody may write `X-Forwarded-Host`.
 * @throws Refusal `invalid` for an invalid `Host`
 */
export function originOf(request: FastifyRequest, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin;
  const host = request.headers.host || 'localhost';
  const origin = `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
  if (host.length > longestHost || !hostRule.test(host) || !URL.canParse(origin)) {
    throw new Refusal('invalid', 'The request does not name a host');
  }
  return new URL(origin).origin;
}

/** In characters: the longest host name (RFC 1035), with a port. */
const longestHost = 255 + ':65535'.length;
/** The number of recent hosts that are remembered. */
const maxOrigins = 8;

/**
 * Numbers the origins of requests if none is configured, for the cache in front of the application.
 */
export class Origins {
  readonly #trust: Trust;
  readonly #configured: string | undefined;
  readonly #numbers = new LRUCache<string, number>({ max: maxOrigins });
  #last = 0;

  constructor(trust: Trust, configured: string | undefined) {
    this.#trust = trust;
    this.#configured = configured;
  }

  /**
   * Returns the number of the request's origin; a forgotten origin gets a new one. Undefined for an
   * invalid host.
   */
  numberOf({ headers, socket }: IncomingMessage): number | undefined {
    if (this.#configured !== undefined) return 0;
    const { host = '' } = headers;
    if (host.length > longestHost) return undefined;
    const forwardedProto = this.#trust(socket.remoteAddress, 0)
      ? String(headers['x-forwarded-proto'])
      : '';
    const scheme = forwardedProto.split(',').at(-1)?.trim() === 'https' ? 'https' : 'http';
    const origin = `${scheme}://${host}`;
    const existing = this.#numbers.get(origin);
    if (existing !== undefined) return existing;
    this.#last += 1;
    this.#numbers.set(origin, this.#last);
    return this.#last;
  }
}

/** The headers by which browsers, older ones too, announce a prefetch. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Tells whether the request wasn't the user's own doing: it comes from a link or form on another
 * site, or from the browser's prefetch. Browsers have said so since 2023, on HTTPS and localhost;
 * on plain HTTP the Referer says it.
 */
export function isFromElsewhere(request: FastifyRequest, config: Config): boolean {
  const { 'sec-fetch-site': site, referer } = request.headers;
  if (purposeHeaders.some((name) => /prefetch|preview/i.test(String(request.headers[name]))))
    return true;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (referer === undefined) return false;
  return !URL.canParse(referer) || new URL(referer).origin !== originOf(request, config);
}

const proxyAdvice =
  'a request came by a proxy (X-Forwarded-For or Forwarded), and TRUST_PROXY is not set: ' +
  'if the proxy is yours, set TRUST_PROXY to how many there are or to their addresses, ' +
  'for without it all visitors count as one caller and the limits hold them up together';

/**
 * Warns once per process, since anybody can send such a header any number of times; the warning
 * repeats nothing from it.
 */
export function warnAboutProxy(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  if (trustProxy !== false) return;
  let hasWarned = false;
  app.addHook('onRequest', (request, _, done) => {
    const { forwarded, 'x-forwarded-for': by } = request.headers;
    if (!hasWarned && (forwarded !== undefined || by !== undefined)) {
      hasWarned = true;
      app.log.warn(proxyAdvice);
    }
    done();
  });
}
