import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { originOf } from './address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of any origin may read the answer, which is the one of somebody signed out. */
    isOpen?: boolean;
  }
}

/** A read that somebody signed out may make. What leads elsewhere, or signs in or out, has no answer to read. */
export const isOpenRead = ({ key, access, response }: Endpoint): boolean =>
  key.startsWith('GET ') && access === 'anyone' && response !== undefined;

/** Never with credentials: a browser keeps what it got by a cookie from a page of another origin. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Link, X-Total-Count, Retry-After, X-Request-Id',
};

/** The headers a page may send along besides those that every page may; never those that say who asks. */
const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Accept, Content-Type, If-None-Match',
  'access-control-max-age': '86400',
};

/** Stands before whatever else may refuse a request: a refusal is to be read, too. */
export function openToAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.isOpen) void reply.headers(open);
    done();
  });
}

/** Answers what a browser asks before it asks with a header of its own. */
export const mountPreflight = (app: FastifyInstance, url: string) =>
  app.options(url, { config: { isOpen: true } }, (_, reply) =>
    reply.headers(preflight).code(204).send(),
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
