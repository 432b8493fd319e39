import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from './refusal.ts';

/** Whether people reach the site by https, as far as it knows. */
export const isHttps = (config: Pick<Config, 'publicOrigin'>) =>
  config.publicOrigin?.startsWith('https:') ?? false;

/** A name or an address, with a port or without. */
const hostRule = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The site's outside origin: the configured one, or the one it was asked by.
 * @throws Refusal `invalid` for a `Host` that is none
 */
export function originOf(request: FastifyRequest, config: Config): string {
  if (config.publicOrigin) return config.publicOrigin;
  const host = request.host || 'localhost';
  const origin = `${request.protocol}://${host}`;
  if (!hostRule.test(host) || !URL.canParse(origin)) {
    throw new Refusal('invalid', 'The request does not name a host');
  }
  return origin;
}

/** Whether an origin is this site. */
export function isOwn(origin: string, request: FastifyRequest, config: Config): boolean {
  if (config.publicOrigin) return origin === config.publicOrigin;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}

/**
 * Whether somebody else asks in the browser's name: a link or form on another site, or the browser itself, ahead of
 * time. Browsers tell since 2023, on https and on one's own machine; by plain HTTP the page that was left tells.
 */
export function isFromElsewhere(request: FastifyRequest, config: Config): boolean {
  const { 'sec-fetch-site': site, 'sec-purpose': purpose, referer } = request.headers;
  if (String(purpose).includes('prefetch')) return true;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (referer === undefined) return false;
  return !URL.canParse(referer) || !isOwn(new URL(referer).origin, request, config);
}
