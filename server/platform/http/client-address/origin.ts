import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { originOf } from './address.ts';
import { Refusal } from '#platform/refusal.ts';
import { sessionToken } from '../session.ts';

/**
 * Refuses changes from pages of other sites. The call's `Origin` must be ours, or absent without a
 * session cookie, as from a client that is no browser.
 */
export function originRefusal(request: FastifyRequest, config: Config): Refusal | null {
  const { origin } = request.headers;
  const own =
    origin === undefined
      ? sessionToken(request, config) === undefined
      : origin === originOf(request, config);
  return own ? null : new Refusal('forbidden', 'This request did not come from this site');
}
