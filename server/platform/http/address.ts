import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '#platform/config.ts';
import type { Trust } from './network.ts';
import { Refusal } from '#platform/refusal.ts';

/** Whether people reach the site by https, as far as it knows. */
export const isHttps = (config: Pick<Config, 'publicOrigin'>) =>
  config.publicOrigin?.startsWith('https:') ?? false;

/** A name or an address, with a port or without. */
const hostRule = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The site's outside origin: the configured one, or the one it was asked by. The host is the one of `Host`, whatever
 * else a proxy names: what many are sent is kept by it, and nobody could say who wrote `X-Forwarded-Host`.
 * @throws Refusal `invalid` for a `Host` that is none
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

/** In characters: the longest name there is (RFC 1035), with a port. */
const longestHost = 255 + ':65535'.length;
/** Only the hosts asked for last are told apart. */
const mostOrigins = 8;

/** Tells apart the origins that a site is asked by where none is configured, for what stands before the application. */
export class Origins {
  readonly #trust: Trust;
  readonly #configured: string | undefined;
  readonly #numbers = new LRUCache<string, number>({ max: mostOrigins });
  #last = 0;

  constructor(trust: Trust, configured: string | undefined) {
    this.#trust = trust;
    this.#configured = configured;
  }

  /** The number of the request's origin; an origin forgotten meanwhile gets a new one. Undefined for what is no host. */
  numberOf({ headers, socket }: IncomingMessage): number | undefined {
    if (this.#configured !== undefined) return 0;
    const { host = '' } = headers;
    if (host.length > longestHost) return undefined;
    const told = this.#trust(socket.remoteAddress, 0) ? String(headers['x-forwarded-proto']) : '';
    const scheme = told.split(',').at(-1)?.trim() === 'https' ? 'https' : 'http';
    const origin = `${scheme}://${host}`;
    const known = this.#numbers.get(origin);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(origin, this.#last);
    return this.#last;
  }
}

/** In which headers browsers, older ones too, say that they ask before anybody has followed a link. */
const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Whether somebody else asks in the browser's name: a link or form on another site, or the browser itself, ahead of
 * time. Browsers tell since 2023, on https and on one's own machine; by plain HTTP the page that was left tells.
 */
export function isFromElsewhere(request: FastifyRequest, config: Config): boolean {
  const { 'sec-fetch-site': site, referer } = request.headers;
  if (purposes.some((name) => /prefetch|preview/i.test(String(request.headers[name])))) return true;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (referer === undefined) return false;
  return !URL.canParse(referer) || new URL(referer).origin !== originOf(request, config);
}
