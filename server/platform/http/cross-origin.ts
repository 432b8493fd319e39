import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { originOf } from './client-address/address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may read the answer, as if signed out. */
    isOpen?: boolean;
  }
}

/**
 * Tells whether a read is open to signed-out callers. Redirects and sign-ins have no answer to
 * read.
 */
export const isOpenRead = ({ key, access, response }: Endpoint): boolean =>
  key.startsWith('GET ') && access === 'anyone' && response !== undefined;

/**
 * Never with credentials: a browser would keep the cookie-based answer for a page of another
 * origin.
 */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Link, X-Total-Count, Retry-After, X-Request-Id',
};

/** The headers that a foreign page may send beyond the safelisted ones, but never credentials. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
};

/**
 * Runs before anything that may refuse a request, since pages must be able to read refusals too.
 */
export function openToAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.isOpen) void reply.headers(openHeaders);
    done();
  });
}

/** Answers preflight requests. */
export const mountPreflight = (app: FastifyInstance, url: string) =>
  app.options(url, { config: { isOpen: true } }, (_, reply) =>
    reply.headers(preflightHeaders).code(204).send(),
  );

/**
 * Treats a call from another origin's page as signed out: its cookies are ignored, or the page
 * could read an answer meant for somebody who never agreed to that.
 */
export function forgetForeignCaller(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  if (!request.routeOptions.config.isOpen) return;
  if (origin === undefined || origin === originOf(request, config)) return;
  request.cookies = {};
  delete request.headers.authorization;
}
